package org.eclipse.jetty.rewrite.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that change the request. */
class RewriteRulesTest extends OverTransports {
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "/a/* > /b > /a/x/y > /b/x/y",
                "/a/* > /b > /a > /b",
                "/a/* > /b > /ab > /ab",
                "/a/* > / > /a/x > /x",
                "/a/* > /b > /a/x;jsessionid=1 > /b/x;jsessionid=1",
                "/a/* > /b > /%61/x > /b/x",
                "/a/* > /b > /a/../c > /a/../c",
                "/a/* > /b > /a/x/../y > /b/y",
                "/a > /b > /a > /b",
                "/a/* > /b > /a/x%20y?q=1 > /b/x%20y?q=1",
                "/a/* > /b?z=9 > /a/x > /b/x?z=9",
                "/a/* > /b?z=9 > /a/x?q=1 > /b/x?q=1&z=9",
                "*.old > /new > /x.old > /new",
            })
    void patternRewritesThePath(String pattern, String replacement, String target, String expected) throws Exception {
        try (Rules rules = new Rules(transport, new RewritePatternRule(pattern, replacement)).start()) {
            assertThat(rules.get(target)).contains("<" + expected + " ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "/shop/(\\d+) > /product?id=$1 > /shop/7 > /product?id=7",
                "/shop/(\\d+) > /product?id=$1 > /shop/7?a=b > /shop/7?a=b",
                "/shop/(\\d+).* > /product?id=$1 > /shop/7?a=b > /product?id=7",
                "/shop/(.*) > /p/$1 > /shop/7?a=b > /p/7?a=b",
                "/shop/(\\d+) > /product?id=$1 > /shop/7x > /shop/7x",
                "/(a)(b)?.* > /($2)$1 > /axy > /()a",
                "/(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.).* > /$11$1$12 > /abcdefghijkl > /kaa2",
                "/(.*) > /$1$9 > /x > /x$9",
                "/(.*) > /\\$1$ > /x > /$1$",
                "/([^?]*).* > /q?$Q&z=$1 > /x?a=1 > /q?a=1&z=x",
                "/(.*) > /cost$ > /x > /cost$",
            })
    void regexRewritesPathAndQuery(String regex, String replacement, String target, String expected) throws Exception {
        try (Rules rules = new Rules(transport, new RewriteRegexRule(regex, replacement)).start()) {
            assertThat(rules.get(target)).contains("<" + expected + " ");
        }
    }

    @Test
    void groupsMayHaveNames() throws Exception {
        try (Rules rules = new Rules(transport, new RewriteRegexRule("/(?<name>.*)", "/y?${name}${other}")).start()) {
            assertThat(rules.get("/x")).contains("</y?x${other} ");
        }
    }

    @Test
    void queryIsLeftAloneAndAddedIfSoSet() throws Exception {
        RewriteRegexRule rule = new RewriteRegexRule("/(x)", "/q?p=$1&o=$Q");
        rule.setMatchQuery(false);
        rule.setAddQueries(true);
        try (Rules rules = new Rules(transport, rule).start()) {
            assertThat(rules.get("/x?a=1")).contains("</q?a=1&p=x&o=a=1 ");
            assertThat(rules.get("/x")).contains("</q?p=x&o= ");
            rule.setReplacement("/y");
            assertThat(rules.get("/x?a=1")).contains("</y?a=1 ");
        }
    }

    @Test
    void rulesSeeWhatTheOnesBeforeHaveMade() throws Exception {
        RewriteHandler handler;
        try (Rules rules = new Rules(
                transport,
                new RewritePatternRule("/a/*", "/b"),
                new RewriteRegexRule("/b/(.*)", "/c/$1"),
                new RewritePatternRule("/c/*", "/d"))) {
            handler = rules.handler;
            handler.setOriginalPathAttribute("original");
            rules.start();
            assertThat(rules.get("/a/x?q"))
                    .contains("</d/x?q ")
                    .contains("original=/a/x")
                    .contains("original.QUERYSTRING=q");
        }
        assertThat(handler.getOriginalPathAttribute()).isEqualTo("original");
        assertThat(handler.getRules()).hasSize(3);
        handler.clear();
        assertThat(handler.getRuleContainer()).isEmpty();
    }

    @Test
    void terminatingRulesEndTheRules() throws Exception {
        RewritePatternRule last = new RewritePatternRule("/last/*", "/x");
        last.setTerminating(true);
        try (Rules rules = new Rules(
                        transport,
                        new TerminatingPatternRule("/static/*"),
                        new TerminatingRegexRule("/img-.*"),
                        last,
                        new RewriteRegexRule("(.*)", "/z$1"))
                .start()) {
            assertThat(rules.get("/static/a")).contains("</static/a ");
            assertThat(rules.get("/img-a")).contains("</img-a ");
            assertThat(rules.get("/last/a")).contains("</x/a ");
            assertThat(rules.get("/other")).contains("</z/other ");
        }
    }

    @Test
    void patternIsOfTheWholePath() throws Exception {
        try (LocalServer local = new LocalServer(transport)) {
            RewriteHandler handler = new RewriteHandler(new Rules.Echo());
            handler.addRule(new ForceRequestHeaderValueRule() {
                {
                    setHeaderName("X-A");
                    setHeaderValue("forced");
                }
            });
            handler.addRule(new TerminatingPatternRule("/ctx/a"));
            handler.addRule(new RewriteRegexRule("(.*)", "$1/y"));
            local.start(new ContextHandler(handler, "/ctx"));
            assertThat(local.get("/ctx/a", "X-A: 1", "X-A: 2")).contains("</ctx/a forced ");
            assertThat(local.get("/ctx/b")).contains("</ctx/b/y ");
        }
    }

    @Test
    void requestHeaderIsForcedWhereThereIsOne() throws Exception {
        ForceRequestHeaderValueRule rule = new ForceRequestHeaderValueRule();
        rule.setHeaderName("x-mode");
        rule.setHeaderValue("safe");
        try (Rules rules = new Rules(transport, rule).start()) {
            assertThat(rules.get("/", "X-Mode: fast")).contains("</ safe ");
            assertThat(rules.get("/", "X-Mode: safe")).contains("</ safe ");
            assertThat(rules.get("/")).contains("</ " + transport.scheme());
        }
    }

    @Test
    void schemeIsThatOfTheHeader() throws Exception {
        transport.assumeClear("the scheme is not https before");
        ForwardedSchemeHeaderRule rule = new ForwardedSchemeHeaderRule();
        rule.setHeaderName("Front-Https");
        rule.setHeaderValue("on");
        try (Rules rules = new Rules(transport, rule).start()) {
            assertThat(rules.get("/", "Front-Https: on")).contains("</ https secure>");
            assertThat(rules.get("/", "Front-Https: off")).contains("</ http>");
        }
    }

    @Test
    void slashesAreCompactedWhereEmptySegmentsAreAllowed() throws Exception {
        CompactPathRule rule = new CompactPathRule();
        List<String> events = new ArrayList<>();
        rule.addListener(event -> events.add(event.input().getHttpURI().getPath() + " " + event.changedPath()));
        try (Rules rules = new Rules(transport, rule)) {
            rules.local.configuration.setUriCompliance(UriCompliance.LEGACY);
            rules.start();
            assertThat(rules.get("/a///b//?q=//")).contains("</a/b/?q=// ");
            assertThat(rules.get("/a/b")).contains("</a/b ");
            rule.setDecoding(true);
            rule.setCanonicalizing(true);
            assertThat(rules.get("/a%2F%2fb/../c%20d")).contains("</a/c%20d ");
        }
        assertThat(events).containsExactly("/a///b// /a/b/", "/a%2F%2fb/../c%20d /a/c%20d");
    }

    @Test
    void rulesOfAHostAreAppliedToItAlone() throws Exception {
        VirtualHostRuleContainer hosts = new VirtualHostRuleContainer();
        hosts.setVirtualHosts(List.of("one.example"));
        hosts.addVirtualHost("*.two.example");
        hosts.addRule(new RewriteRegexRule("(.*)", "/host$1"));
        try (Rules rules = new Rules(transport, hosts, new RewriteRegexRule("(.*)", "$1/all")).start()) {
            String request = "GET /x HTTP/1.1\nHost: %s\n\n";
            assertThat(rules.local.ask(request.formatted("one.example"))).contains("</host/x/all ");
            assertThat(rules.local.ask(request.formatted("w.two.example:80"))).contains("</host/x/all ");
            assertThat(rules.local.ask(request.formatted("two.example"))).contains("</x/all ");
            hosts.setVirtualHosts(null);
            assertThat(rules.local.ask(request.formatted("any"))).contains("</host/x/all ");
        }
        assertThat(hosts.getVirtualHosts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                // what would lead above the root, or be ambiguous, only because of the rule
                "/a(.*) > $1 > /a../../x > 400",
                "/a(.*) > /b/$1 > /a../x > 200",
                "/a(.*) > /b/$1 > /a/x > 200",
                "/a(.*) > /b%2F$1 > /a/x > 400",
                "/a(.*)/(.*) > /b/%$1$2 > /a2/Fx > 400",
            })
    void rewrittenPathIsCheckedLikeThoseOfRequests(String regex, String replacement, String target, int status)
            throws Exception {
        try (Rules rules = new Rules(transport, new RewriteRegexRule(regex, replacement)).start()) {
            assertThat(rules.get(target)).startsWith("HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void expressionThatTakesExponentialTimeEndsWithAnError() throws Exception {
        String path = "/" + "a".repeat(60) + "!";
        for (String regex : List.of("/a*a*a*a*a*a*a*a*b", "/(.*)(.*)(.*)(.*)(.*)(.*)[^!]$")) {
            try (Rules rules = new Rules(transport, new RewriteRegexRule(regex, "/x")).start()) {
                assertThat(rules.get(path)).startsWith("HTTP/1.1 500 ").doesNotContain(regex);
                assertThat(rules.get("/c!")).contains("</c! ");
            }
        }
    }

    @Test
    void expressionThatNeedsTooMuchStackEndsWithAnError() throws Exception {
        try (Rules rules = new Rules(transport, new RewriteRegexRule("/(a|b)*", "/x"))) {
            rules.local.configuration.setRequestHeaderSize(64 * 1024);
            rules.start();
            assertThat(rules.get("/" + "ab".repeat(100))).contains("</x ");
            assertThat(rules.get("/" + "ab".repeat(15_000))).matches("(?s)HTTP/1.1 (500|200) .*");
        }
    }

    @Test
    void badSettingsAreRefused() {
        assertThatThrownBy(() -> new RewriteRegexRule("(", "/x")).isInstanceOf(PatternSyntaxException.class);
        assertThatThrownBy(() -> new RewritePatternRule("a/*", "/x")).isInstanceOf(IllegalArgumentException.class);
        RuleContainer outer = new RuleContainer();
        RuleContainer inner = new RuleContainer();
        inner.addRule(outer);
        assertThatThrownBy(() -> outer.addRule(outer)).hasMessageContaining("does not contain this container");
        assertThatThrownBy(() -> outer.addRule(inner)).hasMessageContaining("does not contain this container");
        assertThatThrownBy(() -> outer.addRule(null)).hasMessageContaining("rule: null");
        assertThatThrownBy(() -> outer.setRules(List.of(inner))).hasMessageContaining("does not contain");
        assertThat(outer.getRules()).isEmpty();
    }

    @Test
    void rulesDumpThemselves() {
        RewriteHandler handler = new RewriteHandler();
        handler.setRules(List.of(new RewritePatternRule("/a/*", "/b"), new TerminatingRegexRule("/x")));
        assertThat(handler.getRuleContainer().dump())
                .contains("RewritePatternRule@", "[/a/*][rewrite:/b]", "[terminating][/x]");
    }
}
