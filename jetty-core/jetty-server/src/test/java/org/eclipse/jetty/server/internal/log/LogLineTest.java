package org.eclipse.jetty.server.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLineTest {
    private final LogLine line = new LogLine(4);

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, 99, 100, 1234567890, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void numbersAreInDecimalDigits(long number) {
        line.append('[');
        line.append(number);
        line.append(']');
        assertThat(line).hasToString("[" + number + "]");
    }

    @Test
    void lineGrowsWithWhatIsAppended() {
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            LogText.append(line, "text " + i + "/");
            expected.append("text ").append(i).append('/');
        }
        assertThat(line).hasToString(expected.toString());
        assertThat(line.length()).isEqualTo(expected.length());
        line.clear();
        assertThat(line).hasToString("");
    }

    @Test
    void textsOfAllScriptsAreInUtf8AndNoneEndsTheLine() {
        LogText.append(line, "a\u00e9\u20ac\ud83d\ude00\"b\\c\nd\u0000\u2028e\u202ef");
        assertThat(line).hasToString("a\u00e9\u20ac\ud83d\ude00\\\"b\\\\c\\nd\\u0000\\u2028e\\u202ef");
    }

    @Test
    void textThatIsMissingIsAHyphen() {
        LogText.append(line, null);
        LogText.append(line, "");
        LogText.appendEscaped(line, null);
        assertThat(line).hasToString("--");
    }
}
