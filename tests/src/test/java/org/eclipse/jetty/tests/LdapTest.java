package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.security.ldap.Slapd;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The module "ldap" with a real OpenLDAP server over TLS, set up by the commands and files of the chapter on directories. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LdapTest {
    private Slapd directory;
    private Base base;
    private Server server;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        directory = new Slapd(folder);
        GuideChapter guide = GuideChapter.of("### Directories (LDAP)");
        base = Base.empty(Jdk.oldest());
        GuideChapter.make(base, guide.blockAfter("From an empty base to a login:"));
        GuideChapter.append(
                base,
                "start.d/ldap.ini",
                guide.blockAfter("In `start.d/ldap.ini`:")
                        // the first one of the directory is down
                        .replace("//ldap1.example.org", "//localhost:" + Ports.unused())
                        .replace("//ldap2.example.org", "//localhost:" + directory.securePort)
                        .replace("trustStorePassword=OBF:...", "trustStorePassword=changeit")
                        .replace("cn=jetty,ou=services,dc=example,dc=org", "cn=admin,dc=example")
                        .replace("bindPassword=OBF:...", "bindPassword=adminsecret")
                        .replace("dc=example,dc=org", "dc=example"));
        ByteArrayOutputStream store = new ByteArrayOutputStream();
        directory.trustStore().store(store, "changeit".toCharArray());
        Files.createDirectories(base.resolve("etc"));
        Files.write(base.resolve("etc/company-ca.p12"), store.toByteArray());
        new War()
                .file("a.txt", "secret")
                .file("wrong.html", "wrong password")
                .file("login.html", guide.blockAfter("`login.html`:"))
                .file("WEB-INF/web.xml", "<web-app>" + guide.blockAfter("In `WEB-INF/web.xml`") + "</web-app>")
                .deploy(base, "app.war");
        server = base.serve();
    }

    @AfterAll
    void stop() throws Exception {
        if (base != null) {
            base.close();
        }
        if (directory != null) {
            directory.close();
        }
    }

    private HttpResponse<String> logIn(String user, String password) {
        FormBrowser browser = new FormBrowser(server.port());
        return browser.submit(browser.get("/app/a.txt"), "j_username=" + user + "&j_password=" + password);
    }

    @Test
    void userOfTheGroupIsLetIn() {
        assertThat(logIn("ann", "secret").body()).as(server.command()::output).isEqualTo("secret");
    }

    @Test
    void wrongPasswordsUnknownUsersAndMembersOfNoGroupAreNot() {
        assertThat(logIn("ann", "wrong").body()).isEqualTo("wrong password");
        assertThat(logIn("ann", "").body()).isEqualTo("wrong password");
        assertThat(logIn("nobody", "secret").body()).isEqualTo("wrong password");
        assertThat(logIn("*", "secret").body()).isEqualTo("wrong password");
        assertThat(logIn("carl", "carl").body()).isEqualTo("wrong password");
        assertThat(logIn("bob", "word").statusCode()).isEqualTo(403);
    }

    @Test
    void userLogsInByABrowser(@TempDir Path profile) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("j_username", "ann");
        fields.put("j_password", "secret");
        try (Chromium chromium = Chromium.start(profile)) {
            chromium.open("http://localhost:" + server.port() + "/app/a.txt");
            chromium.submit(fields);
            assertThat(chromium.awaitText("secret")).endsWith("/app/a.txt");
        }
    }
}
