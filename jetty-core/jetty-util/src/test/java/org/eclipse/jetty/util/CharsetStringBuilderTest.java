package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharsetStringBuilderTest {
    @ParameterizedTest
    @CsvSource({"GBK,true", "GBK,false", "UTF-16BE,true", "UTF-16BE,false"})
    void onlyWhatIsNotOfTheCharsetIsReplaced(String name, boolean report) throws Exception {
        CodingErrorAction action = report ? CodingErrorAction.REPORT : CodingErrorAction.REPLACE;
        Charset charset = Charset.forName(name);
        byte[] bytes = "begin\u4e2d".getBytes(charset);
        CharsetStringBuilder builder = CharsetStringBuilder.forCharset(charset, action, action);
        for (int i = 0; i < 2; i++) {
            builder.append(bytes);
            // half of a character
            builder.append(bytes[bytes.length - 2]);
            assertThat(builder.build(true)).isEqualTo("begin\u4e2d\ufffd");
        }
        builder.append(bytes);
        builder.append(bytes[bytes.length - 2]);
        builder.append('x');
        assertThat(builder.length()).isEqualTo(8);
        if (report) {
            assertThat(builder.hasCodingErrors()).isTrue();
            assertThatThrownBy(builder::build).isInstanceOf(CharacterCodingException.class);
        } else {
            assertThat(builder.build()).isEqualTo("begin\u4e2d\ufffdx");
        }
    }
}
