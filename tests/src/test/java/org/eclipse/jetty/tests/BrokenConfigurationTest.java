package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A mistake of the operator stops the start with one message that names file, line and remedy; the exit code tells it, too. */
class BrokenConfigurationTest {
    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http");

    @Test
    void xmlThatIsNotWellFormed() {
        base.write("etc/broken.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Server" class="org.eclipse.jetty.server.Server">
                  <Set name="stopTimeout">5000</Sett>
                </Configure>
                """);
        base.write("start.d/broken.ini", "etc/broken.xml\n");
        refused("broken.xml:4", "Set");
    }

    @Test
    void xmlThatNamesAnUnknownClass() {
        base.write("etc/broken.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Server" class="org.eclipse.jetty.server.Server">
                  <Call name="addBean"><Arg><New class="com.example.Missing"/></Arg></Call>
                </Configure>
                """);
        base.write("start.d/broken.ini", "etc/broken.xml\n");
        refused("broken.xml:4", "com.example.Missing");
    }

    @Test
    void xmlThatSetsWhatDoesNotExist() {
        base.write("etc/broken.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Server" class="org.eclipse.jetty.server.Server">

                  <Set name="stopTimeot">5000</Set>
                </Configure>
                """);
        base.write("start.d/broken.ini", "etc/broken.xml\n");
        refused("broken.xml:5", "stopTimeot");
    }

    @Test
    void propertyThatIsNoNumber() {
        base.write("start.d/broken.ini", "jetty.http.port=abc\n");
        refused("jetty-http.xml:", "jetty.http.port", "abc");
    }

    @Test
    void propertyThatIsNoNumberIsToldWithFileAndLine() {
        base.write("start.d/broken.ini", "# a comment\njetty.http.port=abc\n");
        try (Command start = base.start()) {
            start.awaitLine("\\$\\{jetty\\.base}/start\\.d/broken\\.ini:2: jetty\\.http\\.port: abc, read in ");
            assertThat(start.awaitExit()).isEqualTo(254);
        }
    }

    @Test
    void iniLineThatIsNothing() {
        base.write("start.d/broken.ini", "# a comment\njetty http port\n");
        refused("broken.ini:2", "jetty http port");
    }

    @Test
    void moduleThatDoesNotExist() {
        base.write("start.d/broken.ini", "--modules=http\n--modules=requestlogg\n");
        refused("broken.ini:2", "requestlogg", "did you mean");
    }

    @Test
    void moreThreadsAtLeastThanAtMost() {
        base.write("start.d/broken.ini", "jetty.threadPool.minThreads=30\njetty.threadPool.maxThreads=20\n");
        refused("minThreads 30", "maxThreads 20", "lower jetty.threadPool.minThreads to at most 20");
    }

    @Test
    void reservedThreadsThatLeaveNone() {
        base.write("start.d/broken.ini", "jetty.threadPool.maxThreads=8\njetty.threadPool.reservedThreads=8\n");
        refused("reservedThreads 8", "maxThreads 8", "lower jetty.threadPool.reservedThreads to at most 7");
    }

    @Test
    void fewerThreadsThanSelectorsAcceptorsAndReservedOnes() {
        base.write(
                "start.d/broken.ini",
                "jetty.threadPool.maxThreads=8\njetty.threadPool.reservedThreads=2\n"
                        + "jetty.http.selectors=4\njetty.http.acceptors=2\n");
        refused("max=8, required=9", "to at least 9", "lower jetty.http.selectors");
    }

    @Test
    void portThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            base.write(
                    "start.d/broken.ini", "jetty.http.host=127.0.0.1\njetty.http.port=" + taken.getLocalPort() + "\n");
            refused("broken.ini:2", "127.0.0.1:" + taken.getLocalPort(), "already in use");
        }
    }

    /** Starts the server, which ends by itself; one line holds all of the texts, and no stack trace surrounds it. */
    private void refused(String... texts) {
        Command command = start();
        assertThat(command.awaitExit()).isNotZero();
        List<String> lines = command.lines().stream()
                .filter(line -> List.of(texts).stream()
                        .allMatch(text -> line.toLowerCase().contains(text.toLowerCase())))
                .toList();
        assertThat(lines).as(command::output).hasSize(1);
        assertThat(command.lines("^\\s+at [\\w.$/]+\\(")).as(command::output).isEmpty();
    }

    /** At a free port, unless the mistake is about ports: another server may run beside. */
    private Command start() {
        try {
            String ini = Files.readString(base.resolve("start.d/broken.ini"));
            return ini.contains("jetty.http.port")
                    ? base.start()
                    : base.start("jetty.http.host=127.0.0.1", "jetty.http.port=0");
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
