package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.UserServlet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The module "openid", with a real provider (oidc-provider, by node): logins and logouts in each environment, as the operations guide
 * sets them up.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenIdTest {
    private int port;
    private OpenIdProvider provider;
    private Base base;
    private Server server;

    @BeforeAll
    void start() throws IOException {
        OpenIdProvider.assumeInstalled();
        port = Ports.unused();
        provider = OpenIdProvider.start(port);
        base = Base.empty(Jdk.oldest());
        Command add = base.start(
                "--add-modules=http,ee8-deploy,ee9-deploy,ee10-deploy,ee11-deploy,ee8-openid,ee9-openid,ee10-openid,ee11-openid",
                "--approve-all-licenses");
        assertThat(add.awaitExit()).as(add::output).isZero();
        for (String environment : new String[] {"ee8", "ee9", "ee10", "ee11"}) {
            base.write("webapps/" + environment + ".properties", "environment=" + environment + "\n");
            application(environment).deploy(base, environment + ".war");
        }
        server = base.serve(
                "jetty.http.port=" + port,
                "jetty.openid.provider=" + issuer(),
                "jetty.openid.clientId=shop",
                "jetty.openid.clientSecret=a secret/of the+shop",
                "jetty.openid.authenticationMethod=client_secret_basic",
                "jetty.openid.rolesClaims=groups");
    }

    private String issuer() {
        return provider.issuer();
    }

    static War application(String environment) {
        String servlet = environment.equals("ee8")
                ? ""
                : "<servlet><servlet-name>user</servlet-name><servlet-class>" + UserServlet.class.getName()
                        + "</servlet-class></servlet><servlet-mapping><servlet-name>user</servlet-name>"
                        + "<url-pattern>/user/*</url-pattern><url-pattern>/logout</url-pattern></servlet-mapping>";
        War war = new War()
                .file("a.txt", "secret of " + environment)
                .file("open/bye.txt", "bye of " + environment)
                .file("WEB-INF/web.xml", """
                        <web-app>
                          <context-param>
                            <param-name>org.eclipse.jetty.security.openid.logout_redirect_path</param-name>
                            <param-value>/open/bye.txt</param-value>
                          </context-param>
                          <context-param>
                            <param-name>org.eclipse.jetty.security.openid.back_channel_logout_path</param-name>
                            <param-value>/back-channel</param-value>
                          </context-param>
                          %s
                          <security-constraint>
                            <web-resource-collection>
                              <web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern>
                            </web-resource-collection>
                            <auth-constraint><role-name>admin</role-name></auth-constraint>
                          </security-constraint>
                          <security-constraint>
                            <web-resource-collection>
                              <web-resource-name>open</web-resource-name><url-pattern>/open/*</url-pattern>
                            </web-resource-collection>
                          </security-constraint>
                          <login-config><auth-method>OPENID</auth-method></login-config>
                          <security-role><role-name>admin</role-name></security-role>
                        </web-app>
                        """.formatted(servlet));
        return servlet.isEmpty() ? war : war.type(UserServlet.class);
    }

    @AfterAll
    void stop() throws IOException {
        if (base != null) {
            base.close();
        }
        if (provider != null) {
            provider.close();
        }
    }

    /** Fills in the pages of the provider until the answer is one of the application. */
    private HttpResponse<String> logIn(FormBrowser browser, HttpResponse<String> page, String user) {
        assertThat(page.uri().toString()).as(page.body()).startsWith(issuer() + "/interaction/");
        HttpResponse<String> consent = browser.submit(page, "prompt=login&login=" + user + "&password=x");
        assertThat(consent.uri().toString()).as(consent.body()).startsWith(issuer() + "/interaction/");
        return browser.submit(consent, "prompt=consent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee8", "ee9", "ee10", "ee11"})
    void userOfEachEnvironmentLogsIn(String environment) {
        FormBrowser browser = new FormBrowser(port);
        HttpResponse<String> response = logIn(browser, browser.get("/" + environment + "/a.txt"), "ann");
        assertThat(response.body()).as(server.command().output()).isEqualTo("secret of " + environment);
        assertThat(response.uri()).hasToString("http://localhost:" + port + "/" + environment + "/a.txt");
        FormBrowser other = new FormBrowser(port);
        assertThat(logIn(other, other.get("/" + environment + "/a.txt"), "bob").statusCode())
                .as("without the role")
                .isEqualTo(403);
    }

    /** The redirect URI has the host that the client asked for: anybody can make a client ask for another one. */
    @Test
    void hostThatIsNotRegisteredGetsNoCode() {
        HttpResponse<String> page = new FormBrowser(port).get("http://127.0.0.1:" + port + "/ee10/a.txt");
        assertThat(page.uri().toString()).startsWith(issuer() + "/auth?");
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body()).contains("invalid_redirect_uri");
    }

    @Test
    void parametersOfARequestDoNotChangeWhereTheProviderSendsTheUser() {
        FormBrowser browser = new FormBrowser(port);
        HttpResponse<String> page =
                browser.get("/ee10/user/x?redirect_uri=https://evil.example/&iss=https://evil.example&state=x");
        HttpResponse<String> response = logIn(browser, page, "ann");
        assertThat(response.uri().toString()).startsWith("http://localhost:" + port + "/ee10/user/x?redirect_uri=");
        assertThat(response.body()).startsWith("user=ann");
    }

    @Test
    void servletKnowsTheUserAndLogsOutAtTheProvider() {
        FormBrowser browser = new FormBrowser(port);
        HttpResponse<String> response = logIn(browser, browser.get("/ee10/user/x?p=1"), "ann");
        assertThat(response.body()).isEqualTo("user=ann admin=true type=OPENID p=1");
        HttpResponse<String> logout = browser.get("/ee10/logout");
        assertThat(logout.uri().toString()).as(logout.body()).startsWith(issuer() + "/session/end");
        Matcher xsrf = Pattern.compile("name=\"xsrf\" value=\"([^\"]+)\"").matcher(logout.body());
        assertThat(xsrf.find()).as(logout.body()).isTrue();
        HttpResponse<String> bye = browser.submit(logout, "xsrf=" + xsrf.group(1) + "&logout=yes");
        assertThat(bye.body()).isEqualTo("bye of ee10");
        assertThat(browser.get("/ee10/user/x").uri().toString()).startsWith(issuer());
    }

    @Test
    void logoutAtTheProviderEndsTheSessionByTheBackChannel() {
        FormBrowser browser = new FormBrowser(port);
        logIn(browser, browser.get("/ee10/user/x"), "ann");
        HttpResponse<String> logout = browser.get(issuer() + "/session/end");
        Matcher xsrf = Pattern.compile("name=\"xsrf\" value=\"([^\"]+)\"").matcher(logout.body());
        assertThat(xsrf.find()).as(logout.body()).isTrue();
        assertThat(browser.get("/ee10/user/x").body()).startsWith("user=ann");
        browser.submit(logout, "xsrf=" + xsrf.group(1) + "&logout=yes");
        HttpResponse<String> after = browser.get("/ee10/user/x");
        assertThat(after.uri().toString()).as(provider.output()).startsWith(issuer() + "/interaction/");
    }

    @Test
    void userLogsInByABrowser(@TempDir Path profile) {
        try (Chromium chromium = Chromium.start(profile)) {
            chromium.open("http://localhost:" + port + "/ee10/user/x?p=2");
            chromium.awaitTrue("document.querySelector('input[name=login]') != null");
            chromium.evaluate("document.querySelector('input[name=login]').value = 'ann',"
                    + " document.querySelector('input[name=password]').value = 'x', document.forms[0].submit()");
            chromium.awaitTrue("document.querySelector('input[name=prompt][value=consent]') != null");
            chromium.evaluate("document.forms[0].submit()");
            chromium.awaitTrue("document.body != null && document.body.innerText.startsWith('user=')");
            assertThat(chromium.evaluate("document.body.innerText")).isEqualTo("user=ann admin=true type=OPENID p=2");
            assertThat(chromium.evaluate("location.href")).isEqualTo("http://localhost:" + port + "/ee10/user/x?p=2");
        }
    }
}
