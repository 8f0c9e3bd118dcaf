package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The module "openid" with a real Keycloak. {@code tests/openid/install-keycloak.sh} installs it; {@code -Dtests.keycloak=DIR} names an
 * unpacked distribution ({@code org.keycloak:keycloak-quarkus-dist}) that is elsewhere.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeycloakTest {
    private static final Path INSTALLED = Path.of(System.getProperty("user.home"), ".cache/jetty-tests/keycloak");

    private int port;
    private int keycloakPort;
    private Command keycloak;
    private Base base;
    private Server server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Path home = installed();
        if (home == null) {
            System.err.println("SKIPPED: no Keycloak in " + INSTALLED + " (run tests/openid/install-keycloak.sh)");
            Assumptions.abort("no Keycloak");
        }
        port = Ports.unused();
        keycloakPort = Ports.unused();
        copy(home, folder);
        String realm = Files.readString(Distribution.ROOT.resolve("tests/openid/realm.json"));
        Path imports = Files.createDirectories(folder.resolve("data/import"));
        Files.writeString(imports.resolve("shop.json"), realm.replace("@application@", "http://localhost:" + port));
        ProcessBuilder builder = new ProcessBuilder(
                folder.resolve("bin/kc.sh").toString(),
                "start-dev",
                "--import-realm",
                "--http-host=127.0.0.1",
                "--http-port=" + keycloakPort);
        // it lives for a minute; kc.sh chooses a collector itself
        builder.environment().put("JAVA_OPTS_APPEND", "-XX:TieredStopAtLevel=1");
        keycloak = Command.run(builder);
        // the first start builds the server, if the installation has not done so
        await().atMost(Duration.ofMinutes(8)).until(() -> keycloak.output().contains("Listening on:"));
        GuideChapter guide = GuideChapter.of("## OpenID Connect");
        base = Base.empty(Jdk.oldest());
        GuideChapter.make(base, guide.blockAfter("2. Make the base."));
        GuideChapter.append(
                base,
                "start.d/openid.ini",
                guide.blockAfter("3. Say in `start.d/openid.ini`")
                        .replace("https://id.example.com/realms/shop", issuer())
                        .replace("clientSecret=...", "clientSecret=a-secret"));
        new War()
                .file("orders/index.html", "orders of the shop")
                .file("bye.html", "good bye")
                .file("WEB-INF/web.xml", "<web-app>" + guide.blockAfter("4. Say in `WEB-INF/web.xml`") + "</web-app>")
                .deploy(base, "shop.war");
        OpenIdTest.application("ee10").deploy(base, "ee10.war");
        server = base.serve(
                "jetty.http.port=" + port,
                "jetty.openid.userInfo=true",
                "jetty.openid.userNameClaim=preferred_username");
    }

    /** Returns the folder of the distribution that is asked for, or is installed; null if there is none. */
    private static Path installed() throws IOException {
        String home = System.getProperty("tests.keycloak");
        if (home != null) {
            return Path.of(home);
        }
        if (!Files.isDirectory(INSTALLED)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.filter(each -> Files.isExecutable(each.resolve("bin/kc.sh")))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }

    /** A copy, as the first start writes into it. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private String issuer() {
        return "http://localhost:" + keycloakPort + "/realms/shop";
    }

    @AfterAll
    void stop() throws IOException {
        if (base != null) {
            base.close();
        }
        if (keycloak != null) {
            keycloak.close();
        }
    }

    private HttpResponse<String> logIn(FormBrowser browser, String user) {
        HttpResponse<String> page = browser.get("/ee10/user/x?p=1");
        assertThat(page.uri().toString()).as(page.body()).startsWith(issuer());
        return browser.submit(page, "username=" + user + "&password=secret");
    }

    @Test
    void userLogsInWithTheRolesOfTheRealm() {
        assertThat(logIn(new FormBrowser(port), "ann").body())
                .as(server.command().output())
                .isEqualTo("user=ann admin=true type=OPENID p=1");
        assertThat(logIn(new FormBrowser(port), "bob").statusCode()).isEqualTo(403);
    }

    @Test
    void logoutEndsTheSessionOfKeycloak() {
        FormBrowser browser = new FormBrowser(port);
        logIn(browser, "ann");
        assertThat(browser.get("/ee10/logout").body()).isEqualTo("bye of ee10");
        assertThat(browser.get("/ee10/user/x").uri().toString()).startsWith(issuer());
    }

    @Test
    void logoutAtKeycloakEndsTheSessionByTheBackChannel() {
        FormBrowser browser = new FormBrowser(port);
        logIn(browser, "ann");
        assertThat(browser.get("/ee10/user/x").body()).startsWith("user=ann");
        HttpResponse<String> question = browser.get(issuer() + "/protocol/openid-connect/logout");
        String code = question.body().replaceFirst("(?s).*name=\"session_code\" value=\"([^\"]+)\".*", "$1");
        HttpResponse<String> answer = browser.submit(question, "session_code=" + code + "&confirmLogout=Logout");
        assertThat(browser.get("/ee10/user/x").uri().toString())
                .as(answer.body())
                .startsWith(issuer());
    }

    @Test
    void guideLeadsFromAnEmptyBaseToALoginInABrowser(@TempDir Path profile) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("username", "ann");
        fields.put("password", "secret");
        try (Chromium chromium = Chromium.start(profile)) {
            chromium.open("http://localhost:" + port + "/shop/orders/");
            chromium.submit(fields);
            assertThat(chromium.awaitText("orders of the shop"))
                    .isEqualTo("http://localhost:" + port + "/shop/orders/");
        }
    }
}
