package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RFC 6265, sections 5.3 and 5.4. */
class HttpCookieStoreTest {
    private final HttpCookieStore store = new HttpCookieStore.Default();

    private boolean set(String uri, String cookie) {
        return store.add(URI.create(uri), SetCookieParser.newInstance().parse(cookie));
    }

    private List<String> sent(String uri) {
        return store.match(URI.create(uri)).stream()
                .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                .toList();
    }

    @Test
    void cookieWithoutDomainGoesToItsHostOnly() {
        assertThat(set("http://host.example/", "a=1")).isTrue();
        assertThat(sent("http://host.example/")).containsExactly("a=1");
        assertThat(sent("http://sub.host.example/")).isEmpty();
        assertThat(sent("http://example/")).isEmpty();
    }

    @Test
    void cookieOfADomainGoesToItsHosts() {
        assertThat(set("http://www.host.example/", "a=1; Domain=.Host.Example")).isTrue();
        assertThat(sent("http://host.example/")).containsExactly("a=1");
        assertThat(sent("http://other.host.example/")).containsExactly("a=1");
        assertThat(sent("http://evilhost.example/")).isEmpty();
    }

    @Test
    void cookieOfAnotherDomainIsRefused() {
        assertThat(set("http://www.host.example/", "a=1; Domain=other.example")).isFalse();
        assertThat(set("http://www.host.example/", "a=1; Domain=example")).isFalse();
        assertThat(set("http://1.2.3.4/", "a=1; Domain=3.4")).isFalse();
        assertThat(store.all()).isEmpty();
    }

    @Test
    void cookieOfAPublicSuffixIsRefused() {
        for (String suffix : List.of("com", "co.uk", "github.io", "any.ck", "xn--55qx5d.cn", "localhost")) {
            assertThat(set("https://www." + suffix + "/", "a=1; Domain=" + suffix))
                    .as(suffix)
                    .isFalse();
            assertThat(set("https://www." + suffix + "/", "a=1; Domain=." + suffix.toUpperCase(Locale.ENGLISH)))
                    .as(suffix)
                    .isFalse();
        }
        assertThat(set("https://a.www.ck/", "a=1; Domain=www.ck")).isTrue();
        assertThat(store.all()).hasSize(1);
    }

    /** RFC 6265, section 5.3, step 5. */
    @Test
    void cookieOfAPublicSuffixThatIsTheHostGoesToThisHostOnly() {
        assertThat(set("https://github.io/", "a=1; Domain=github.io")).isTrue();
        assertThat(set("http://localhost/", "b=1; Domain=localhost")).isTrue();
        assertThat(sent("https://github.io/")).containsExactly("a=1");
        assertThat(sent("https://me.github.io/")).isEmpty();
        assertThat(sent("http://localhost/")).containsExactly("b=1");
        assertThat(sent("http://me.localhost/")).isEmpty();
    }

    @Test
    void publicSuffixesOfAFileAreUsed(@TempDir Path folder) throws Exception {
        Path list = Files.writeString(folder.resolve("list.dat"), "com\nours.example\n");
        HttpCookieStore other = new HttpCookieStore.Default(PublicSuffixes.load(list));
        HttpCookie ours = SetCookieParser.newInstance().parse("a=1; Domain=ours.example");
        HttpCookie british = SetCookieParser.newInstance().parse("a=1; Domain=co.uk");
        assertThat(other.add(URI.create("http://www.ours.example/"), ours)).isFalse();
        assertThat(other.add(URI.create("http://www.co.uk/"), british)).isTrue();
    }

    @Test
    void pathIsMatchedBySegmentsAndTheLongestGoesFirst() {
        set("http://host.example/", "a=1; Path=/");
        set("http://host.example/", "b=2; Path=/one");
        set("http://host.example/one/two/three", "c=3");
        assertThat(sent("http://host.example/one/two/x")).containsExactly("c=3", "b=2", "a=1");
        assertThat(sent("http://host.example/onemore")).containsExactly("a=1");
    }

    @Test
    void secureCookieIsSetAndSentWithinTlsOnly() {
        assertThat(set("http://host.example/", "a=1; Secure")).isFalse();
        assertThat(set("https://host.example/", "a=1; Secure")).isTrue();
        assertThat(sent("http://host.example/")).isEmpty();
        assertThat(sent("https://host.example/")).containsExactly("a=1");
    }

    @Test
    void prefixesOfNamesAreKeptTo() {
        assertThat(set("http://host.example/", "__Secure-a=1")).isFalse();
        assertThat(set("https://host.example/", "__Host-a=1; Secure; Path=/; Domain=host.example"))
                .isFalse();
        assertThat(set("https://host.example/", "__Host-a=1; Secure; Path=/")).isTrue();
    }

    /** RFC 6265, sections 5.2.3 and 5.3, step 6. */
    @Test
    void cookieOfAnEmptyDomainGoesToItsHostOnly() {
        for (String domain : List.of("Domain=", "Domain", "Domain=.")) {
            assertThat(set("https://host.example/", "a=1; " + domain))
                    .as(domain)
                    .isTrue();
            assertThat(set("https://host.example/", "__Host-a=1; Secure; Path=/; " + domain))
                    .as(domain)
                    .isEqualTo(!domain.endsWith("."));
            assertThat(sent("https://host.example/")).contains("a=1");
            assertThat(sent("https://sub.host.example/")).isEmpty();
            store.clear();
        }
    }

    @Test
    void expiredCookieRemovesTheStoredOne() {
        for (String expired : List.of("Max-Age=0", "Max-Age=-5", "Expires=Thu, 01 Jan 1970 00:00:00 GMT")) {
            assertThat(set("http://host.example/", "a=1")).isTrue();
            assertThat(set("http://host.example/", "a=; " + expired)).isFalse();
            assertThat(store.all()).as(expired).isEmpty();
        }
    }

    @Test
    void numberOfCookiesOfAHostIsLimitedAndTheOldestGoes() {
        for (int i = 0; i < 200; i++) {
            set("http://host.example/", "c" + i + "=1");
        }
        assertThat(store.all()).hasSize(180);
        assertThat(sent("http://host.example/")).contains("c199=1").doesNotContain("c0=1");
    }

    /** RFC 6265bis, section 5.7, step 15: whoever is on the way of clear text must not choose the cookies of TLS. */
    @Test
    void cookieOfTlsIsNotReplacedInClearText() {
        set("https://www.host.example/app/", "a=tls; Secure; Path=/app");
        set("https://www.host.example/", "b=tls; Path=/");
        assertThat(set("http://www.host.example/", "a=clear; Path=/app")).isFalse();
        assertThat(set("http://www.host.example/", "a=clear; Path=/app/x")).isFalse();
        assertThat(set("http://www.host.example/", "a=clear; Path=/app; Domain=host.example"))
                .isFalse();
        assertThat(set("http://www.host.example/", "a=; Path=/app; Max-Age=0")).isFalse();
        assertThat(sent("https://www.host.example/app/x")).containsExactly("a=tls", "b=tls");
        // another path, another host, a cookie that is not for TLS alone, and TLS itself
        assertThat(set("http://www.host.example/", "a=clear; Path=/other")).isTrue();
        assertThat(set("http://other.example/", "a=clear; Path=/app")).isTrue();
        assertThat(set("http://www.host.example/", "b=clear; Path=/")).isTrue();
        assertThat(set("https://www.host.example/", "a=new; Secure; Path=/app")).isTrue();
        assertThat(sent("https://www.host.example/app/x")).containsExactly("a=new", "b=clear");
    }
}
