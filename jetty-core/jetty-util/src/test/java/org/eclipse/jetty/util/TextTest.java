package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class TextTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "/a/b,/a/b",
                "/a/./b,/a/b",
                "/a/../b,/b",
                "/a/..,/",
                "/..,null",
                "/a/../..,null",
                "/a/.,/a/",
                "a/..,''",
                "/a/b/..,/a/",
                "/a/...,/a/...",
                "./a,a",
                "../a,null",
                "/a//../b,/a/b",
                "/.a/..b,/.a/..b"
            })
    public void dotSegmentsAreResolvedAndNeverLeadAboveTheRoot(String path, String expected) {
        assertThat(URIUtil.canonicalPath(path)).isEqualTo(expected);
    }

    @Test
    public void encodedDotsAreDotsToo() {
        assertThat(URIUtil.normalizePath("/a/%2e%2E/b")).isEqualTo("/b");
        assertThat(URIUtil.normalizePath("/%2e./a")).isNull();
        assertThat(URIUtil.isNotNormalWithinSelf("a/%2e%2e/..")).isTrue();
    }

    @Test
    public void pathsAreEncodedAndDecoded() {
        assertThat(URIUtil.encodePath("/a b;c?d#e%f/ü€𝄞"))
                .isEqualTo("/a%20b%3Bc%3Fd%23e%25f/%C3%BC%E2%82%AC%F0%9D%84%9E");
        assertThat(URIUtil.decodePath("/a%20b;x=y/c%C3%BC;z")).isEqualTo("/a b/cü");
        assertThatThrownBy(() -> URIUtil.decodePath("/%f0%28")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> URIUtil.decodePath("/%4")).isInstanceOf(IllegalArgumentException.class);
        assertThat(URIUtil.compactPath("//a///b/?x=//")).isEqualTo("/a/b/?x=//");
        assertThat(URIUtil.addPaths("/a/", "/b")).isEqualTo("/a/b");
        assertThat(URIUtil.addEncodedPaths("/a;p?q", "b")).isEqualTo("/a/b;p?q");
    }

    @Test
    public void notUtf8IsReplacedPerMaximalPrefix() throws Exception {
        byte[] bytes = {
            'a',
            (byte) 0xc0,
            (byte) 0xaf,
            (byte) 0xe2,
            (byte) 0x82,
            'b',
            (byte) 0xed,
            (byte) 0xa0,
            (byte) 0x80,
            (byte) 0xf0,
            (byte) 0x9f
        };
        Utf8StringBuilder builder = new Utf8StringBuilder();
        builder.append(bytes);
        assertThat(builder.toCompleteString()).isEqualTo("a\ufffd\ufffd\ufffdb\ufffd\ufffd\ufffd\ufffd");
        assertThat(builder.hasCodingErrors()).isTrue();
        assertThatThrownBy(builder::build).isInstanceOf(Utf8StringBuilder.Utf8CharacterCodingException.class);
    }

    @Test
    public void formsAreDecodedWithinLimits() throws Exception {
        MultiMap<String> map = UrlEncoded.decodeQuery("a=1&b=x+y%20z&a=2&c&=v&d=%C3%BC");
        assertThat(map.getValues("a")).containsExactly("1", "2");
        assertThat(map.getValue("b")).isEqualTo("x y z");
        assertThat(map.getValue("c")).isEmpty();
        assertThat(map.getValue("")).isEqualTo("v");
        assertThat(map.getValue("d")).isEqualTo("ü");
        assertThatThrownBy(() -> UrlEncoded.decodeQuery("a=%zz")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> UrlEncoded.decodeQuery("a=%ff"))
                .isInstanceOf(Utf8StringBuilder.Utf8IllegalArgumentException.class);
        List<String> values = new ArrayList<>();
        assertThat(UrlEncoded.decodeUtf8To("a=%ff%4", 0, 7, (n, v) -> values.add(v), true, false, true))
                .isFalse();
        assertThat(values).containsExactly("\ufffd%4");
        byte[] form = "a=1&b=2&c=3".getBytes();
        assertThatThrownBy(() -> UrlEncoded.decodeUtf8To(new ByteArrayInputStream(form), new MultiMap<>(), 5, -1))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> UrlEncoded.decodeUtf8To(new ByteArrayInputStream(form), new MultiMap<>(), -1, 2))
                .isInstanceOf(IllegalStateException.class);
        MultiMap<String> latin = new MultiMap<>();
        UrlEncoded.decodeTo(
                new ByteArrayInputStream("a=\u00fc%FC".getBytes(StandardCharsets.ISO_8859_1)),
                latin,
                StandardCharsets.ISO_8859_1,
                -1,
                -1);
        assertThat(latin.getValue("a")).isEqualTo("üü");
        assertThat(UrlEncoded.encodeString("a b&ü")).isEqualTo("a+b%26%C3%BC");
    }

    @Test
    public void authoritiesAreParsed() {
        assertThat(new HostPort("host:80").getPort()).isEqualTo(80);
        assertThat(new HostPort("[::1]:80").getHost()).isEqualTo("[::1]");
        assertThat(new HostPort("::1").getHost()).isEqualTo("[::1]");
        for (String bad : List.of("host:x", "host:", "[::1", "[::1]x", "a b", "host:70000", ":80", "[zz]")) {
            assertThatThrownBy(() -> new HostPort(bad)).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    public void authorityWithoutAPortHasPortMinusOne() {
        for (HostPort none : List.of(
                new HostPort("host"), new HostPort("host", 0), new HostPort("host", -5), HostPort.unsafe("host:"))) {
            assertThat(none.getHost()).isEqualTo("host");
            assertThat(none.getPort()).isEqualTo(-1);
            assertThat(none.getPort(80)).isEqualTo(80);
            assertThat(none.hasPort()).isFalse();
            assertThat(none).hasToString("host");
        }
        assertThat(new HostPort("[::1]").getPort()).isEqualTo(-1);
    }

    @Test
    public void unsafeAuthorityThatCannotBeParsedIsAHost() {
        for (String bad : List.of("host:x", "host:70000", "host:0", "[::1", "[::1]x", "[x")) {
            HostPort unsafe = HostPort.unsafe(bad);
            assertThat(unsafe.getHost()).isEqualTo(bad);
            assertThat(unsafe.hasPort()).isFalse();
            assertThat(unsafe).hasToString(bad);
        }
        assertThat(HostPort.unsafe("h_ h:80").getPort()).isEqualTo(80);
        assertThatThrownBy(() -> HostPort.unsafe(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    public void csvKeepsQuotedValues() {
        assertThat(StringUtil.csvSplit("a, b ,\" c,\\\"d\",,e f,\"\"")).containsExactly("a", "b", " c,\"d", "e f", "");
    }

    @Test
    public void quotedStringsAreTokensAndQuoted() {
        Iterator<String> tokens = QuotedStringTokenizer.CSV.tokenize("a , \"b,\\\"c\" ,d");
        assertThat(tokens).toIterable().containsExactly("a", "b,\"c", "d");
        assertThat(QuotedStringTokenizer.CSV.quoteIfNeeded("a,b")).isEqualTo("\"a,b\"");
        assertThat(QuotedStringTokenizer.CSV.unquote("\"a\\\"b\"")).isEqualTo("a\"b");
    }

    @Test
    public void addressesMatchPatterns() throws Exception {
        InetAddressSet set = new InetAddressSet();
        set.addAll(List.of("10.0.0.0/8", "192.168.1.5-192.168.1.9", "172.16-18.", "::1"));
        for (String in : List.of("10.9.8.7", "192.168.1.9", "172.17.0.1", "::1")) {
            assertThat(set.test(InetAddress.getByName(in))).as(in).isTrue();
        }
        for (String out : List.of("11.0.0.0", "192.168.1.10", "172.19.0.1", "::2")) {
            assertThat(set.test(InetAddress.getByName(out))).as(out).isFalse();
        }
        assertThatThrownBy(() -> InetAddressPattern.from("10.0.0.1/8")).isInstanceOf(IllegalArgumentException.class);
    }

    /** A slip must not let in more than it says: these are other addresses for other programs, or none. */
    @ParameterizedTest
    @ValueSource(
            strings = {"10", "10.3", "10.0-5", "10.-5", "-5", "10.1.2", "10..0.1", "10..", ".1.2.3", "10.1.2.3.4."})
    public void addressPatternOfOtherThanFourPartsIsRefused(String pattern) {
        assertThatThrownBy(() -> InetAddressPattern.from(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.", "10.3.", "10.0-5.", "10.-5.", "10.3.1-.", "10.3.-.1-9", "10.3.1.2.", "10.3.1.2"})
    public void addressPatternMatches10312(String pattern) throws Exception {
        assertThat(InetAddressPattern.from(pattern).test(InetAddress.getByName("10.3.1.2")))
                .isTrue();
        assertThat(InetAddressPattern.from(pattern).test(InetAddress.getByName("11.3.1.2")))
                .isFalse();
    }

    /** An empty property must not let in everybody. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "-", "..."})
    public void addressPatternWithoutANumberIsRefused(String pattern) {
        assertThatThrownBy(() -> InetAddressPattern.from(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    public void dateCacheWithoutSubSecondsShowsWholeSeconds() {
        DateCache cache = new DateCache("ss.SSS", Locale.US, TimeZone.getTimeZone("UTC"), false);
        assertThat(cache.format(1_700_000_000_999L)).isEqualTo("20.000");
        assertThat(cache.format(1_700_000_000_123L)).isEqualTo("20.000");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", textBlock = """
            file:/a/b.war,           war
            file:/a%20b.JAR,         jar
            file:/a/b.war/,          null
            jar:file:/a.jar!/,       jar
            jar:file:/a.jar!/x.txt,  txt
            http://h/a.zip?q=x.y,    zip
            file:/a/.hidden,         null
            file:/a/b,               null
            """)
    public void extensionIsThatOfTheNameWithoutItsDot(URI uri, String extension) {
        assertThat(FileID.getExtension(uri)).isEqualTo(extension);
        assertThat(FileID.isExtension(uri, "." + extension)).isEqualTo(extension != null);
        assertThat(FileID.isExtension(uri, String.valueOf(extension))).isEqualTo(extension != null);
    }

    @Test
    public void descriptorsOfModulesAndPackagesAreNoClasses() {
        assertThat(FileID.isClassFile("com/example/Type$1.class")).isTrue();
        assertThat(FileID.isClassFile("com/example/package-info.class")).isFalse();
        assertThat(FileID.isClassFile("module-info.class")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            file:/a%20b.war,                          a b.war,  jar:file:/a%20b.war!/x
            jar:file:/c/a%20b.war!/WEB-INF/classes/,  a b.war,  jar:file:/c/a%20b.war!/x
            file:/a/d/,                               d,        jar:file:/a/d/!/x
            file:/,                                   ``,       jar:file:/!/x
            """)
    public void lastSegmentIsDecodedAndThatOfTheArchive(URI uri, String segment, URI prefixed) {
        assertThat(URIUtil.getUriLastPathSegment(uri)).isEqualTo(segment);
        assertThat(URIUtil.uriJarPrefix(uri, "!/x")).isEqualTo(prefixed);
    }

    @Test
    public void classesMatchTheLongestPattern() {
        ClassMatcher matcher =
                new ClassMatcher("org.example.", "-org.example.open.", "org.example.open.Closed", "net.one.Type");
        assertThat(matcher.match("org.example.Foo")).isTrue();
        assertThat(matcher.match("org.example.open.Foo")).isFalse();
        assertThat(matcher.match("org.example.open.Closed$Inner")).isTrue();
        assertThat(matcher.match("org.example.open.ClosedNot")).isFalse();
        assertThat(matcher.match("net.one.Type2")).isFalse();
        assertThat(matcher.match("other.Foo")).isFalse();
        assertThat(new ClassMatcher("-org.example.").match("other.Foo")).isTrue();
        assertThat(new ClassMatcher(".").match("Foo")).isTrue();
        assertThat(new ClassMatcher("jrt:/java.base").match(String.class)).isTrue();
        assertThat(new ClassMatcher("jrt:/java.base").match(TextTest.class)).isFalse();
        assertThat(new ClassMatcher(TypeUtil.getLocationOfClass(TextTest.class).toString()).match(TextTest.class))
                .isTrue();
    }

    @Test
    public void secretsAreObfuscatedAndChecked() {
        for (String secret : List.of("password", "", "grüße", "a")) {
            assertThat(Password.deobfuscate(Password.obfuscate(secret))).isEqualTo(secret);
        }
        assertThat(Password.obfuscate("storepwd")).isEqualTo("OBF:1vny1zlo1x8e1vnw1vn61x8g1zlu1vn4");
        assertThat(Credential.getCredential("OBF:1vny1zlo1x8e1vnw1vn61x8g1zlu1vn4")
                        .check("storepwd"))
                .isTrue();
        assertThat(Credential.getCredential(Credential.MD5.digest("x")).check("x"))
                .isTrue();
        assertThat(Credential.getCredential(Credential.MD5.digest("x")).check("y"))
                .isFalse();
        assertThatThrownBy(() -> new Password("OBF:zz")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    public void buffersFlipWithoutLosingContent() {
        var buffer = BufferUtil.allocate(8);
        BufferUtil.append(buffer, "abc");
        buffer.get();
        int position = BufferUtil.flipToFill(buffer);
        buffer.put((byte) 'd');
        BufferUtil.flipToFlush(buffer, position);
        assertThat(BufferUtil.toString(buffer)).isEqualTo("bcd");
        assertThat(BufferUtil.toInt(BufferUtil.toBuffer(" -42x"))).isEqualTo(-42);
        assertThatThrownBy(() -> BufferUtil.toInt(BufferUtil.toBuffer("99999999999")))
                .isInstanceOf(NumberFormatException.class);
        var hex = BufferUtil.allocate(32);
        BufferUtil.clearToFill(hex);
        BufferUtil.putHexInt(hex, 0x1f0);
        BufferUtil.putDecLong(hex, -120);
        BufferUtil.flipToFlush(hex, 0);
        assertThat(BufferUtil.toString(hex)).isEqualTo("1F0-120");
    }
}
