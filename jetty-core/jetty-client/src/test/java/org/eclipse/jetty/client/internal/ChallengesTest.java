package org.eclipse.jetty.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;

/** RFC 9110, section 11.3. */
class ChallengesTest {
    private static List<Authentication.HeaderInfo> parse(String... values) {
        return Challenges.parse(List.of(values), HttpHeader.AUTHORIZATION);
    }

    @Test
    void challengesHaveParametersOrOneToken() {
        List<Authentication.HeaderInfo> all =
                parse("Negotiate aGVsbG8=, Basic realm=\"a, b\", charset=UTF-8", "Negotiate", "Digest nonce=x==");
        assertThat(all)
                .extracting(Authentication.HeaderInfo::getType)
                .containsExactly("Negotiate", "Basic", "Negotiate", "Digest");
        assertThat(all).extracting(Authentication.HeaderInfo::getBase64).containsExactly("aGVsbG8=", null, null, null);
        assertThat(all.get(0).getParameters()).isEmpty();
        assertThat(all.get(1).getRealm()).isEqualTo("a, b");
        assertThat(all.get(1).getParameter("CHARSET")).isEqualTo("UTF-8");
        assertThat(all.get(3).getParameter("nonce")).isEqualTo("x==");
        assertThat(all.get(0).getHeader()).isEqualTo(HttpHeader.AUTHORIZATION);
    }

    @Test
    void tokenWithoutPaddingIsNoParameter() {
        Authentication.HeaderInfo info = parse("Negotiate ab+/cd").get(0);
        assertThat(info.getBase64()).isEqualTo("ab+/cd");
        assertThat(info.getParameters()).isEmpty();
    }
}
