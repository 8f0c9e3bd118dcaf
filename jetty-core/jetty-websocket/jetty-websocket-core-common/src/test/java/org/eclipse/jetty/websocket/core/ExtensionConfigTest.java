package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How Sec-WebSocket-Extensions is read and written (RFC 6455, section 9.1). */
class ExtensionConfigTest {
    @Test
    void nameWithParameters() {
        ExtensionConfig config = ExtensionConfig.parse("foo; a=1; b; c=x");
        assertThat(config.getName()).isEqualTo("foo");
        assertThat(config.getParameters()).containsExactly(entry("a", "1"), entry("b", null), entry("c", "x"));
        assertThat(config.getParameter("a", 2)).isEqualTo(1);
        assertThat(config.getParameter("d", 2)).isEqualTo(2);
        assertThat(config.getParameter("b", "none")).isNull();
        assertThat(config.getParameter("d", "none")).isEqualTo("none");
        assertThatThrownBy(() -> config.getParameter("c", 2)).isInstanceOf(NumberFormatException.class);
        assertThat(config.getParameterizedName()).hasToString("foo;a=1;b;c=x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "foo|foo",
                "  foo ;  a = 1 |foo;a=1",
                "foo;a=\"1\"|foo;a=1",
                "foo;a=\"\\1\"|foo;a=1",
                "foo;;a;|foo;a",
                "foo,bar|foo bar",
                ", ,foo,, bar ,|foo bar",
                "foo;a=\"x\", bar;b=\"y\"|foo;a=x bar;b=y",
                "foo;a, foo|foo;a foo",
                "'!#$%&''*+-.^_`|~'|'!#$%&''*+-.^_`|~'"
            })
    void fieldsAreRead(String field, String expected) {
        assertThat(String.join(" ", texts(ExtensionConfig.parseList(field)))).isEqualTo(expected);
    }

    private static List<String> texts(List<ExtensionConfig> configs) {
        return configs.stream().map(ExtensionConfig::getParameterizedName).toList();
    }

    @Test
    void severalFieldsAreOneList() {
        assertThat(texts(ExtensionConfig.parseList("a, b;c", null, "", "d"))).containsExactly("a", "b;c", "d");
        assertThat(texts(ExtensionConfig.parseEnum(Collections.enumeration(List.of("a", "b")))))
                .containsExactly("a", "b");
        assertThat(ExtensionConfig.parseEnum(null)).isEmpty();
        assertThat(ExtensionConfig.parseList()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo bar",
                "foo/bar",
                "=1",
                ";a",
                ";a=1",
                "foo;=1",
                "foo;=",
                "foo;a b",
                "foo;a b=1",
                "foo;a=",
                "foo;a=\"\"",
                "foo;a=1 2",
                "foo;a=\"1 2\"",
                "foo;a=\"1,2\"",
                "foo;a=\"1;b=2",
                "foo;a=1\"",
                "foo;a=\"1\"2",
                "foo;a=\"1\\",
                "foo;a=b=c",
                "foo;\"a\"=1",
                "\"foo\"",
                "foo;a=\u00e4",
                "f\u00f6o",
                "f\u0000o",
                "foo;a=\r\n",
                "foo;(a)",
                "foo,bar baz",
                "@foo",
                "@",
                "foo;@a",
                "foo;@a=1",
                "foo;@duplicate",
                "foo;@"
            })
    void malformedFieldsAreRefused(String field) {
        assertThatThrownBy(() -> ExtensionConfig.parseList(field))
                .isInstanceOf(WebSocketException.class)
                .hasMessageContaining("expected: a token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "a,b", "a, b;c"})
    void exactlyOneIsParsed(String text) {
        assertThatThrownBy(() -> ExtensionConfig.parse(text))
                .isInstanceOf(WebSocketException.class)
                .hasMessageContaining("expected: one name");
    }

    @ParameterizedTest
    @ValueSource(strings = {";", ";a", "foo;=1", "foo;a b", "@", "foo;@", "@foo bar"})
    void malformedConfigurationIsRefused(String text) {
        assertThatThrownBy(() -> ExtensionConfig.parse(text)).isInstanceOf(WebSocketException.class);
    }

    @Test
    void internalNamesAreForThisSideOnly() {
        ExtensionConfig config = ExtensionConfig.parse("foo;@size=10;a=1;@on");
        assertThat(config.getInternalParameters()).containsExactlyInAnyOrder(entry("@size", "10"), entry("@on", null));
        assertThat(config.isInternalExtension()).isFalse();
        assertThat(config.getParameterizedName()).isEqualTo("foo;@size=10;a=1;@on");
        assertThat(config.getParameterizedNameWithoutInternalParams()).isEqualTo("foo;a=1");
        assertThat(ExtensionConfig.parse("@bar;a").isInternalExtension()).isTrue();
        assertThat(ExtensionConfig.toHeaderValue(List.of(config, ExtensionConfig.parse("@bar;a"))))
                .isEqualTo("foo;a=1");
        config.removeInternalParameters();
        assertThat(config.getParameterKeys()).containsExactly("a");
    }

    @Test
    void parameterThatIsGivenTwiceIsMarked() {
        assertThat(ExtensionConfig.parseList("foo;a=1;a=2").get(0).getParameters())
                .containsEntry(ExtensionConfig.DUPLICATE, "a");
    }

    @Test
    void valuesAreQuotedWhereNeeded() {
        ExtensionConfig config = new ExtensionConfig("foo");
        config.setParameter("a", "x y");
        config.setParameter("b", "\"\\");
        config.setParameter("c", "");
        config.setParameter("d", 5);
        config.setParameter("e");
        String text = "foo;a=\"x y\";b=\"\\\"\\\\\";c=\"\";d=5;e";
        assertThat(config).hasToString(text);
        assertThat(ExtensionConfig.parse(text).getParameters()).isEqualTo(config.getParameters());
        assertThat(new ExtensionConfig(config).getParameters())
                .isEqualTo(config.getParameters())
                .isNotSameAs(config.getParameters());
    }

    @Test
    void nothingHasNoHeaderValue() {
        assertThat(ExtensionConfig.toHeaderValue(null)).isNull();
        assertThat(ExtensionConfig.toHeaderValue(List.of())).isNull();
        assertThat(ExtensionConfig.toHeaderValue(List.of(ExtensionConfig.parse("@foo"))))
                .isNull();
        assertThat(ExtensionConfig.toHeaderValue(ExtensionConfig.parseList("foo;a,bar")))
                .isEqualTo("foo;a, bar");
    }

    /** What is read of any field is written as it was read; what cannot be read is refused by one exception. */
    @Test
    void anyFieldIsReadOrRefused() {
        Random random = new Random(6455);
        String alphabet = "ab1@=;,\"\\ \t/\u00e4\u0000";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder field = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                field.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            List<ExtensionConfig> read;
            try {
                read = ExtensionConfig.parseList(field.toString());
            } catch (WebSocketException x) {
                continue;
            }
            for (ExtensionConfig config : read) {
                if (!config.getParameters().containsKey(ExtensionConfig.DUPLICATE)) {
                    String written = ExtensionConfig.toHeaderValue(List.of(config));
                    assertThat(texts(ExtensionConfig.parseList(written))).containsExactly(written);
                }
            }
        }
    }

    @Test
    void emptyElementsAreSkipped() {
        List<ExtensionConfig> read =
                ExtensionConfig.parseList("foo" + ";".repeat(10_000) + "a", ",".repeat(10_000) + "bar");
        assertThat(texts(read)).containsExactly("foo;a", "bar");
    }
}
