package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.eclipse.jetty.tests.webapp.UserServlet;
import org.h2.Driver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The module "single-sign-on": applications of several environments, and two servers whose sessions are in one database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SingleSignOnTest {
    private static final String LOGIN =
            "<form method=post action=\"j_security_check\"><input name=j_username>" + "<input name=j_password></form>";

    /** Keeps the database open: the servers, which connect for each statement, would close and open it beneath each other. */
    private Connection database;

    private Base base;
    private Base other;
    private Server server;

    private static String descriptor(String servlet, String method) {
        return """
                <web-app>
                  %s
                  <security-constraint>
                    <web-resource-collection>
                      <web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern>
                    </web-resource-collection>
                    <auth-constraint><role-name>*</role-name></auth-constraint>
                  </security-constraint>
                  <login-config>
                    <auth-method>%s</auth-method>
                    <realm-name>shop</realm-name>
                    <form-login-config>
                      <form-login-page>/login.html</form-login-page><form-error-page>/login.html</form-error-page>
                    </form-login-config>
                  </login-config>
                  <security-role><role-name>admin</role-name></security-role>
                </web-app>
                """.formatted(servlet, method);
    }

    private static War users(String method) {
        String servlet = "<servlet><servlet-name>user</servlet-name><servlet-class>" + UserServlet.class.getName()
                + "</servlet-class></servlet><servlet-mapping><servlet-name>user</servlet-name>"
                + "<url-pattern>/user/*</url-pattern><url-pattern>/logout</url-pattern></servlet-mapping>";
        return new War()
                .file("login.html", LOGIN)
                .file("WEB-INF/web.xml", descriptor(servlet, method))
                .type(UserServlet.class);
    }

    private static Base make(String database) throws IOException {
        Base base = Base.with(Jdk.oldest(), "http,ee8-deploy,ee10-deploy,ext,single-sign-on,session-store-jdbc");
        base.write("start.d/realm.ini", "etc/realm.xml\n");
        base.write("start.d/session-store-jdbc.ini", """
                --modules=session-store-jdbc
                db-connection-type=driver
                jetty.session.jdbc.driverClass=org.h2.Driver
                jetty.session.jdbc.driverUrl=%s
                """.formatted(database));
        Path driver = Files.createDirectories(base.resolve("lib/ext")).resolve("h2.jar");
        Files.copy(
                Path.of(URI.create(Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString())),
                driver,
                StandardCopyOption.REPLACE_EXISTING);
        base.write("etc/shop.properties", "ann: secret,admin\n");
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
        users("FORM").deploy(base, "one.war");
        users("BASIC").deploy(base, "two.war");
        base.write("webapps/one.properties", "environment=ee10\n");
        base.write("webapps/two.properties", "environment=ee10\n");
        new War()
                .file("login.html", LOGIN)
                .file("a.txt", "secret of ee8")
                .file("WEB-INF/web.xml", descriptor("", "FORM"))
                .deploy(base, "old.war");
        base.write("webapps/old.properties", "environment=ee8\n");
        return base;
    }

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException, SQLException {
        String sessions = "jdbc:h2:" + temporary.resolve("sessions") + ";AUTO_SERVER=TRUE";
        database = DriverManager.getConnection(sessions);
        base = make(sessions);
        server = base.serve();
        other = make(sessions);
    }

    @AfterAll
    void stop() throws IOException, SQLException {
        if (base != null) {
            base.close();
        }
        if (other != null) {
            other.close();
        }
        if (database != null) {
            database.close();
        }
    }

    private static HttpResponse<String> logIn(FormBrowser browser, String path) {
        HttpResponse<String> page = browser.get(path);
        assertThat(page.body()).isEqualTo(LOGIN);
        return browser.submit(page, "j_username=ann&j_password=secret");
    }

    @Test
    void loginCountsInApplicationsOfOtherEnvironmentsAndALogoutInAll() {
        FormBrowser browser = new FormBrowser(server.port());
        assertThat(browser.get("/two/user/x").statusCode()).isEqualTo(401);
        assertThat(logIn(browser, "/one/user/x").body()).isEqualTo("user=ann admin=true type=FORM p=null");
        assertThat(browser.get("/two/user/x").body()).startsWith("user=ann admin=true");
        assertThat(browser.get("/old/a.txt").body()).isEqualTo("secret of ee8");
        browser.get("/one/logout");
        assertThat(browser.get("/two/user/x").statusCode()).isEqualTo(401);
        assertThat(browser.get("/old/a.txt").body()).isEqualTo(LOGIN);
        // and begun in the environment of old
        assertThat(logIn(browser, "/old/a.txt").body()).isEqualTo("secret of ee8");
        assertThat(browser.get("/one/user/x").body()).startsWith("user=ann admin=true");
    }

    @Test
    void loginCountsAtAnotherServerAndALogoutAtBoth() {
        Server second = other.serve();
        FormBrowser browser = new FormBrowser(server.port());
        logIn(browser, "/one/user/x");
        String there = "http://localhost:" + second.port();
        assertThat(browser.get(there + "/two/user/x").body()).startsWith("user=ann admin=true");
        assertThat(browser.get(there + "/old/a.txt").body()).isEqualTo("secret of ee8");
        browser.get(there + "/two/logout");
        assertThat(browser.get("/one/user/x").body()).isEqualTo(LOGIN);
        assertThat(browser.get(there + "/old/a.txt").body()).isEqualTo(LOGIN);
    }

    @Test
    void userLogsInOnceInABrowser(@TempDir Path profile) {
        try (Chromium chromium = Chromium.start(profile)) {
            String uri = "http://localhost:" + server.port();
            chromium.open(uri + "/one/user/x");
            chromium.awaitTrue("document.querySelector('input[name=j_username]') != null");
            chromium.evaluate("document.querySelector('input[name=j_username]').value = 'ann',"
                    + " document.querySelector('input[name=j_password]').value = 'secret', document.forms[0].submit()");
            chromium.awaitTrue("document.body != null && document.body.innerText.startsWith('user=ann')");
            assertThat(chromium.evaluate("document.cookie")).doesNotContain("JETTY_SSO");
            chromium.open(uri + "/old/a.txt");
            chromium.awaitTrue("document.body != null && document.body.innerText === 'secret of ee8'");
            chromium.open(uri + "/one/logout");
            chromium.awaitTrue("location.pathname === '/one/logout' && document.readyState === 'complete'");
            // the browser may have kept the file itself
            chromium.open(uri + "/old/a.txt?after=logout");
            chromium.awaitTrue("document.querySelector('input[name=j_username]') != null");
        }
    }
}
