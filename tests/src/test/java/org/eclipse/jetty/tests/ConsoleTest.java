package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module "console" in a browser, and its data. */
class ConsoleTest {
    private static final String[] SECTIONS = {
        "applications",
        "requests",
        "connections",
        "threads",
        "limits",
        "certificates",
        "configuration",
        "log",
        "changes",
        "overview"
    };

    @AutoClose
    private final Base base = Base.with(Jdk.newest(), ConsoleClient.MODULES + ",https,test-keystore,qos");

    private Server serve(String... properties) {
        return base.serve(Stream.of(ConsoleClient.PROPERTIES, properties, new String[] {"jetty.ssl.port=0"})
                .flatMap(Stream::of)
                .toArray(String[]::new));
    }

    private static String uri(Server server, String section) {
        return "http://admin:s3cret@127.0.0.1:" + new ConsoleClient(server).port() + "/console/#" + section;
    }

    @Test
    void operatorWatchesAndChangesTheServerInABrowser(@TempDir Path profile) throws IOException {
        Chromium.command();
        new War().file("index.html", "first").deploy(base, "shop.war");
        new War().servlet("com.example.Missing", "/", true).deploy(base, "orders.war");
        Server server = serve("jetty.console.trackRequests=true");
        new War().file("index.html", "the second version").deploy(base, "shop.war");
        new ConsoleClient(server).change("scan");
        server.await("/shop/", "the second version");
        for (int i = 0; i < 50; i++) {
            server.get("/shop/");
            server.get("/orders/");
        }
        try (Chromium browser = Chromium.start(profile)) {
            browser.look(1280, 900, false);
            browser.open(uri(server, ""));
            browser.awaitTrue("document.querySelectorAll('.finding.ERROR').length === 1");
            assertThat(browser.evaluate("document.querySelector('.finding').textContent"))
                    .contains("orders.war was not deployed", "com.example.Missing");
            browser.awaitTrue("document.querySelectorAll('svg.plot').length === 4");
            everySectionIsShown(browser);
            levelIsChanged(browser);
            applicationIsRedeployedAndRolledBack(browser, server);
            pageIsUsedByTheKeyboard(browser);
            pageFitsANarrowScreen(browser);
            assertThat(browser.problems()).isEmpty();
        }
    }

    private static void show(Chromium browser, String section) {
        browser.evaluate("document.querySelector('nav a[href=\"#" + section + "\"]').click()");
        browser.awaitTrue("document.body.dataset.shown === '" + section + "' && !document.getElementById('" + section
                + "').hidden");
    }

    private static void everySectionIsShown(Chromium browser) {
        for (boolean dark : new boolean[] {false, true}) {
            browser.look(1280, 900, dark);
            for (String section : SECTIONS) {
                show(browser, section);
                browser.keepScreenshot(section + (dark ? "-dark" : ""));
                assertThat(browser.evaluate("document.querySelectorAll('main > section:not([hidden])').length"))
                        .isEqualTo("1");
                assertThat(browser.evaluate("document.querySelector('nav a[aria-current]').hash"))
                        .isEqualTo("#" + section);
            }
        }
        browser.look(1280, 900, false);
    }

    private static void levelIsChanged(Chromium browser) {
        show(browser, "log");
        browser.evaluate(
                "(document.getElementById('logger').value = 'com.acme', document.getElementById('level').value ="
                        + " 'DEBUG', document.querySelector('#level-form button').click())");
        browser.awaitTrue("document.getElementById('result').textContent === 'com.acme logs at DEBUG for 600 s'");
        browser.awaitTrue("document.getElementById('levels-table').textContent.includes('com.acme')");
        browser.evaluate("document.querySelector('#levels-table button').click()");
        browser.awaitTrue("document.getElementById('levels-table').textContent === 'All levels are as configured.'");
    }

    private static void press(Chromium browser, String application, String button) {
        browser.evaluate("[...document.querySelectorAll('#applications-table tr')].find(row =>"
                + " row.textContent.startsWith('" + application + "')).querySelectorAll('button').forEach(one =>"
                + " one.textContent === '" + button + "' && one.click())");
    }

    private static void applicationIsRedeployedAndRolledBack(Chromium browser, Server server) {
        assertThat(server.get("/shop/").body()).isEqualTo("the second version");
        show(browser, "applications");
        press(browser, "shop", "Redeploy");
        browser.awaitTrue("document.getElementById('confirm').open");
        browser.evaluate("document.getElementById('no').click()");
        browser.awaitTrue("!document.getElementById('confirm').open");
        press(browser, "shop", "Redeploy");
        browser.evaluate("document.getElementById('yes').click()");
        browser.awaitTrue("document.getElementById('result').textContent.startsWith('shop is DEPLOYED at /shop')");
        press(browser, "shop", "Roll back");
        browser.evaluate("document.getElementById('yes').click()");
        server.await("/shop/", "first");
        press(browser, "shop", "Undeploy");
        browser.evaluate("document.getElementById('yes').click()");
        server.await("/shop/", 404);
        browser.awaitTrue("[...document.querySelectorAll('#applications-table button')].some(one => one.textContent ==="
                + " 'Deploy')");
        press(browser, "shop", "Deploy");
        server.await("/shop/", 200);
        server.command().awaitLines("admin at 127.0.0.1: application .*shop is ", 4);
    }

    private static void pageIsUsedByTheKeyboard(Chromium browser) {
        show(browser, "overview");
        browser.evaluate("document.activeElement.blur()");
        browser.evaluate("document.querySelector('.skip').focus()");
        browser.press("Tab", 9, "");
        assertThat(browser.evaluate("document.activeElement.id")).isEqualTo("pause");
        browser.press("Enter", 13, "\\r");
        browser.awaitTrue("document.getElementById('pause').getAttribute('aria-pressed') === 'true'");
        browser.press("Enter", 13, "\\r");
        browser.press("Tab", 9, "");
        browser.press("Tab", 9, "");
        assertThat(browser.evaluate("document.activeElement.hash")).isEqualTo("#applications");
        assertThat(browser.evaluate("getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        browser.press("Enter", 13, "\\r");
        browser.awaitTrue("document.body.dataset.shown === 'applications'");
        // each control has a name
        assertThat(browser.evaluate("[...document.querySelectorAll('button, input, select')].filter(one =>"
                        + " !one.textContent && !one.getAttribute('aria-label') && !one.labels.length).length"))
                .isEqualTo("0");
    }

    private static void pageFitsANarrowScreen(Chromium browser) throws IOException {
        browser.look(360, 740, true);
        for (String section : SECTIONS) {
            show(browser, section);
            browser.keepScreenshot(section + "-narrow");
            assertThat(browser.evaluate("document.documentElement.scrollWidth <= 360"))
                    .as(section)
                    .isEqualTo("true");
        }
        assertThat(ImageIO.read(new ByteArrayInputStream(browser.screenshot())).getRGB(2, 300) & 0xff)
                .as("dark")
                .isLessThan(0x40);
    }

    @Test
    void configurationIsShownWithItsOriginsAndWithoutSecrets() {
        Server server = serve("jetty.sslContext.keyStorePassword=storepwd");
        ConsoleClient console = new ConsoleClient(server);
        String configuration = console.get("configuration");
        assertThat(configuration)
                .containsPattern(
                        "\"name\": \"jetty.console.password\",\\s*\"value\": \"\\(hidden\\)\",\\s*\"origin\": \"<command-line>\"")
                .containsPattern(
                        "\"name\": \"jetty.deploy.keptVersions\",\\s*\"value\": \"2\",\\s*\"origin\": \"[^\"]*console.mod:")
                .containsPattern("\"name\": \"console\",\\s*\"reasons\": \\[")
                .doesNotContain("s3cret", "storepwd");
        assertThat(console.get("certificates")).contains("\"state\": \"VALID\"");
        // it is at its own port alone
        assertThat(server.get("/console/").statusCode()).isEqualTo(404);
    }
}
