package org.eclipse.jetty.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ClientAffinity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several versions of one application at one place. */
class ParallelVersionsTest {
    private static final Pattern NUMBER = Pattern.compile("Set-Cookie: (jetty-canary=[0-9]+); Path=/shop");

    @TempDir
    Path dir;

    private DeployFixture deploy;

    /** Knows the clients whose cookie "client" is in a list, by the text of the context. */
    public static final class Clients extends EchoContext {
        static final ConcurrentHashMap<String, Set<String>> KNOWN = new ConcurrentHashMap<>();

        public Clients() {
            addBean(new Affinity(this));
        }
    }

    private record Affinity(EchoContext context) implements ClientAffinity {
        private Set<String> known() {
            return Clients.KNOWN.getOrDefault(context.getText(), Set.of());
        }

        @Override
        public boolean isKnownClient(Request request) {
            for (HttpCookie cookie : Request.getCookies(request)) {
                if (cookie.getName().equals("client") && known().contains(cookie.getValue())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public long getKnownClients() {
            return known().size();
        }
    }

    @BeforeEach
    void create() {
        Clients.KNOWN.clear();
        deploy = new DeployFixture(dir);
        deploy.scanner.setRetireInterval(0);
    }

    @AfterEach
    void close() throws Exception {
        deploy.close();
    }

    private void write(String name, String text) {
        deploy.writeXml(
                "webapps/" + name + ".xml",
                "<Configure class=\"org.eclipse.jetty.deploy.ParallelVersionsTest$Clients\">\n<Set name=\"text\">"
                        + text + "</Set>\n</Configure>\n");
    }

    /** The whole response to a GET of a client. */
    private String ask(String... fields) throws Exception {
        return deploy.connector.getResponse("GET /shop HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + String.join("\r\n", fields) + (fields.length == 0 ? "\r\n" : "\r\n\r\n"));
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private String client(String name) throws Exception {
        return body(ask("Cookie: client=" + name));
    }

    @Test
    void newClientsGoToTheNewestVersionAndOthersStay() throws Exception {
        write("shop##9", "nine");
        write("shop##10", "ten");
        Clients.KNOWN.put("nine", Set.of("alice"));
        Clients.KNOWN.put("ten", Set.of("bob"));
        deploy.start();
        assertThat(client("alice")).startsWith("nine");
        assertThat(client("bob")).startsWith("ten");
        assertThat(client("carol")).startsWith("ten");
        assertThat(deploy.warnings()).isEmpty();
        assertThat(deploy.scanner.getParallelVersions())
                .containsExactlyInAnyOrder(
                        "/shop 10: new clients, sessions: 1", "/shop 9: clients with sessions, sessions: 1");
    }

    @Test
    void versionThatComesLaterTakesNewClientsAtOnce() throws Exception {
        write("shop", "without");
        Clients.KNOWN.put("without", Set.of("alice"));
        deploy.start();
        assertThat(client("bob")).startsWith("without");
        write("shop##1", "one");
        deploy.scan();
        assertThat(client("alice")).startsWith("without");
        assertThat(client("bob")).startsWith("one");
        deploy.delete("webapps/shop##1.xml");
        deploy.scan();
        assertThat(client("bob")).startsWith("without");
        assertThat(deploy.warnings()).isEmpty();
    }

    @Test
    void versionIsRetiredWhenItsLastClientIsGone() throws Exception {
        write("shop##1", "one");
        write("shop##2", "two");
        Clients.KNOWN.put("one", Set.of("alice"));
        deploy.scanner.setRetireInterval(1);
        deploy.start();
        deploy.scanner.scan();
        assertThat(client("alice")).startsWith("one");
        Clients.KNOWN.remove("one");
        await().until(() -> deploy.scanner.getApplications().stream()
                .anyMatch(application -> application.name().equals("shop##1")
                        && application.state().equals("UNDEPLOYED")));
        assertThat(client("alice")).startsWith("two");
        assertThat(deploy.infos()).anyMatch(line -> line.contains("No client has a session of shop##1 any more"));
    }

    @Test
    void versionThatDoesNotStartLeavesTheOthersServing() throws Exception {
        write("shop##1", "one");
        deploy.start();
        write("shop##2", "fail");
        deploy.scan();
        assertThat(client("alice")).startsWith("one");
        write("shop##3", "unavailable");
        deploy.scan();
        assertThat(client("alice")).startsWith("one");
        deploy.delete("webapps/shop##1.xml");
        deploy.scan();
        assertThat(ask()).startsWith("HTTP/1.1 503");
        write("shop##3", "three");
        deploy.scan();
        assertThat(client("alice")).startsWith("three");
    }

    @Test
    void otherApplicationsDoNotGetThePlaceOfVersions() throws Exception {
        write("shop##1", "one");
        write("other##2", "two");
        deploy.write("webapps/other##2.properties", "jetty.deploy.contextPath=/shop\n");
        deploy.start();
        assertThat(deploy.warnings()).anyMatch(line -> line.contains("/shop is taken by"));
    }

    @Test
    void canaryGetsItsShareOfNewClientsAndKeepsThem() throws Exception {
        write("shop##1", "one");
        write("shop##2", "two");
        deploy.write("webapps/shop##2.properties", "jetty.deploy.canary.percent=50\n");
        deploy.start();
        List<String> ofOne = new ArrayList<>();
        List<String> ofTwo = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String response = ask();
            Matcher cookie = NUMBER.matcher(response);
            assertThat(cookie.find()).as(response).isTrue();
            (body(response).startsWith("two") ? ofTwo : ofOne).add(cookie.group(1));
        }
        // less likely by chance than a broken machine
        assertThat(ofOne).hasSizeBetween(40, 160);
        for (String cookie : ofOne) {
            assertThat(ask("Cookie: " + cookie)).contains("one").doesNotContain("Set-Cookie");
        }
        Clients.KNOWN.put("one", Set.of("alice"));
        assertThat(ask("Cookie: client=alice; " + ofTwo.get(0))).contains("one");

        deploy.write("webapps/shop##2.properties", "jetty.deploy.canary.percent=75\n");
        deploy.scan();
        for (String cookie : ofTwo) {
            assertThat(ask("Cookie: " + cookie)).contains("two");
        }
        assertThat(deploy.infos()).anyMatch(line -> line.equals("Changed which clients go to shop##2"));
        assertThat(deploy.infos()).noneMatch(line -> line.startsWith("Redeployed"));

        deploy.write("webapps/shop##2.properties", "");
        deploy.scan();
        assertThat(ask("Cookie: " + ofOne.get(0))).contains("two").doesNotContain("Set-Cookie");
        assertThat(deploy.infos()).noneMatch(line -> line.startsWith("Redeployed"));
    }

    @Test
    void canaryIsAskedForByFieldOrCookie() throws Exception {
        write("shop##1", "one");
        write("shop##2", "two");
        deploy.write(
                "webapps/shop##2.properties",
                "jetty.deploy.canary.percent=0\njetty.deploy.canary.header=X-Canary=yes\njetty.deploy.canary.cookie=tester\n");
        Clients.KNOWN.put("one", Set.of("alice"));
        deploy.start();
        assertThat(ask()).contains("one").doesNotContain("Set-Cookie");
        assertThat(ask("x-canary: yes")).contains("two");
        assertThat(ask("X-Canary: no")).contains("one");
        assertThat(ask("Cookie: client=alice; tester=1")).contains("two");
        assertThat(ask("Cookie: client=alice")).contains("one");
        assertThat(ask("Cookie: jetty-canary=99999")).contains("one");
    }

    @Test
    void canaryThatFailsIsWithdrawn() throws Exception {
        write("shop##1", "one");
        write("shop##2", "broken");
        deploy.write(
                "webapps/shop##2.properties",
                "jetty.deploy.canary.percent=0\njetty.deploy.canary.header=X-Canary\n"
                        + "jetty.deploy.canary.maxFailurePercent=10\njetty.deploy.canary.minRequests=10\n");
        deploy.start();
        for (int i = 0; i < 5; i++) {
            assertThat(ask()).contains("one");
        }
        for (int i = 0; i < 10; i++) {
            assertThat(ask("X-Canary: 1")).startsWith("HTTP/1.1 500");
        }
        await().until(() -> deploy.scanner.getApplications().stream()
                .anyMatch(application -> application.name().equals("shop##2")
                        && application.state().equals("UNDEPLOYED")
                        && application.failure() != null
                        && application.failure().contains("10 of its 10 responses")));
        assertThat(ask("X-Canary: 1")).contains("one");
        assertThat(deploy.warnings()).anyMatch(line -> line.startsWith("Withdrew shop##2"));
        // until its files change
        write("shop##2", "two");
        deploy.scan();
        assertThat(ask("X-Canary: 1")).contains("two");
    }

    @Test
    void canaryThatIsLateIsWithdrawnAndItsClientsGetTheOtherVersion() throws Exception {
        write("shop##1", "one");
        write("shop##2", "old");
        deploy.write(
                "webapps/shop##2.properties",
                "jetty.deploy.canary.percent=0\njetty.deploy.canary.header=X-Canary\n"
                        + "jetty.deploy.canary.maxFailurePercent=10\njetty.deploy.canary.minRequests=5\n"
                        + "jetty.deploy.canary.maxLatency=1\n");
        deploy.start();
        EchoContext.beforeOld = () -> {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(3)) {
                Thread.onSpinWait();
            }
        };
        try {
            for (int i = 0; i < 5; i++) {
                assertThat(ask("X-Canary: 1")).startsWith("HTTP/1.1 200").contains("old");
            }
        } finally {
            EchoContext.beforeOld = () -> {};
        }
        await().until(() -> deploy.scanner.getApplications().stream()
                .anyMatch(application -> application.name().equals("shop##2")
                        && application.state().equals("UNDEPLOYED")
                        && application.failure() != null
                        && application
                                .failure()
                                .contains("5 of its 5 responses of the last minute failed or were late")));
        assertThat(ask("X-Canary: 1")).contains("one");
    }

    @Test
    void wrongRulesAreRefused() throws Exception {
        write("shop##1", "one");
        deploy.write("webapps/shop##1.properties", "jetty.deploy.canary.percent=101\n");
        deploy.start();
        assertThat(deploy.warnings())
                .anyMatch(line ->
                        line.contains("shop##1.properties:1: jetty.deploy.canary.percent: 101 (expected: 0 to 100)"));
    }

    @Test
    void noRequestIsRefusedWhileVersionsComeAndGo() throws Exception {
        write("shop##1", "one");
        deploy.start();
        AtomicBoolean stop = new AtomicBoolean();
        List<String> wrong = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        Thread client = new Thread(() -> {
            try {
                while (!stop.get()) {
                    String response = ask();
                    begun.countDown();
                    if (!response.startsWith("HTTP/1.1 200")) {
                        wrong.add(response);
                    }
                }
            } catch (Exception x) {
                wrong.add(x.toString());
            }
        });
        client.start();
        begun.await();
        for (int i = 2; i < 30; i++) {
            write("shop##" + i, "version " + i);
            deploy.scan();
            deploy.delete("webapps/shop##" + (i - 1) + ".xml");
            deploy.scan();
        }
        stop.set(true);
        client.join();
        assertThat(wrong).isEmpty();
    }
}
