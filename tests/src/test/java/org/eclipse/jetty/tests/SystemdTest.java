package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The module "systemd" and {@code bin/jetty.service}; Python plays systemd's end of the socket. */
class SystemdTest {
    /** Receives datagrams and prints one line for each assignment; descriptors that come along are closed, which ends the barrier. */
    private static final String RECEIVER = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(sys.argv[1])
            print("LISTENING", flush=True)
            while True:
                for line in s.recv(4096).decode().splitlines():
                    print(line, flush=True)
            """;

    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http,systemd");

    private Command serve(Path socket) {
        return serve(socket, Map.of());
    }

    private Command serve(Path socket, Map<String, String> environment) {
        List<String> words = new ArrayList<>(List.of(
                Jdk.oldest().java().toString(),
                "-Xmx256m",
                "-jar",
                Distribution.HOME.resolve("start.jar").toString(),
                "jetty.base=" + base.folder(),
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=0"));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(base.folder().toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("NOTIFY_SOCKET");
        builder.environment().remove("WATCHDOG_USEC");
        builder.environment().putAll(environment);
        if (socket != null) {
            builder.environment().put("NOTIFY_SOCKET", socket.toString());
        }
        return Command.run(builder);
    }

    private static void signal(String name, Command server) {
        try (Command kill = Command.run(new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())))) {
            assertThat(kill.awaitExit()).as(kill::output).isZero();
        }
    }

    private static boolean has(String command) {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, command))) {
                return true;
            }
        }
        return false;
    }

    @Test
    void startAndStopAreToldToSystemd() throws IOException {
        assumeTrue(has("python3") && has("systemd-notify"), "needs python3 and systemd-notify");
        // the name of a Unix socket is short
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "notify");
        Path socket = folder.resolve("socket");
        try (Command receiver = Command.run(new ProcessBuilder("python3", "-c", RECEIVER, socket.toString()))) {
            receiver.awaitLine("LISTENING");
            try (Command server = serve(socket)) {
                receiver.awaitLine("^READY=1$");
                // what is not written by now is not written as long as the process is held
                signal("STOP", server);
                assertThat(server.awaitLines("Started Server@", 1)).hasSize(1);
                signal("CONT", server);
                receiver.awaitLine("^MAINPID=" + server.pid() + "$");
                assertThat(receiver.lines("^STOPPING=1$")).isEmpty();
                server.terminate();
                receiver.awaitLine("^STOPPING=1$");
                assertThat(server.awaitExit()).isEqualTo(143);
                assertThat(server.lines("WARN")).isEmpty();
            }
        } finally {
            Distribution.delete(folder);
        }
    }

    @Test
    void watchdogHearsFromTheServerUntilItStops() throws IOException {
        assumeTrue(has("python3") && has("systemd-notify"), "needs python3 and systemd-notify");
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "notify");
        Path socket = folder.resolve("socket");
        try (Command receiver = Command.run(new ProcessBuilder("python3", "-c", RECEIVER, socket.toString()))) {
            receiver.awaitLine("LISTENING");
            try (Command server = serve(socket, Map.of("WATCHDOG_USEC", "200000"))) {
                receiver.awaitLine("^READY=1$");
                receiver.awaitLines("^WATCHDOG=1$", 3);
                server.terminate();
                receiver.awaitLine("^STOPPING=1$");
                assertThat(server.awaitExit()).isEqualTo(143);
                assertThat(server.lines("WARN")).isEmpty();
            }
        } finally {
            Distribution.delete(folder);
        }
    }

    @Test
    void unitIsHardened() throws IOException {
        assumeTrue(has("systemd-analyze"), "needs systemd-analyze");
        Path unit = Distribution.HOME.resolve("bin/jetty.service");
        try (Command analyze = Command.run(new ProcessBuilder(
                "systemd-analyze", "security", "--offline=true", "--threshold=30", unit.toString()))) {
            assertThat(analyze.awaitExit()).as(analyze::output).isZero();
        }
        assertThat(Files.readString(unit)).contains("\nWatchdogSec=60\n", "\nLimitNOFILE=65536\n");
    }

    @Test
    void processThatTakesOverIsTheMainProcessFromThenOn() throws IOException {
        assumeTrue(has("python3") && has("systemd-notify"), "needs python3 and systemd-notify");
        int port = Ports.unused();
        base.write(
                "start.d/restart.ini",
                "--modules=restart\njetty.shutdown.port=" + port + "\njetty.shutdown.key=secret\n");
        String[] stop = {"stop.port=" + port, "stop.key=secret", "stop.wait=60"};
        Path folder = Files.createTempDirectory("notify");
        Path socket = folder.resolve("socket");
        try (Command receiver = Command.run(new ProcessBuilder("python3", "-c", RECEIVER, socket.toString()))) {
            receiver.awaitLine("LISTENING");
            try (Command server = serve(socket)) {
                receiver.awaitLine("^MAINPID=" + server.pid() + "$");
                Command restart = base.start("--restart", stop[0], stop[1], stop[2]);
                assertThat(restart.awaitExit()).as(restart::output).isZero();
                String pid = restart.awaitLine("Restarted (\\d+)").group(1);
                try {
                    receiver.awaitLine("^MAINPID=" + pid + "$");
                    // its output does not end, as the other process writes to it
                    await().atMost(Command.DEADLINE).until(() -> ProcessHandle.of(server.pid())
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
                    // the service goes on
                    assertThat(receiver.lines("^STOPPING=1$")).isEmpty();
                    ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroy();
                    receiver.awaitLine("^STOPPING=1$");
                } finally {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } finally {
            Distribution.delete(folder);
        }
    }

    @Test
    void withoutSystemdTheServerJustStarts() {
        try (Command server = serve(null)) {
            server.awaitLine("READY=1 is not told: not started by systemd");
        }
    }

    @Test
    void missingCommandIsAWarningWithTheRemedy() {
        base.write("start.d/missing.ini", "jetty.systemd.notifyCommand=/no/systemd-notify\n");
        try (Command server = serve(base.resolve("socket"))) {
            server.awaitLine("WARN .*READY=1 cannot be told to systemd: .*/no/systemd-notify.*Type=exec");
        }
    }

    @Test
    void commandOfTheUnitStartsTheServer() throws IOException {
        String unit = Files.readString(Distribution.HOME.resolve("bin/jetty.service"));
        assertThat(unit).contains("\nType=notify\n", "\nNotifyAccess=all\n");
        String line =
                unit.lines().filter(l -> l.startsWith("ExecStart=")).findFirst().orElseThrow();
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", "-c", "exec " + line.substring(10).replace("/usr/bin/java", "$JAVA"));
        builder.environment().put("JAVA", Jdk.oldest().java().toString());
        builder.environment().put("JETTY_HOME", Distribution.HOME.toString());
        builder.environment().put("JETTY_BASE", base.folder().toString());
        builder.environment().put("JAVA_OPTIONS", "-Xmx256m");
        builder.environment().put("JETTY_ARGS", "jetty.http.host=127.0.0.1 jetty.http.port=0");
        try (Command server = Command.run(builder)) {
            assertThat(Server.started(server).get("/").statusCode()).isEqualTo(404);
            server.terminate();
            // what SuccessExitStatus names
            assertThat(server.awaitExit()).isEqualTo(143);
        }
        assertThat(unit).contains("\nSuccessExitStatus=143\n");
    }
}
