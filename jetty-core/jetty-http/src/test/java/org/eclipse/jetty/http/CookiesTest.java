package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6265: Cookie and Set-Cookie. */
class CookiesTest {
    private static String read(String field, CookieCompliance compliance) {
        StringBuilder b = new StringBuilder();
        CookieParser.newParser(
                        (name, value, version, domain, path, comment) -> b.append(b.isEmpty() ? "" : " ")
                                .append(name)
                                .append("=[")
                                .append(value)
                                .append(path == null ? "]" : "]" + path),
                        compliance,
                        null)
                .parseField(field);
        return b.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "a=b; c=d|a=[b] c=[d]",
                "a=b=c==; d=e|a=[b=c==] d=[e]",
                "a=; c=d|a=[] c=[d]",
                "justname; c=d|c=[d]",
                "=v; c=d|c=[d]",
                "a b=c; c=d|c=[d]",
                ";; ; c=d|c=[d]",
                "a=\"b; s=secret; c=d\"|s=[secret]",
                "a=b\u0001; c=d|c=[d]",
                "a=\"b\"; c=d|a=[b] c=[d]",
                "a=b;c=d|a=[b] c=[d]",
                "a=b,c=d; e=f|e=[f]",
                "a=\u00e9; c=d|c=[d]",
                "a=b;|a=[b]",
                "a=1; a=2|a=[1] a=[2]",
                "  a = b  |a=[b]",
                "a=b c; d=e|a=[b c] d=[e]",
                "__Host-a=b|__Host-a=[b]"
            })
    void cookiesAreReadAndInvalidOnesLeftOut(String field, String expected) {
        assertThat(read(field, CookieCompliance.RFC6265)).isEqualTo(expected);
    }

    @Test
    void cookieOfTheJdkIsTaken() {
        java.net.HttpCookie cookie = new java.net.HttpCookie("a", "b");
        cookie.setVersion(0);
        assertThat(HttpCookie.from(cookie).getAttributes()).isEmpty();
        cookie.setDomain("a.example");
        cookie.setPath("/p");
        cookie.setMaxAge(60);
        cookie.setSecure(true);
        cookie.setHttpOnly(true);
        cookie.setComment("why");
        HttpCookie taken = HttpCookie.from(cookie);
        assertThat(taken.getName() + "=" + taken.getValue()).isEqualTo("a=b");
        assertThat(taken.getDomain()).isEqualTo("a.example");
        assertThat(taken.getPath()).isEqualTo("/p");
        assertThat(taken.getMaxAge()).isEqualTo(60);
        assertThat(taken.getComment()).isEqualTo("why");
        assertThat(taken.isSecure()).isTrue();
        assertThat(taken.isHttpOnly()).isTrue();
    }

    @Test
    void modesDiffer() {
        assertThat(read("a=\"b\"", CookieCompliance.RFC6265_QUOTED)).isEqualTo("a=[\"b\"]");
        assertThat(read("$Version=\"1\"; a=\"b\\\"c\"; $Path=\"/p\"", CookieCompliance.RFC2965))
                .isEqualTo("a=[b\"c]/p");
        assertThat(read("a=b, c=d", CookieCompliance.RFC2965)).isEqualTo("a=[b] c=[d]");
        assertThatThrownBy(() -> read("a=b c", CookieCompliance.RFC6265_STRICT))
                .isInstanceOf(CookieParser.InvalidCookieException.class);
        assertThatThrownBy(() -> read("novalue", CookieCompliance.RFC6265_STRICT))
                .isInstanceOf(CookieParser.InvalidCookieException.class);
        assertThat(read("a=b; c=d", CookieCompliance.RFC6265_STRICT)).isEqualTo("a=[b] c=[d]");
    }

    @Test
    void sameCookieFieldsAreReadOnce() {
        CookieCache cache = new CookieCache();
        HttpFields fields = HttpFields.build().add(HttpHeader.COOKIE, "a=b").add(HttpHeader.COOKIE, "c=d");
        List<HttpCookie> first = cache.getCookies(fields);
        assertThat(first).hasSize(2);
        assertThat(cache.getCookies(HttpFields.build(fields))).isSameAs(first);
        assertThat(cache.getCookies(HttpFields.build().add(HttpHeader.COOKIE, "a=b")))
                .hasSize(1);
        assertThat(cache.getCookies(HttpFields.EMPTY)).isEmpty();
    }

    @Test
    void setCookieIsReadLeniently() {
        SetCookieParser parser = SetCookieParser.newInstance();
        HttpCookie cookie = parser.parse(
                "k=\"v\"; Path=/p; domain=d; Max-Age=60; SECURE; HttpOnly; SameSite=strict; Partitioned; Expires=bad; x=y");
        assertThat(cookie.getValue()).isEqualTo("v");
        assertThat(cookie.getPath()).isEqualTo("/p");
        assertThat(cookie.getDomain()).isEqualTo("d");
        assertThat(cookie.getMaxAge()).isEqualTo(60);
        assertThat(cookie.isSecure() && cookie.isHttpOnly() && cookie.isPartitioned())
                .isTrue();
        assertThat(cookie.getSameSite()).isEqualTo(HttpCookie.SameSite.STRICT);
        assertThat(cookie.getExpires()).isNull();
        assertThat(cookie.getAttributes()).containsEntry("X", "y");
        assertThat(parser.parse("novalue; Path=/")).isNull();
        assertThat(parser.parse("=v")).isNull();
    }

    /** RFC 6265, section 5.2.2. */
    @ParameterizedTest
    @ValueSource(strings = {"+5", "", "5s", "-5s", "-", "--5", "1.5", "\u0665"})
    void maxAgeThatIsNoNumberIsIgnored(String value) {
        HttpCookie cookie = SetCookieParser.newInstance().parse("k=v; Max-Age=60; Max-Age=" + value);
        assertThat(cookie.getMaxAge()).isEqualTo(60);
    }

    @Test
    void maxAgeThatIsTooLargeIsTheLargest() {
        SetCookieParser parser = SetCookieParser.newInstance();
        assertThat(parser.parse("k=v; Max-Age=99999999999999999999").getMaxAge())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(parser.parse("k=v; Max-Age=-99999999999999999999").getMaxAge())
                .isZero();
    }

    /** RFC 6265, section 5.2.3. */
    @Test
    void emptyDomainIsIgnored() {
        SetCookieParser parser = SetCookieParser.newInstance();
        assertThat(parser.parse("k=v; Domain=").getDomain()).isNull();
        assertThat(parser.parse("k=v; Domain").getDomain()).isNull();
        assertThat(parser.parse("k=v; Domain=d.example; Domain= ").getDomain()).isEqualTo("d.example");
    }

    /** RFC 6265, sections 5.2.5 and 5.2.6. */
    @Test
    void flagsAreSetByTheirNamesWhateverTheirValues() {
        HttpCookie cookie = SetCookieParser.newInstance().parse("k=v; Secure=false; HttpOnly=FALSE; Partitioned=false");
        assertThat(cookie.isSecure()).isTrue();
        assertThat(cookie.isHttpOnly()).isTrue();
        assertThat(cookie.isPartitioned()).isTrue();
    }

    /** RFC 6265, section 5.1.1, steps 3 and 4: this is how many servers delete cookies. */
    @Test
    void expiryWithTwoDigitsFrom70IsOfThe20thCentury() {
        SetCookieParser parser = SetCookieParser.newInstance();
        HttpCookie deleted = parser.parse("k=v; Expires=Thu, 01-Jan-70 00:00:01 GMT");
        assertThat(deleted.getExpires()).isEqualTo("1970-01-01T00:00:01Z");
        assertThat(deleted.isExpired()).isTrue();
        assertThat(parser.parse("k=v; Expires=Fri, 31-Dec-99 00:00:00 GMT").getExpires())
                .isEqualTo("1999-12-31T00:00:00Z");
        assertThat(parser.parse("k=v; Expires=Tue, 31-Dec-69 00:00:00 GMT").getExpires())
                .isEqualTo("2069-12-31T00:00:00Z");
        assertThat(parser.parse("k=v; Expires=Sat, 01-Jan-00 00:00:00 GMT").getExpires())
                .isEqualTo("2000-01-01T00:00:00Z");
    }

    @Test
    void cookiesAreTheSameByNameDomainAndPath() {
        HttpCookie a = HttpCookie.build("a", "1").domain("D").path("/").build();
        assertThat(a)
                .isEqualTo(HttpCookie.build("a", "2").domain("d").path("/").build())
                .isNotEqualTo(HttpCookie.from("a", "1"));
        assertThat(HttpCookie.build("a", "b").maxAge(0).build().isExpired()).isTrue();
        assertThat(HttpCookie.build("a", "b")
                        .expires(java.time.Instant.EPOCH)
                        .build()
                        .isExpired())
                .isTrue();
        assertThat(HttpCookie.build("a", "b").build().getMaxAge()).isEqualTo(-1);
    }
}
