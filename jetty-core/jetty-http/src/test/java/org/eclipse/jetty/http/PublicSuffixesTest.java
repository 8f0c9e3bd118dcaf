package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of publicsuffix.org and its algorithm. */
class PublicSuffixesTest {
    private static final Pattern VECTOR = Pattern.compile("checkPublicSuffix\\((null|'([^']*)'), (null|'([^']*)')\\);");

    private final PublicSuffixes bundled = PublicSuffixes.bundled();

    @TempDir
    Path folder;

    private PublicSuffixes load(String text) throws IOException {
        return PublicSuffixes.load(Files.writeString(folder.resolve("list.dat"), text));
    }

    /** The vectors that publicsuffix.org publishes, which are in the public domain. */
    @Test
    void publishedVectorsHold() throws Exception {
        int count = 0;
        try (InputStream input = getClass().getResourceAsStream("/public_suffix_vectors.txt")) {
            String all = new String(input.readAllBytes(), StandardCharsets.UTF_8);
            for (String line : all.lines().toList()) {
                if (line.isBlank() || line.startsWith("//")) {
                    continue;
                }
                Matcher vector = VECTOR.matcher(line.strip());
                assertThat(vector.matches()).as(line).isTrue();
                count++;
                if (vector.group(2) != null) {
                    check(line, vector.group(2), vector.group(4));
                }
            }
        }
        assertThat(count).isGreaterThan(70);
    }

    private void check(String line, String domain, String expected) {
        String registrable = bundled.getRegistrableDomain(domain);
        String ascii = expected == null ? null : IDN.toASCII(expected);
        assertThat(registrable).as(line).isEqualTo(ascii);
    }

    @Test
    void listThatComesAlongStatesItsVersion() {
        assertThat(bundled.getVersion()).startsWith("202").endsWith("UTC");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com",
                "COM",
                "com.",
                "co.uk",
                "github.io",
                "any.ck",
                "c.kobe.jp",
                "公司.cn",
                "xn--55qx5d.cn",
                "unlisted",
                "localhost"
            })
    void domainBelowWhichAnybodyRegistersIsASuffix(String domain) {
        assertThat(bundled.isPublicSuffix(domain)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "www.ck", "city.kobe.jp", "me.github.io", "a.unlisted", "食狮.公司.cn"})
    void registeredDomainIsNoSuffix(String domain) {
        assertThat(bundled.isPublicSuffix(domain)).isFalse();
        assertThat(bundled.getRegistrableDomain("www." + domain)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".com", "a..com", "[::1]", "a b.com", "x\n.com", "\u0000"})
    void whatIsNoDomainIsNoSuffixAndHasNone(String text) {
        assertThat(bundled.isPublicSuffix(text)).isFalse();
        assertThat(bundled.getRegistrableDomain(text)).isNull();
    }

    @Test
    void listOfAFileIsUsed() throws Exception {
        PublicSuffixes suffixes = load("""
                // VERSION: 1
                one
                sub.one  after white space
                *.many
                !mine.many
                *
                """);
        assertThat(suffixes.getVersion()).isEqualTo("1");
        assertThat(suffixes.getRegistrableDomain("a.b.sub.one")).isEqualTo("b.sub.one");
        assertThat(suffixes.getRegistrableDomain("a.b.one")).isEqualTo("b.one");
        assertThat(suffixes.getRegistrableDomain("a.b.c.many")).isEqualTo("b.c.many");
        assertThat(suffixes.isPublicSuffix("mine.many")).isFalse();
        assertThat(suffixes.getRegistrableDomain("a.mine.many")).isEqualTo("mine.many");
        assertThat(suffixes.isPublicSuffix("co.uk")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "a.*.b", "!single", "a..b", "\"a\""})
    void lineThatIsNoRuleIsNamed(String line) {
        assertThatThrownBy(() -> load("com\n" + line + "\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("list.dat:2: " + line)
                .hasMessageContaining("expected: a rule");
    }

    @Test
    void listWithoutRulesIsRefused() {
        assertThatThrownBy(() -> load("// nothing\n\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no rules");
    }
}
