package org.eclipse.jetty.rewrite.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesCheckTest {
    @TempDir
    private Path directory;

    private List<Map<String, String>> check(String rule) throws IOException {
        Path file = directory.resolve("rules.xml");
        Files.writeString(file, """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure class="org.eclipse.jetty.rewrite.handler.RewriteHandler">
                  <Call name="addRule"><Arg>
                    <New class="org.eclipse.jetty.rewrite.handler.%s</New>
                  </Arg></Call>
                </Configure>
                """.formatted(rule));
        List<Map<String, String>> findings = new ArrayList<>();
        CheckedConfiguration.check(new String[] {file.toString()}, findings::add);
        return findings;
    }

    private static String set(String type, String name, String value, String other, String text) {
        return type + "\">\n<Set name=\"" + name + "\">" + value + "</Set>\n<Set name=\"" + other + "\">" + text
                + "</Set>\n";
    }

    private static void assertError(List<Map<String, String>> findings, String line, String... messages) {
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding).containsEntry("severity", "error").containsEntry("line", line);
            assertThat(finding.get("file")).endsWith("rules.xml");
            assertThat(finding.get("message")).contains(messages);
        });
    }

    @ParameterizedTest
    @CsvSource({"/a/*, /a/new, /a/new", "/*, /maintenance.html?now, /maintenance.html", "*.jsp, /index.jsp, /index.jsp"
    })
    void patternThatMatchesItsLocationIsALoop(String pattern, String location, String request) throws IOException {
        assertError(
                check(set("RedirectPatternRule", "pattern", pattern, "location", location)),
                "7",
                "redirects " + request);
    }

    @ParameterizedTest
    @CsvSource({"/(.*), /app/$1, /app/x", "/u(/\\d*)?, /u$1, /u", "/old.*, /old?from=$Q, /old?from=x"})
    void expressionThatMatchesItsLocationIsALoop(String regex, String location, String request) throws IOException {
        assertError(check(set("RedirectRegexRule", "regex", regex, "location", location)), "7", "redirects " + request);
    }

    @ParameterizedTest
    @CsvSource({
        "/old/*, /new",
        "/*, https://other.example/",
        "/*, //other.example/x",
        "/a, /a/",
    })
    void patternThatLeadsElsewhereIsNoLoop(String pattern, String location) throws IOException {
        assertThat(check(set("RedirectPatternRule", "pattern", pattern, "location", location)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/was/(.*), /is/$1", "/(.*), https://other.example/$1", "/v1(/.*)?, /v2$1", "/x+y, /x"})
    void expressionThatLeadsElsewhereIsNoLoop(String regex, String location) throws IOException {
        assertThat(check(set("RedirectRegexRule", "regex", regex, "location", location)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/shop/a*a*a*a*a*a*b",
                "/(.*)(.*)(.*)(.*)(.*)(.*)[^!]$",
                "/p/(\\w*)(\\w*)(\\w*)(\\w*)(\\w*)(\\w*)-end"
            })
    void expressionThatAShortPathMakesCostlyIsRefused(String regex) throws IOException {
        assertError(
                check(set("RewriteRegexRule", "regex", regex, "replacement", "/x")),
                "6",
                regex + " takes more than 1000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/shop/(\\d+)",
                "/(.*)/(.*)/(.*)\\.html",
                "/([^/]*)/([^/]*)(/.*)?",
                "/(?i)images/.*\\.(png|jpe?g|gif)",
                "(/[a-z]{2})?/(index|home)?",
                "/(\\w+/)*\\w+"
            })
    void ordinaryExpressionIsNot(String regex) throws IOException {
        assertThat(check(set("RewriteRegexRule", "regex", regex, "replacement", "/x")))
                .isEmpty();
    }

    @Test
    void argumentsOfConstructorsAreChecked() throws IOException {
        assertError(check("RedirectRegexRule\">\n<Arg>/(.*)</Arg>\n<Arg>/app/$1</Arg>\n"), "5", "redirects /app/x");
    }

    @Test
    void ruleAfterAnotherOneIsAWarning() throws IOException {
        String terminating = "TerminatingPatternRule\">\n<Set name=\"pattern\">/a/new</Set></New>"
                + "</Arg></Call>\n<Call name=\"addRule\"><Arg><New class=\"org.eclipse.jetty.rewrite.handler.";
        assertThat(check(terminating + set("RedirectPatternRule", "pattern", "/a/*", "location", "/a/new")))
                .singleElement()
                .satisfies(finding -> assertThat(finding).containsEntry("severity", "warning"));
    }
}
