package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code bin/jetty.sh} of the distribution, run by the plainest shell of this machine. */
class JettyScriptTest {
    private static final Path SCRIPT = Distribution.HOME.resolve("bin/jetty.sh");

    private final Base base = Base.with(Jdk.oldest(), "http");
    private final List<Command> commands = new ArrayList<>();

    @BeforeEach
    void configure() {
        base.write("start.d/port.ini", "jetty.http.host=127.0.0.1\njetty.http.port=0\n");
    }

    @AfterEach
    void end() throws IOException {
        server().ifPresent(ProcessHandle::destroyForcibly);
        commands.forEach(Command::close);
        base.close();
    }

    private Command script(Map<String, String> settings, String... arguments) {
        Path dash = Path.of("/usr/bin/dash");
        List<String> command =
                new ArrayList<>(List.of(Files.isExecutable(dash) ? dash.toString() : "/bin/sh", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(base.resolve("tmp").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("JETTY_") || name.startsWith("JAVA"));
        environment.put("HOME", base.folder().toString());
        environment.put("JETTY_BASE", base.folder().toString());
        environment.put("JETTY_RUN", base.resolve("run").toString());
        environment.put("JAVA", Jdk.oldest().java().toString());
        environment.put("JAVA_OPTIONS", "-Xmx256m -Djava.io.tmpdir=" + base.resolve("tmp"));
        environment.putAll(settings);
        Command started = Command.run(builder);
        commands.add(started);
        return started;
    }

    /** Runs the script to its end, and returns what it said. */
    private String script(int code, String... arguments) {
        return script(code, Map.of(), arguments);
    }

    private String script(int code, Map<String, String> settings, String... arguments) {
        Command command = script(settings, arguments);
        assertThat(command.awaitExit()).as(command::output).isEqualTo(code);
        return command.output();
    }

    private Optional<ProcessHandle> server() throws IOException {
        Path file = base.resolve("run/jetty.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String pid = Files.readString(file).trim();
        return pid.matches("\\d+") ? ProcessHandle.of(Long.parseLong(pid)) : Optional.empty();
    }

    @Test
    void serverIsStartedFoundRestartedAndStopped() throws IOException {
        assertThat(SCRIPT).isExecutable();
        assertThat(script(3, "status")).isEqualTo("Jetty is not running");
        assertThat(script(0, "start")).matches("Starting Jetty: OK, pid \\d+");
        long first = server().orElseThrow().pid();
        assertThat(script(0, "status")).isEqualTo("Jetty is running, pid " + first);
        assertThat(script(0, "start")).isEqualTo("Already running, pid " + first);
        assertThat(script(0, "check"))
                .contains("JETTY_BASE           = " + base.folder().toRealPath())
                .endsWith("Jetty is running, pid " + first);
        assertThat(script(0, "restart", "jetty.server.stopTimeout=1000"))
                .startsWith("Stopping Jetty: OK\nStarting Jetty: OK, pid ");
        ProcessHandle second = server().orElseThrow();
        assertThat(second.pid()).isNotEqualTo(first);
        awaitStartLog("sto=1000");
        assertThat(script(0, "stop")).isEqualTo("Stopping Jetty: OK");
        assertThat(second.isAlive()).isFalse();
        assertThat(base.resolve("run/jetty.pid")).doesNotExist();
        assertThat(base.resolve("run/jetty.state")).doesNotExist();
        assertThat(script(0, "stop")).isEqualTo("Not running");
    }

    @Test
    void whatAnEarlierProcessLeftIsNotTakenForNews() {
        long stranger = ProcessHandle.current().pid();
        base.write("run/jetty.pid", Long.toString(stranger));
        base.write("run/jetty.state", "STARTED Server@1\nFAILED Server@1\n");
        assertThat(script(1, "status")).isEqualTo("Jetty is not running");
        assertThat(script(0, "start")).matches("Starting Jetty: OK, pid \\d+");
        script(0, "stop");
        base.write("run/jetty.pid", Long.toString(stranger));
        assertThat(script(0, "stop")).isEqualTo("Not running");
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }

    @Test
    void startThatFailsSaysWhy() {
        assertThat(script(1, "start", "jetty.http.port=abc"))
                .startsWith("Starting Jetty: FAILED, the end of ")
                .contains("jetty.http.port: abc");
        assertThat(script(0, "start")).contains("OK");
        script(0, "stop");
    }

    @Test
    void outputOfEarlierStartsIsKept() throws IOException {
        for (int i = 0; i < 3; i++) {
            base.write("run/jetty-start.log", "output of " + i + "\n");
            script(1, Map.of("JETTY_START_LOGS", "2"), "start", "jetty.http.port=abc");
        }
        assertThat(Files.readString(base.resolve("run/jetty-start.log"))).contains("jetty.http.port: abc");
        assertThat(base.resolve("run/jetty-start.log.1")).hasContent("output of 2");
        assertThat(base.resolve("run/jetty-start.log.2")).hasContent("output of 1");
        assertThat(base.resolve("run/jetty-start.log.3")).doesNotExist();
        assertThat(script(1, Map.of("JETTY_START_LOGS", "some"), "start"))
                .isEqualTo("jetty.sh: JETTY_START_LOGS: some (expected: a number of files)");
    }

    @Test
    void secondJvmIsStoppedToo() throws IOException {
        base.write("start.d/jvm.ini", "--exec\n-Xmx200m\n");
        assertThat(script(0, "start")).contains("OK");
        ProcessHandle server = server().orElseThrow();
        assertThat(script(0, "status")).contains("running, pid " + server.pid());
        assertThat(script(0, "stop")).isEqualTo("Stopping Jetty: OK");
        assertThat(server.isAlive()).isFalse();
    }

    private static String commandLine(ProcessHandle process) throws IOException {
        return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
    }

    @Test
    void startCacheIsUsedInOneJvm() throws IOException {
        String direct = " @" + base.folder().toRealPath().resolve("start-cache/java.args") + " ";
        Path archive = base.resolve("start-cache/server.jsa");
        assertThat(script(0, "start")).contains("OK");
        String pid = Files.readString(base.resolve("run/jetty.pid"));
        // beside the server, whose files of the process stay
        assertThat(script(0, "train")).contains("Made ${jetty.base}/start-cache/server.jsa");
        assertThat(base.resolve("run/jetty.pid")).hasContent(pid);
        assertThat(commandLine(server().orElseThrow())).doesNotContain(direct);
        assertThat(base.resolve("start-cache/jetty.pid")).doesNotExist();

        assertThat(script(0, "restart")).contains("Starting Jetty: OK");
        ProcessHandle server = server().orElseThrow();
        assertThat(commandLine(server)).contains(direct).doesNotContain(" -jar ");
        assertThat(server.children()).isEmpty();
        assertThat(script(0, "status")).isEqualTo("Jetty is running, pid " + server.pid());
        assertThat(script(0, "start")).isEqualTo("Already running, pid " + server.pid());
        assertThat(script(0, "stop")).isEqualTo("Stopping Jetty: OK");
        assertThat(server.isAlive()).isFalse();

        // other arguments: the server is a child of that process
        assertThat(script(0, "start", "jetty.server.stopTimeout=1000")).contains("OK");
        awaitStartLog("sto=1000");
        server = server().orElseThrow();
        assertThat(commandLine(server)).doesNotContain(direct);
        ProcessHandle first = server.parent().orElseThrow().parent().orElseThrow();
        assertThat(commandLine(first)).contains(direct);
        assertThat(script(0, "status")).isEqualTo("Jetty is running, pid " + server.pid());
        assertThat(script(0, "stop")).isEqualTo("Stopping Jetty: OK");
        assertThat(first.onExit()).succeedsWithin(Command.DEADLINE);

        // an archive that is cut off would crash the JVM
        try (FileChannel channel = FileChannel.open(archive, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
        assertThat(script(0, "start")).contains("OK");
        awaitStartLog("The start cache is not used: " + archive.toRealPath() + " is damaged");
        assertThat(commandLine(server().orElseThrow())).contains(" -jar ").doesNotContain(direct);
        script(0, "stop");
    }

    @Test
    void runIsInTheForegroundAndOnlyOnce() throws IOException {
        Command run = script(Map.of(), "run");
        run.awaitLine("Started Server@");
        assertThat(server().orElseThrow().pid()).isEqualTo(run.pid());
        assertThat(script(1, "run")).isEqualTo("jetty.sh: already running, pid " + run.pid());
        run.terminate();
        assertThat(run.awaitExit()).isEqualTo(143);
        Command supervised = script(Map.of(), "supervise");
        supervised.awaitLine("Started Server@");
        supervised.terminate();
        assertThat(supervised.awaitExit()).isEqualTo(143);
    }

    @Test
    void settingsComeFromTheFileOfTheUser() {
        base.write(".jettyrc", "JETTY_ARGS='jetty.server.stopTimeout=1234 a.b=*'\nJETTY_START_TIMEOUT=50\n");
        assertThat(script(3, "check"))
                .contains("JETTY_ARGS           = jetty.server.stopTimeout=1234 a.b=*", "JETTY_START_TIMEOUT  = 50");
        script(0, "start");
        awaitStartLog("sto=1234");
        script(0, "stop");
    }

    private void awaitStartLog(String text) {
        Awaitility.await().atMost(Command.DEADLINE).until(() -> Files.readString(base.resolve("run/jetty-start.log"))
                .contains(text));
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThat(script(1, Map.of("JETTY_START_TIMEOUT", "soon"), "start"))
                .isEqualTo("jetty.sh: JETTY_START_TIMEOUT: soon (expected: a number of seconds)");
        assertThat(script(1, Map.of("JETTY_HOME", "/nowhere"), "start"))
                .isEqualTo("jetty.sh: JETTY_HOME: /nowhere (expected: a directory that holds start.jar)");
        assertThat(script(1, Map.of("JETTY_BASE", "/nowhere"), "status"))
                .isEqualTo("jetty.sh: JETTY_BASE: /nowhere (expected: a directory)");
        assertThat(script(1, Map.of("JETTY_BASE", ""), "status")).contains("JETTY_BASE is not set");
        assertThat(script(1, Map.of("JAVA", "/no/java"), "status")).contains("no java command");
        assertThat(script(1, "begin")).contains("begin (expected: start, stop,", "Usage: jetty.sh");
    }

    @Test
    void startThatTakesTooLongIsLeftToGoOn() throws IOException {
        base.write("etc/wait.xml", """
                <Configure><Call class="java.lang.Thread" name="sleep"><Arg type="long">600000</Arg></Call></Configure>
                """);
        assertThat(script(1, Map.of("JETTY_START_TIMEOUT", "2"), "start", "etc/wait.xml"))
                .contains("not started within 2 seconds; it is left to go on");
        assertThat(script(0, "status")).contains("is running");
        assertThat(script(0, "stop")).isEqualTo("Stopping Jetty: OK");
    }
}
