package org.eclipse.jetty.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.rewrite.handler.CookiePatternRule;
import org.eclipse.jetty.rewrite.handler.HeaderPatternRule;
import org.eclipse.jetty.rewrite.handler.InvalidURIRule;
import org.eclipse.jetty.rewrite.handler.RedirectPatternRule;
import org.eclipse.jetty.rewrite.handler.RedirectRegexRule;
import org.eclipse.jetty.rewrite.handler.ResponsePatternRule;
import org.eclipse.jetty.rewrite.handler.ResponseStatusHeaderRegexRule;
import org.eclipse.jetty.rewrite.handler.RewriteRegexRule;
import org.eclipse.jetty.rewrite.handler.Rule;
import org.eclipse.jetty.rewrite.handler.RuleContainer;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.PathMappingsHandler;
import org.junit.jupiter.api.Test;

class RewriteCustomizerTest extends OverTransports {
    @Test
    void rulesAreAppliedBeforeTheFirstHandler() throws Exception {
        RewriteCustomizer customizer = new RewriteCustomizer();
        customizer.addRule(new RewriteRegexRule("/a/(.*)", "/b/$1"));
        customizer.addRule(new HeaderPatternRule("/b/*", "X-Rule", "yes"));
        customizer.addRule(new CookiePatternRule("/b/*", "c", "1"));
        PathMappingsHandler mappings = new PathMappingsHandler();
        mappings.addMapping(new ServletPathSpec("/b/*"), LocalServer.answer("found"));
        try (LocalServer local = new LocalServer(transport)) {
            local.configuration.addCustomizer(customizer);
            local.start(mappings);
            assertThat(local.get("/a/x"))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("X-Rule: yes\r\n", "Set-Cookie: c=1")
                    .endsWith("found");
            assertThat(local.get("/c/x")).startsWith("HTTP/1.1 404 ").doesNotContain("X-Rule");
        }
    }

    @Test
    void costlyRuleFailsTheRequestAlone() throws Exception {
        RewriteCustomizer customizer = new RewriteCustomizer();
        customizer.addRule(new RewriteRegexRule("/a*a*a*a*a*a*a*a*b", "/x"));
        try (LocalServer local = new LocalServer(transport)) {
            local.configuration.addCustomizer(customizer);
            local.start(LocalServer.answer("ok"));
            assertThat(local.get("/" + "a".repeat(60))).startsWith("HTTP/1.1 500 ");
            assertThat(local.get("/b")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void rulesThatAnswerAreRefused() {
        RewriteCustomizer customizer = new RewriteCustomizer();
        RuleContainer nested = new RuleContainer();
        nested.addRule(new RedirectPatternRule("/a", "/b"));
        for (Rule rule : List.of(
                nested,
                new RedirectRegexRule("/a", "/b"),
                new ResponsePatternRule("/a", 404, null),
                new ResponseStatusHeaderRegexRule(),
                new InvalidURIRule())) {
            assertThatThrownBy(() -> customizer.addRule(rule))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("RewriteHandler");
        }
        assertThat(customizer.getRules()).isEmpty();
    }
}
