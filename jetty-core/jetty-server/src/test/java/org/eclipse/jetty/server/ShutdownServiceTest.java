package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShutdownServiceTest {
    private final CompletableFuture<String> exited = new CompletableFuture<>();
    private final AbstractLifeCycle component = new AbstractLifeCycle() {};
    private ShutdownService service;

    @AfterEach
    void stop() {
        service.stop();
    }

    private void start(String key, boolean exitVm) throws Exception {
        service = new ShutdownService(null, 0, key, exitVm) {
            @Override
            protected void exit(String command) {
                exited.complete(command);
            }
        };
        component.start();
        service.addComponent(component);
        service.start();
    }

    private String send(String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), service.getLocalPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void statusAndPidAreAnswered() throws Exception {
        start("k", true);
        assertThat(send("k\r\nstatus\r\n")).isEqualTo("OK\r\n");
        assertThat(send("k\r\npid\r\n"))
                .isEqualTo(Long.toString(ProcessHandle.current().pid()));
        assertThat(component.isStarted()).isTrue();
    }

    @Test
    void wrongKeyAndUnknownCommandAreAnsweredByNothing() throws Exception {
        start("k", true);
        assertThat(send("wrong\r\nstop\r\n")).isEmpty();
        assertThat(send("k\r\nfly\r\n")).isEmpty();
        assertThat(send("\r\n")).isEmpty();
        assertThat(component.isStarted()).isTrue();
        assertThat(exited).isNotDone();
    }

    @Test
    void stopIsAnsweredWhenEverythingHasStoppedAndThenTheJvmExits() throws Exception {
        start("k", true);
        assertThat(send("k\r\nstop\r\n")).isEqualTo("Stopped\r\n");
        assertThat(component.isStopped()).isTrue();
        assertThat(exited.get(30, TimeUnit.SECONDS)).isEqualTo("stop");
        assertThat(service.isListening()).isFalse();
    }

    @Test
    void stopWithoutExitLeavesTheJvmAlone() throws Exception {
        start("k", false);
        assertThat(send("k\r\nstop\r\n")).isEqualTo("Stopped\r\n");
        assertThat(component.isStopped()).isTrue();
        assertThat(exited).isNotDone();
    }

    @Test
    void stopexitExitsInAnyCase() throws Exception {
        start("k", false);
        assertThat(send("k\r\nstopexit\r\n")).isEqualTo("Stopped\r\n");
        assertThat(exited.get(30, TimeUnit.SECONDS)).isEqualTo("stopexit");
    }

    @Test
    void keyIsGeneratedWhenThereIsNone() throws Exception {
        start("", true);
        assertThat(service.getKey()).hasSizeGreaterThan(20);
        assertThat(send(service.getKey() + "\nstatus\n")).isEqualTo("OK\r\n");
    }

    @Test
    void negativePortMeansNotToListen() throws Exception {
        service = new ShutdownService("127.0.0.1", -1, "k", true);
        service.start();
        assertThat(service.isListening()).isFalse();
        assertThat(service.getLocalPort()).isEqualTo(-1);
    }

    @Test
    void takenPortIsToldWithAddressAndPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            service = new ShutdownService("127.0.0.1", taken.getLocalPort(), "k", true);
            assertThatThrownBy(service::start)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Unable to listen for shutdown at 127.0.0.1:" + taken.getLocalPort());
        }
    }

    /** The deadline is that of all lines: each byte comes at once, and the command never ends. */
    @Test
    void commandThatDripsEndsAtTheDeadlineOfTheWholeCommand() throws Exception {
        component.start();
        service = new ShutdownService(null, 0, "k", false, 100);
        service.start();
        try (Socket drip = new Socket(InetAddress.getByName("127.0.0.1"), service.getLocalPort())) {
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> isRefused(drip));
        }
        assertThat(send("k\r\nstatus\r\n")).isEqualTo("OK\r\n");
    }

    private static boolean isRefused(Socket drip) {
        try {
            drip.getOutputStream().write('x');
            return false;
        } catch (IOException x) {
            return true;
        }
    }

    @Test
    void keyIsPrintedOnlyWhenItWasGenerated() throws Exception {
        List<String> printed = new ArrayList<>();
        for (String key : new String[] {"secret", null}) {
            service = new ShutdownService(null, 0, key, true) {
                @Override
                protected void print(String line) {
                    printed.add(line);
                }
            };
            service.start();
            printed.add("-");
            service.stop();
        }
        assertThat(String.join(" ", printed))
                .doesNotContain("secret")
                .matches("STOP.PORT=\\d+ STOP.EXIT=true - STOP.PORT=\\d+ STOP.KEY=\\w+ STOP.EXIT=true -");
    }
}
