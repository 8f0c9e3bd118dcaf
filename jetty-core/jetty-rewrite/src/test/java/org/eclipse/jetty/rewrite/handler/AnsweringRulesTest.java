package org.eclipse.jetty.rewrite.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.OverTransports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that answer requests, and those that change responses. */
class AnsweringRulesTest extends OverTransports {
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "/old/(.*) > /new/$1 > false > /old/a%20b?q=1 > /new/a%20b?q=1",
                "/old/([^?]*).* > /new/$1 > false > /old/a%20b?q=1 > /new/a%20b",
                "/old/([^?]*).* > /new/$1 > true > /old/a?q=1 > /new/a?q=1",
                "/old/([^?]*).* > /new?p=$1 > true > /old/a?q=1 > /new?q=1&p=a",
                "/old/(.*) > /new?p=$1 > true > /old/a > /new?p=a",
                "/old/([^?]*).* > /new#$1 > true > /old/a?q=1 > /new?q=1#a",
                "/old/([^?]*).* > /new?p=$1#f?g > true > /old/a?q=1 > /new?q=1&p=a#f?g",
                "/old/(.*) > https://x.example/$1 > false > /old/a > https://x.example/a",
            })
    void regexRedirects(String regex, String location, boolean addQueries, String target, String expected)
            throws Exception {
        RedirectRegexRule rule = new RedirectRegexRule(regex, location);
        rule.setAddQueries(addQueries);
        try (Rules rules = new Rules(transport, rule)) {
            rules.local.configuration.setRelativeRedirectAllowed(true);
            rules.start();
            assertThat(rules.get(target)).startsWith("HTTP/1.1 302 ").contains("Location: " + expected + "\r\n");
            assertThat(rules.get("/other")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void patternRedirectsWithItsStatus() throws Exception {
        RedirectPatternRule rule = new RedirectPatternRule("/old/*", "/new");
        rule.setStatusCode(308);
        RewritePatternRule never = new RewritePatternRule("/old/*", "/x");
        try (Rules rules = new Rules(transport, rule, never)) {
            rules.local.configuration.setRelativeRedirectAllowed(true);
            rules.start();
            assertThat(rules.get("/old/x?q")).startsWith("HTTP/1.1 308 ").contains("Location: /new\r\n");
        }
        assertThatThrownBy(() -> rule.setStatusCode(200)).hasMessage("statusCode: 200 (expected: 3xx)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/old/%0d%0aX-Evil:%201",
                "/old/%0D%0ASet-Cookie:a=b",
                "/old/%E5%98%8A%E5%98%8DX-Evil:1",
                "/old/%00"
            })
    void locationOfAMatchSplitsNoResponse(String target) throws Exception {
        try (Rules rules = new Rules(
                transport,
                new RedirectRegexRule("/old/(.*)", "/new/$1"),
                new HeaderRegexRule("/(.*)", "X-Value", "$1"))) {
            rules.local.configuration.setUriCompliance(UriCompliance.UNSAFE);
            rules.local.configuration.setRelativeRedirectAllowed(true);
            rules.start();
            String response = rules.get(target);
            assertThat(response.lines().map(line -> line.replaceAll(":.*", ""))).doesNotContain("X-Evil", "Set-Cookie");
        }
    }

    @Test
    void statusAnswersWithTheErrorPageOrWithoutContent() throws Exception {
        try (Rules rules = new Rules(
                        transport,
                        new ResponsePatternRule("/gone/*", 410, "No longer here"),
                        new ResponsePatternRule("/empty", 204, null))
                .start()) {
            assertThat(rules.get("/gone/x")).startsWith("HTTP/1.1 410 ").contains("No longer here");
            assertThat(rules.get("/empty")).startsWith("HTTP/1.1 204 ").endsWith("\r\n\r\n");
        }
        assertThatThrownBy(() -> new ResponsePatternRule("/", 100, null))
                .hasMessage("code: 100 (expected: 200-999, or 0 for none)");
    }

    @Test
    void headerWithABadValueIsAnsweredByTheStatus() throws Exception {
        ResponseStatusHeaderRegexRule rule = new ResponseStatusHeaderRegexRule();
        rule.setHeaderName("User-Agent");
        rule.setHeaderRegex(".*Bot.*");
        rule.setCode(403);
        rule.setMessage("No bots");
        try (Rules rules = new Rules(transport, rule).start()) {
            assertThat(rules.get("/", "User-Agent: BadBot/1"))
                    .startsWith("HTTP/1.1 403 ")
                    .contains("No bots");
            assertThat(rules.get("/", "User-Agent: curl")).startsWith("HTTP/1.1 200 ");
            assertThat(rules.get("/")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void costlyExpressionForAHeaderEndsWithAnError() throws Exception {
        ResponseStatusHeaderRegexRule rule = new ResponseStatusHeaderRegexRule();
        rule.setHeaderName("X-Text");
        rule.setHeaderRegex("a*a*a*a*a*a*a*a*b");
        try (Rules rules = new Rules(transport, rule).start()) {
            assertThat(rules.get("/", "X-Text: " + "a".repeat(60))).startsWith("HTTP/1.1 500 ");
        }
    }

    @ParameterizedTest
    @CsvSource({"/a%01b, 400", "/a%7Fb, 400", "/a%EF%BF%BDb, 400", "/a%C3%A9, 200", "/plain, 200"})
    void uriWithControlsIsInvalid(String target, int status) throws Exception {
        try (Rules rules = new Rules(transport, new InvalidURIRule())) {
            rules.local.configuration.setUriCompliance(UriCompliance.UNSAFE);
            rules.start();
            assertThat(rules.get(target)).startsWith("HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void headersAreSetAndAdded() throws Exception {
        HeaderPatternRule set = new HeaderPatternRule("/a/*", "X-One", "1");
        HeaderPatternRule added = new HeaderPatternRule("/a/*", "X-One", "2");
        added.setAdd(true);
        HeaderRegexRule regex = new HeaderRegexRule("/(.*)\\.css", "X-Style", "$1");
        try (Rules rules = new Rules(transport, set, added, regex).start()) {
            assertThat(rules.get("/a/x.css"))
                    .contains("X-One: 1\r\n", "X-One: 2\r\n", "X-Style: a/x\r\n", "</a/x.css ");
            assertThat(rules.get("/b")).doesNotContain("X-One", "X-Style");
        }
    }

    @Test
    void cookieIsSetUnlessTheRequestHasIt() throws Exception {
        try (Rules rules = new Rules(transport, new CookiePatternRule("/*", "seen", "yes")).start()) {
            assertThat(rules.get("/")).contains("Set-Cookie: seen=yes");
            assertThat(rules.get("/", "Cookie: seen=no")).contains("Set-Cookie: seen=yes");
            assertThat(rules.get("/", "Cookie: a=b; seen=yes")).doesNotContain("Set-Cookie");
        }
    }

    @Test
    void ruleWithoutWhatItSendsIsNotApplied() throws Exception {
        RedirectPatternRule redirect = new RedirectPatternRule();
        redirect.setPattern("/*");
        CookiePatternRule cookie = new CookiePatternRule();
        cookie.setPattern("/*");
        cookie.setName("seen");
        try (Rules rules = new Rules(transport, redirect, cookie).start()) {
            assertThat(rules.get("/a"))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("</a ")
                    .doesNotContain("Set-Cookie");
        }
    }
}
