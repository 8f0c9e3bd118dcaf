package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.ShutdownService;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ajax.JSON;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class DiagnosticsServiceTest {
    private static final String LOGGER = "com.example.shop";

    private final Server server = new Server();
    private final ShutdownService shutdown = new ShutdownService("127.0.0.1", 0, "k", false);
    private final DiagnosticsService diagnostics = new DiagnosticsService(server, shutdown);

    @BeforeEach
    void start() throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePassword("tr0ub4dor");
        server.addBean(tls, false);
        server.addBean(diagnostics);
        server.start();
        shutdown.start();
    }

    @AfterEach
    void stop() throws Exception {
        shutdown.stop();
        server.stop();
    }

    private byte[] send(String command) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), shutdown.getLocalPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(("k\r\n" + command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return socket.getInputStream().readAllBytes();
        }
    }

    private String ask(String command) throws IOException {
        return new String(send(command), StandardCharsets.UTF_8);
    }

    private static Level level() {
        return ((Logger) LoggerFactory.getLogger(LOGGER)).getLevel();
    }

    @Test
    void threadsAreGroupedByTheirStacks() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> parkUntil(waiting), "parked-" + i);
            threads[i].start();
        }
        Thread virtual = VirtualThreads.areSupported() ? virtual(() -> parkUntil(waiting)) : null;
        try {
            for (Thread thread : threads) {
                await().until(() -> thread.getState() == Thread.State.WAITING);
            }
            if (virtual != null) {
                await().until(() -> virtual.getState() == Thread.State.WAITING);
            }
            String answer = ask("threads");
            assertThat(answer)
                    .startsWith("OK\r\nPlatform threads: ")
                    .containsPattern("3 threads: parked-\\d, parked-\\d, parked-\\d\nWAITING for .*CountDownLatch");
            if (virtual != null) {
                assertThat(answer.substring(answer.indexOf("Virtual threads: ")))
                        .contains("DiagnosticsServiceTest.parkUntil");
            } else {
                assertThat(answer).contains("Virtual threads: this JVM does not list them");
            }
        } finally {
            waiting.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void parkUntil(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread virtual(Runnable task) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    @Test
    void dumpShowsTheComponents() throws Exception {
        assertThat(ask("dump")).startsWith("OK\r\nServer@").contains("ServerConnector@", "DiagnosticsService@");
    }

    @Test
    void commandThatFailsWithoutAReasonIsAnswered() throws Exception {
        server.addBean((Dumpable) (out, indent) -> {
            throw new IllegalStateException();
        });
        assertThat(ask("dump")).isEqualTo("ERROR java.lang.IllegalStateException\r\n");
    }

    @Test
    void levelOfALoggerIsChangedForATime() throws Exception {
        assertThat(level()).isNull();
        assertThat(ask("log-level " + LOGGER + "=debug:1s")).isEqualTo("OK\r\n" + LOGGER + " logs at DEBUG for 1 s\n");
        assertThat(level()).isEqualTo(Level.DEBUG);
        await().until(() -> level() == null);
    }

    @Test
    void levelThatIsChangedTwiceGoesBackToThatOfTheConfiguration() throws Exception {
        ask("log-level " + LOGGER + "=DEBUG:1h");
        ask("log-level " + LOGGER + "=TRACE");
        assertThat(level()).isEqualTo(Level.TRACE);
        assertThat(ask("log-level " + LOGGER + "=DEFAULT")).contains("the level of its parent again");
        assertThat(level()).isNull();
        assertThat(ask("log-level " + LOGGER + "=DEFAULT")).contains("was not changed");
    }

    @Test
    void stopOfTheServerUndoesChangesOfLevels() throws Exception {
        ask("log-level " + LOGGER + "=TRACE:1h");
        server.stop();
        assertThat(level()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "x=",
                "x=LOUD",
                "x=DEBUG:",
                "x=DEBUG:10",
                "x=DEBUG:0s",
                "x=DEBUG:25h",
                "x=DEFAULT:1s",
                "a b=DEBUG"
            })
    void malformedChangeOfALevelIsRefused(String change) throws Exception {
        assertThat(ask("log-level " + change))
                .startsWith("ERROR log level: ")
                .contains("(expected: NAME=LEVEL, NAME=LEVEL:TIME");
    }

    @Test
    void bagHoldsAllAndNoSecrets() throws Exception {
        System.setProperty("com.example.password", "tr0ub4dor");
        try {
            byte[] answer = send("diagnose 1");
            assertThat(new String(answer, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("OK\r\n");
            Map<String, byte[]> bag = unzip(answer);
            assertThat(bag.keySet())
                    .contains(
                            "summary.txt",
                            "findings.txt",
                            "report.json",
                            "threads-begin.txt",
                            "components.json",
                            "server.txt",
                            "connections.txt",
                            "system-properties.txt",
                            "threads-end.txt")
                    .containsAnyOf("recording.jfr", "recording.txt");
            assertThat(bag.containsKey("threads.json"))
                    .isEqualTo(Runtime.version().feature() >= 21);
            bag.forEach((name, content) -> {
                String text = new String(content, StandardCharsets.ISO_8859_1);
                assertThat(text).as(name).isNotEmpty().doesNotStartWith("Not available");
                if (!name.equals("recording.jfr")) {
                    assertThat(text).as(name).doesNotContain("tr0ub4dor");
                }
            });
            Map<?, ?> tree =
                    (Map<?, ?>) new JSON().fromJSON(new String(bag.get("components.json"), StandardCharsets.UTF_8));
            assertThat(tree.get("class")).isEqualTo(Server.class.getName());
            assertThat(tree.get("state")).isEqualTo("STARTED");
            assertThat((Object[]) tree.get("components")).hasSizeGreaterThan(2);
        } finally {
            System.clearProperty("com.example.password");
        }
    }

    private static Map<String, byte[]> unzip(byte[] answer) throws IOException {
        Map<String, byte[]> bag = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(answer, 4, answer.length - 4))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                bag.put(entry.getName(), zip.readAllBytes());
            }
        }
        return bag;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "301", "x", "1 2"})
    void badNumberOfSecondsIsRefused(String seconds) throws Exception {
        assertThat(ask("diagnose " + seconds)).isEqualTo("ERROR seconds: " + seconds + " (expected: 0-300)\r\n");
    }

    @Test
    void serverThatStopsEndsTheRecording() throws Exception {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), shutdown.getLocalPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write("k\r\ndiagnose 300\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().read()).isEqualTo('O');
            // other commands need not wait for it
            assertThat(ask("status")).isEqualTo("OK\r\n");
            server.stop();
            assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void commandsAreUnknownOnceTheServiceHasStopped() throws Exception {
        diagnostics.stop();
        assertThat(ask("threads")).isEmpty();
    }
}
