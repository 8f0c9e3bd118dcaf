package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The modules "security-headers", "csrf" and "login-guard", in a browser where that decides. */
class GuardModulesTest {
    private static final Path PAGES = Distribution.ROOT.resolve("distribution/demo/environments");

    @AutoClose
    private final Base base =
            Base.with(Jdk.newest(), "http,static-deploy,ee10-deploy,ee10-jsp,security-headers,csrf,login-guard");

    private static List<String> violations(Chromium browser) {
        return browser.problems().stream()
                .filter(line -> line.contains("Security Policy") || line.contains("BLOCKED"))
                .toList();
    }

    private static void open(Chromium browser, Server server, String path) {
        browser.open("http://localhost:" + server.port() + path);
        browser.awaitTrue("document.readyState === 'complete' && location.pathname === '" + path + "'");
    }

    private static void assertStyled(Chromium browser, String expression) {
        assertThat(browser.evaluate(expression)).isEqualTo("true");
    }

    @Test
    void pagesOfTheDemoAndOfTheServerKeepTheDefaultPolicy(@TempDir Path profile) throws IOException {
        Chromium.command();
        base.deploy("hello.war", Distribution.HELLO_WAR);
        base.write("webapps/ee10/index.jsp", Files.readString(PAGES.resolve("page/index.jsp")));
        base.write("webapps/ee10.properties", "environment=ee10");
        base.write("webapps/files/a.txt", "a");
        base.write("webapps/files.properties", "environment=static\njetty.deploy.baseResource.dirAllowed=true");
        base.write("webapps/inline/index.html", "<script>document.title = 'ran'</script><p>text");
        base.write("webapps/inline.properties", "environment=static");
        for (String file : new String[] {"index.html", "index.css"}) {
            base.write(
                    "webapps/ROOT/" + file,
                    Files.readString(PAGES.resolve("index").resolve(file)));
        }
        base.write("webapps/ROOT.properties", "environment=static");
        Server server = base.serve();
        try (Chromium browser = Chromium.start(profile)) {
            for (String path : new String[] {"/hello/", "/hello/greeting", "/hello/counter", "/hello/upload.html"}) {
                open(browser, server, path);
            }
            open(browser, server, "/");
            assertStyled(browser, "getComputedStyle(document.querySelector('iframe')).borderTopWidth === '1px'");
            assertStyled(
                    browser, "document.querySelectorAll('iframe')[1].contentDocument.getElementById('api') !== null");
            open(browser, server, "/ee10/");
            assertStyled(browser, "getComputedStyle(document.querySelector('td')).paddingRight === '16px'");
            for (String path : new String[] {"/files/", "/nothing"}) {
                open(browser, server, path);
                assertStyled(
                        browser, "document.styleSheets.length === 1 && document.styleSheets[0].cssRules.length > 0");
            }
            assertThat(violations(browser)).isEmpty();
            open(browser, server, "/inline/");
            assertThat(browser.evaluate("document.title")).isEmpty();
            assertThat(violations(browser)).isNotEmpty();
        }
    }

    @Test
    void formOfAnotherSiteIsRefusedAndThatOfTheOwnPageIsNot(@TempDir Path profile) {
        Chromium.command();
        new War().servlet(ReportServlet.class, "/").deploy(base, "app.war");
        base.write("webapps/own/index.html", "<form method=post action=/app/><button>Send</button></form>");
        base.write("webapps/own.properties", "environment=static");
        base.write("webapps/evil/index.html", "<form method=post><button>Send</button></form>");
        base.write("webapps/evil.properties", "environment=static");
        Server server = base.serve("jetty.securityHeaders.exclude.path=/evil/*");
        try (Chromium browser = Chromium.start(profile)) {
            open(browser, server, "/own/");
            browser.evaluate("document.forms[0].submit()");
            browser.awaitTrue("document.body !== null && document.body.textContent.startsWith('[POST')");
            browser.open("http://127.0.0.1:" + server.port() + "/evil/");
            browser.awaitTrue("document.forms.length === 1 && location.hostname === '127.0.0.1'");
            browser.evaluate("document.forms[0].action = 'http://localhost:" + server.port() + "/app/'");
            browser.evaluate("document.forms[0].submit()");
            browser.awaitTrue(
                    "document.body !== null && document.body.textContent.includes('Request of another site refused')");
        }
    }

    @Test
    void propertiesDoWhatTheySay() {
        new War().servlet(ReportServlet.class, "/").deploy(base, "app.war");
        Server server = base.serve(
                "jetty.securityHeaders.contentSecurityPolicy=script-src {nonce}",
                "jetty.securityHeaders.reportOnly=true",
                "jetty.securityHeaders.contentTypeOptions=",
                "jetty.securityHeaders.frameOptions=DENY",
                "jetty.securityHeaders.referrerPolicy=no-referrer",
                "jetty.securityHeaders.permissionsPolicy=camera=()",
                "jetty.securityHeaders.crossOriginOpenerPolicy=unsafe-none",
                "jetty.securityHeaders.crossOriginEmbedderPolicy=",
                "jetty.securityHeaders.crossOriginResourcePolicy=same-site",
                "jetty.csrf.trustedOrigins=https://shop.example",
                "jetty.csrf.tokenRequired=false",
                "jetty.csrf.exclude.path=/app/hook");
        HttpResponse<String> response = server.get("/app/");
        assertThat(response.headers().map())
                .containsEntry("x-frame-options", List.of("DENY"))
                .containsEntry("referrer-policy", List.of("no-referrer"))
                .containsEntry("permissions-policy", List.of("camera=()"))
                .containsEntry("cross-origin-opener-policy", List.of("unsafe-none"))
                .containsEntry("cross-origin-resource-policy", List.of("same-site"))
                .doesNotContainKeys(
                        "x-content-type-options",
                        "cross-origin-embedder-policy",
                        "content-security-policy",
                        "strict-transport-security");
        assertThat(response.headers().firstValue("content-security-policy-report-only"))
                .hasValueSatisfying(policy -> assertThat(policy).matches("script-src 'nonce-[A-Za-z0-9_-]{22}'"));
        assertThat(post(server, "/app/", "Origin", "https://shop.example")).isEqualTo(200);
        assertThat(post(server, "/app/", "Origin", "https://other.example")).isEqualTo(403);
        assertThat(post(server, "/app/hook", "Origin", "https://other.example")).isEqualTo(200);
        assertThat(post(server, "/app/", "Cookie", "a=b")).isEqualTo(200);
    }

    private static int post(Server server, String path, String... fields) {
        return server.send(server.request(path)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .headers(fields)
                        .build())
                .statusCode();
    }

    @Test
    void guessesAreDelayedByTheLimitsOfTheProperties() {
        base.write("etc/realm.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Server" class="org.eclipse.jetty.server.Server">
                  <Call name="addBean">
                    <Arg>
                      <New class="org.eclipse.jetty.security.HashLoginService">
                        <Set name="name">shop</Set>
                        <Set name="config"><Property name="jetty.base"/>/etc/shop.properties</Set>
                      </New>
                    </Arg>
                  </Call>
                </Configure>
                """);
        base.write("etc/shop.properties", "anna: secret,customer");
        base.write("webapps/shop/WEB-INF/web.xml", """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                  <security-constraint>
                    <web-resource-collection><web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern></web-resource-collection>
                    <auth-constraint><role-name>**</role-name></auth-constraint>
                  </security-constraint>
                  <login-config><auth-method>BASIC</auth-method><realm-name>shop</realm-name></login-config>
                </web-app>
                """);
        base.write("webapps/shop/index.html", "in");
        base.write("webapps/shop.properties", "environment=ee10");
        Server server = base.serve("etc/realm.xml", "jetty.loginGuard.freeFailures=1", "jetty.loginGuard.maxDelay=2");
        assertThat(login(server, "secret").statusCode()).isEqualTo(200);
        assertThat(login(server, "wrong").statusCode()).isEqualTo(401);
        assertThat(login(server, "wrong").statusCode()).isEqualTo(401);
        HttpResponse<String> refused = login(server, "secret");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    }

    private static HttpResponse<String> login(Server server, String password) {
        String credentials = Base64.getEncoder().encodeToString(("anna:" + password).getBytes());
        return server.send(server.request("/shop/")
                .header("Authorization", "Basic " + credentials)
                .build());
    }
}
