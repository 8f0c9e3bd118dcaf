package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BoundedTextTest {
    @Test
    void matchesLikeTheTextItself() {
        Matcher matcher = BoundedText.matcher(Pattern.compile("/(\\w+)/(.*)"), "/a/b/c");
        assertThat(matcher.matches()).isTrue();
        assertThat(matcher.group(1)).isEqualTo("a");
        assertThat(matcher.replaceAll("$2-$1")).isEqualTo("b/c-a");
        assertThat(BoundedText.matcher(Pattern.compile("a+"), "b").matches()).isFalse();
    }

    @Test
    void exponentialMatchEnds() {
        Matcher matcher = BoundedText.matcher(Pattern.compile("a*a*a*a*a*a*a*a*b"), "a".repeat(100));
        assertThatThrownBy(matcher::matches)
                .isInstanceOf(BoundedText.LimitException.class)
                .hasMessage("an expression takes more than 1000000 steps for a text of 100 characters");
    }
}
