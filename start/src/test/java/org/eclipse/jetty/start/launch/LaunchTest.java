package org.eclipse.jetty.start.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.check.StartFailure;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {
    private StartFixture start;

    @BeforeEach
    void prepare(@TempDir Path dir) {
        start = new StartFixture(dir);
    }

    @AfterEach
    void release() {
        start.close();
        for (String name : new String[] {"jetty.home", "jetty.base", "launch.test", "launch.result"}) {
            System.clearProperty(name);
        }
    }

    /** A main class that stands for the server. */
    public static final class Recorder {
        public static void main(String[] arguments) {
            System.setProperty(
                    "launch.result",
                    String.join(" ", arguments) + "|" + System.getProperty("launch.test") + "|"
                            + Thread.currentThread().getContextClassLoader().getName());
        }
    }

    /** A main class that stands for a server which does not start. */
    public static final class Failing {
        public static void main(String[] arguments) {
            throw new IllegalStateException(
                    "no port, from property a.port=x", new java.io.IOException("Address in use"));
        }
    }

    /** A main class that leaves a trace of a second JVM. */
    public static final class Forked {
        public static void main(String[] arguments) throws Exception {
            Files.writeString(Path.of("forked.txt"), Arrays.toString(arguments) + System.getProperty("forked.test"));
            System.exit(7);
        }
    }

    @Test
    void serverRunsInThisJvmWithItsOwnClassLoader() {
        start.write("base/etc/a.xml", "");
        assertThat(start.run("main.class=" + Recorder.class.getName(), "etc/a.xml", "-Dlaunch.test=yes-${p}", "p=1"))
                .isZero();
        assertThat(System.getProperty("launch.result"))
                .contains("launch.test=yes-1 ")
                .contains(start.base + "/etc/a.xml|yes-1|server");
        assertThat(System.getProperty("jetty.base")).isEqualTo(start.base.toString());
    }

    @Test
    void failureOfTheServerIsToldWithItsCausesAndCode() {
        start.write("base/start.ini", "# my port\na.port=x\n");
        assertThat(start.run("main.class=" + Failing.class.getName())).isEqualTo(StartException.MAIN_FAILED);
        assertThat(start.err())
                .isEqualTo("ERROR : The server did not start: no port,"
                        + " from property a.port=x\n"
                        + "  caused by: Address in use\n"
                        + "  a.port is set in ${jetty.base}/start.ini:2\n");
    }

    @Test
    void failureIsDescribedWithoutRepetitionAndNamesThatSayNothing() {
        Exception repeated =
                new IllegalStateException("cannot bind *:80: in use", new java.net.BindException("in use"));
        assertThat(StartFailure.describe(repeated)).isEqualTo("cannot bind *:80: in use");
        assertThat(StartFailure.describe(new IllegalStateException(repeated))).isEqualTo("cannot bind *:80: in use");
        assertThat(StartFailure.describe(new java.nio.file.NoSuchFileException("/a")))
                .isEqualTo("no such file: /a");
        assertThat(StartFailure.describe(
                        new java.io.IOException("no host", new java.nio.channels.UnresolvedAddressException())))
                .isEqualTo("no host");
        // a mistake of ours is told by its name
        assertThat(StartFailure.describe(new NullPointerException("a is null")))
                .isEqualTo("java.lang.NullPointerException: a is null");
    }

    @Test
    void argumentThatTheSecondJvmRefusesIsToldWithItsPlace() {
        start.module("fork", "[exec]\n-Xms16m\n-Xmx1parsec\n");
        assertThat(start.run("--modules=fork", "main.class=" + Failing.class.getName()))
                .isEqualTo(1);
        assertThat(start.err())
                .contains("${jetty.home}/modules/fork.mod:3: the JVM refuses -Xmx1parsec: Invalid maximum heap size");
    }

    @Test
    void fileOfTheLogThatIsNoXmlIsToldAtTheStart() {
        start.module("log", "[lib]\nresources/\nlib/logback-classic-1.0.jar\n")
                .write("base/lib/logback-classic-1.0.jar", "")
                .write("base/resources/logback.xml", "<configuration>\n<root>\n</configuration>\n");
        assertThat(start.run("--modules=log", "main.class=" + Recorder.class.getName()))
                .isZero();
        assertThat(start.err()).contains("WARN  : ${jetty.base}/resources/logback.xml:3: The element type \"root\"");
    }

    @Test
    void nothingToStartIsToldWithTheRemedy() {
        assertThat(start.run()).isEqualTo(StartException.MAIN_FAILED);
        assertThat(start.err()).contains("Nothing to start").contains("--add-modules=http,ee10-deploy");
    }

    @Test
    void execRunsASecondJvmWithItsArgumentsAndReturnsItsCode() throws Exception {
        String classes = Path.of(LaunchTest.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        start.module("fork", "[exec]\n-Dforked.test=${p}\n").write("base/etc/a.xml", "");
        int exitCode = start.run(
                "--modules=fork",
                "--libs=" + classes,
                "main.class=" + Forked.class.getName(),
                "p=1",
                "etc/a.xml",
                "--exec-properties=kept.properties");
        assertThat(exitCode).isEqualTo(7);
        assertThat(start.read("base/forked.txt"))
                .isEqualTo("[" + start.base + "/kept.properties, " + start.base + "/etc/a.xml]1");
        assertThat(start.read("base/kept.properties")).contains("p=1");
        assertThat(start.err()).contains("WARN  : Forking second JVM due to forking module(s): [fork]");
    }

    private void jar(String name, String version) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Implementation-Version", version);
        manifest.getMainAttributes().putValue("Bundle-License", "Free");
        start.write(name, "");
        new JarOutputStream(Files.newOutputStream(start.home.getParent().resolve(name)), manifest).close();
    }

    @Test
    void librariesAreFoundByNameAndPattern() throws Exception {
        jar("home/lib/a-1.jar", "1.0");
        jar("home/lib/ext/z.jar", "2.0");
        jar("base/lib/ext/deep/y.jar", "3.0");
        jar("base/lib/ext/z.jar", "2.1");
        start.write("base/resources/x", "")
                .module(
                        "m",
                        "[lib]\nlib/a-${v}.jar\nlib/ext/**.jar\nresources/\nlib/none/*.jar\nabsent/\n[ini]\nv=1\n");
        assertThat(start.run("--list-classpath", "--modules=m")).isZero();
        assertThat(start.out())
                .endsWith("\nClasspath: Jetty\n----------------\n"
                        + "Version Information on 4 entries in the classpath.\n"
                        + "Note: order presented here is how they would appear on the classpath.\n"
                        + "      changes to the --module=name command line options will be reflected here.\n"
                        + " 0:                      1.0 | ${jetty.home}/lib/a-1.jar | Free\n"
                        + " 1:                      3.0 | ${jetty.base}/lib/ext/deep/y.jar | Free\n"
                        + " 2:                      2.1 | ${jetty.base}/lib/ext/z.jar | Free\n"
                        + " 3:                    (dir) | ${jetty.base}/resources\n");
        assertThat(start.err()).isEmpty();
        start.module("m", "[lib]\nlib/gone.jar\nregex:lib/ext/[a-z]\\.jar\n");
        assertThat(start.run("--dry-run=path", "--modules=m")).isZero();
        assertThat(start.out()).isEqualTo("--class-path BASE/lib/ext/z.jar\n");
        assertThat(start.err()).contains("Library lib/gone.jar does not exist, from ${jetty.home}/modules/m.mod:2");
    }

    @Test
    void jpmsPutsJarsOnTheModulePathAndMergesDirectives() throws Exception {
        jar("home/lib/a.jar", "1");
        jar("home/lib/e.jar", "1");
        start.write("base/resources/x", "")
                .module(
                        "m",
                        "[lib]\nlib/a.jar\nresources/\n[jpms]\nadd-modules: java.sql, java.xml\nadd-opens: a/b=c\n")
                .module("n", "[jpms]\nadd-modules: java.xml,java.desktop\n")
                .module("e", "[environment]\nee10\n[lib]\nlib/e.jar\n");
        assertThat(start.run("--jpms", "--dry-run=path,main,envs", "--modules=m,n,e"))
                .isZero();
        assertThat(start.out())
                .isEqualTo("--module-path HOME/lib/a.jar --class-path BASE/resources --add-opens a/b=c"
                        + " --add-modules java.sql,java.xml,java.desktop"
                        + " --module org.eclipse.jetty.xml/org.eclipse.jetty.xml.XmlConfiguration"
                        + " --env ee10 -p HOME/lib/e.jar\n");
    }

    @Test
    void environmentsFollowTheOrderOfTheirModules() {
        start.module("a-core", "[environment]\ncore\n[after]\nz-ee10\n").module("z-ee10", "[environment]\nee10\n");
        assertThat(start.arguments("--modules=a-core,z-ee10")).containsSubsequence("--env", "ee10", "--env", "core");
    }

    @Test
    void homeAsBaseIsAllowed() {
        start.module("home-base-warning", "[description]\nwarns\n");
        assertThat(start.run("jetty.base=" + start.home, "--list-config")).isZero();
        assertThat(start.out()).contains("  0) home-base-warning").contains(" ${jetty.base} -> HOME\n");
        assertThat(start.out()).doesNotContain(" ${jetty.home} -> ");
    }

    @Test
    void startLogFileTakesAllMessages() {
        assertThat(start.run("--start-log-file=logs/start.log", "--list-config", "--modules=nope"))
                .isEqualTo(StartException.UNKNOWN);
        assertThat(start.read("base/logs/start.log")).contains("Unknown module='nope'");
        // the directory may be mistyped
        assertThat(start.err()).contains("WARN  : The directory ${jetty.base}/logs did not exist");
    }

    private String stop(String answer, String... more) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> {
                try (Socket socket = server.accept();
                        BufferedReader in = new BufferedReader(
                                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
                    String lines = in.readLine() + "," + in.readLine();
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    return lines;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            String[] arguments = Arrays.copyOf(more, more.length + 2);
            arguments[more.length] = "--stop";
            arguments[more.length + 1] = "stop.port=" + server.getLocalPort();
            int exitCode = start.run(arguments);
            return exitCode + ":" + received.get();
        }
    }

    @Test
    void serverWithStopPortListensForTheCommandToStop() {
        start.module("shutdown", "[xml]\netc/shutdown.xml\n").write("home/etc/shutdown.xml", "");
        assertThat(start.arguments("stop.port=99", "stop.key=k"))
                .contains("jetty.shutdown.port=99", "jetty.shutdown.key=k", "HOME/etc/shutdown.xml");
        assertThat(start.arguments()).doesNotContain("HOME/etc/shutdown.xml");
    }

    @Test
    void stopSendsKeyAndCommandAndWaitsForTheAnswer() throws Exception {
        assertThat(stop("Stopped\r\n", "stop.key=k", "stop.wait=5")).isEqualTo("0:k,stop");
        assertThat(start.err())
                .contains("INFO  : Waiting 5 seconds for jetty to stop\n")
                .contains("INFO  : Server reports itself as Stopped\n");
    }

    @Test
    void stopWithAWrongKeyIsToldWhenWaiting() throws Exception {
        assertThat(stop("", "stop.key=wrong", "stop.wait=5")).isEqualTo("252:wrong,stop");
        assertThat(start.err()).contains("without stopping. Is stop.key the same?");
    }

    @Test
    void stopWithoutWaitingReturnsAtOnce() throws Exception {
        assertThat(stop("", "stop.key=k")).isEqualTo("0:k,stop");
    }

    @Test
    void stopOfNothingIsAnError() throws Exception {
        // bound, so that nobody else gets it, but not listening
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int free = bound.getLocalPort();
            assertThat(start.run("--stop", "stop.port=" + free, "stop.key=k")).isEqualTo(StartException.NOT_STOPPED);
            assertThat(start.err())
                    .contains("Cannot stop the server at 127.0.0.1:" + free)
                    .contains("Is it running");
        }
    }
}
