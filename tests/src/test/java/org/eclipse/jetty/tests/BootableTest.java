package org.eclipse.jetty.tests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.EchoServlet;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Bootable jars, as processes: what is packed serves, stops and reports like an unpacked base. */
class BootableTest {
    private static final String PAGE = "<%= application.getMajorVersion() %>.<%= application.getMinorVersion() %>";

    /** Runs the command after two directories: the first becomes a file system that is read-only, the second within it one that is not. */
    private static final List<String> READ_ONLY =
            List.of("unshare", "--map-root-user", "--mount", "sh", "-ec", """
            mount --bind "$1" "$1"
            mount --bind "$2" "$2"
            mount -o remount,bind,ro "$1"
            cd "$1"
            shift 2
            exec "$@"
            """, "sh");

    @AutoClose
    private final Base base = Base.empty(Jdk.oldest());

    /** Where the jar runs: there is nothing but the jar and its temporary files. */
    private Path elsewhere;

    private void pack(String modules, String... arguments) throws IOException {
        assertThat(base.start("--add-modules=" + modules).awaitExit()).isZero();
        List<String> all = new ArrayList<>(List.of("--pack=tmp/app.jar"));
        all.addAll(List.of(arguments));
        Command pack = base.start(all.toArray(new String[0]));
        assertThat(pack.awaitExit()).as(pack::output).isZero();
        elsewhere = Files.createDirectories(base.resolve("tmp/elsewhere"));
        Files.createDirectories(elsewhere.resolve("temporary"));
        Files.move(base.resolve("tmp/app.jar"), elsewhere.resolve("app.jar"));
    }

    private Command run(String... arguments) {
        return base.run(command(arguments), elsewhere);
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(base.java(Jdk.oldest()));
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + elsewhere.resolve("temporary"),
                "-jar",
                elsewhere.resolve("app.jar").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs the jar where nothing can be written, but for one directory below. */
    private Command runReadOnly(Path writable, String... arguments) {
        List<String> command = new ArrayList<>(READ_ONLY);
        command.addAll(List.of(elsewhere.toString(), writable.toString()));
        command.addAll(command(arguments));
        return base.run(command, elsewhere);
    }

    private Server serve(String... arguments) {
        List<String> all = new ArrayList<>(List.of("jetty.http.host=127.0.0.1", "jetty.http.port=0"));
        all.addAll(List.of(arguments));
        return Server.started(run(all.toArray(new String[0])));
    }

    private List<String> temporary() throws IOException {
        try (Stream<Path> files = Files.list(elsewhere.resolve("temporary"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("hsperfdata"))
                    .toList();
        }
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(temporary()).isEmpty();
        try (Stream<Path> files = Files.list(elsewhere)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("app.jar", "temporary");
        }
    }

    @Test
    void applicationsOfAllEnvironmentsAndTheirPagesAreServed() throws IOException {
        for (String ee : List.of("ee8", "ee9", "ee10", "ee11")) {
            base.write("webapps/" + ee + ".properties", "environment=" + ee);
            Files.createDirectories(base.resolve("webapps"));
            new War().file("page.jsp", PAGE).deploy(base, ee + ".war");
        }
        pack("http,ee8-deploy,ee9-deploy,ee10-deploy,ee11-deploy,ee8-jsp,ee9-jsp,ee10-jsp,ee11-jsp");
        Server server = serve();
        assertThat(server.get("/ee8/page.jsp").body()).isEqualTo("4.0");
        assertThat(server.get("/ee9/page.jsp").body()).isEqualTo("5.0");
        assertThat(server.get("/ee10/page.jsp").body()).isEqualTo("6.0");
        assertThat(server.get("/ee11/page.jsp").body()).isEqualTo("6.1");
        server.command().terminate();
        server.command().awaitExit();
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void stopBySignalLetsRequestsEndAndRemovesWhatWasCopied() throws IOException {
        Files.createDirectories(base.resolve("webapps"));
        new War().servlet(EchoServlet.class, "/").deploy(base, "echo.war");
        pack("http,ee10-deploy,graceful");
        Server server = serve("jetty.server.stopTimeout=50000", "--context-path=/said");
        try (Socket inFlight = new Socket("127.0.0.1", server.port())) {
            inFlight.getOutputStream()
                    .write("POST /said/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n01234".getBytes(US_ASCII));
            server.command().awaitLine("reading the content of /said/");
            assertThat(temporary()).anyMatch(name -> name.startsWith("bootable-"));

            server.command().terminate();
            server.awaitRefusal();
            inFlight.getOutputStream().write("56789".getBytes(US_ASCII));
            String response = new String(inFlight.getInputStream().readAllBytes(), US_ASCII);
            assertThat(response).startsWith("HTTP/1.1 200").endsWith("0123456789");
        }
        server.command().awaitExit(Duration.ofSeconds(60));
        assertThat(server.command().lines(":(WARN|ERROR) ?:")).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void whatAKilledProcessLeavesIsRemovedByTheNext() throws IOException {
        pack("http,static-deploy");
        Server killed = serve();
        killed.command().close();
        assertThat(temporary()).isNotEmpty();
        Server next = serve();
        next.command().awaitLine("Deleted .*bootable-.*, which a process that was killed has left");
        next.command().terminate();
        next.command().awaitExit();
        assertNothingIsLeft();
    }

    @Test
    void modulesThatArePackedBesideGiveTlsAndHttp2WhenAsked() throws Exception {
        base.write("webapps/files/page.txt", "a page");
        pack("http,static-deploy", "--with-modules=http2,test-keystore");
        assertThat(run("--list-config").awaitExit()).isZero();
        Command secure = run(
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=0",
                "--modules=http2,test-keystore",
                "jetty.ssl.host=127.0.0.1",
                "jetty.ssl.port=0");
        String port =
                secure.awaitLine("Started \\S*ServerConnector@.*SSL.*:(\\d+)}").group(1);
        secure.awaitLine("Started (\\S*\\.)?Server@");
        HttpResponse<String> response = HttpClient.newBuilder()
                .sslContext(trustingAnybody())
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/files/page.txt"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.body()).isEqualTo("a page");
    }

    @Test
    void serverInASecondJvmIsStoppedWithItsFiles() throws IOException {
        base.write("webapps/files/page.txt", "a page");
        pack("http,static-deploy", "jetty.http.idleTimeout=4321");
        Server server = serve("--exec", "-Xmx200m");
        assertThat(server.get("/files/page.txt").body()).isEqualTo("a page");
        server.command().terminate();
        server.command().awaitExit();
        assertNothingIsLeft();
    }

    @Test
    void fileSystemMayBeReadOnlyButForTemporaryFiles() throws IOException {
        Files.createDirectories(base.resolve("webapps"));
        new War().file("page.jsp", PAGE).deploy(base, "shop.war");
        pack("http,ee10-deploy,ee10-jsp");
        assumeReadOnlyFileSystems();
        Server server = Server.started(
                runReadOnly(elsewhere.resolve("temporary"), "jetty.http.host=127.0.0.1", "jetty.http.port=0"));
        assertThat(server.get("/shop/page.jsp").body()).isEqualTo("6.0");
        server.command().terminate();
        server.command().awaitExit();
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
        assertNothingIsLeft();

        Path other = Files.createDirectories(elsewhere.resolve("other"));
        assertFails(runReadOnly(other), "temporary.*Read-only file system.*-Djava.io.tmpdir=<directory>");
        Files.delete(other);
        assertNothingIsLeft();
    }

    private void assumeReadOnlyFileSystems() throws IOException {
        Path writable = elsewhere.resolve("temporary");
        List<String> command = new ArrayList<>(READ_ONLY);
        command.addAll(
                List.of(elsewhere.toString(), writable.toString(), "sh", "-c", "touch temporary/a && ! touch a"));
        Command probe = base.run(command, elsewhere);
        assumeThat(probe.awaitExit())
                .as("A read-only file system could not be made, so the test of a bootable jar on one is skipped:\n"
                        + probe.output())
                .isZero();
        Files.delete(writable.resolve("a"));
    }

    @Test
    void processIsReplacedByOneOfTheJarThatIsThereThen() throws IOException {
        base.write("webapps/files/page.txt", "a page");
        pack("http,static-deploy,restart");
        String port = "jetty.shutdown.port=" + Ports.unused();
        Server server = base.serveBelowShell(
                command("jetty.http.host=127.0.0.1", "jetty.http.port=0", port, "jetty.shutdown.key=secret"));
        List<String> first = temporary();
        base.write("webapps/files/page.txt", "another page");
        Command pack = base.start("--pack=tmp/next.jar");
        assertThat(pack.awaitExit()).as(pack::output).isZero();
        Files.move(base.resolve("tmp/next.jar"), elsewhere.resolve("app.jar"), StandardCopyOption.REPLACE_EXISTING);
        Command restart = run("--restart", port.replace("jetty.shutdown", "stop"), "stop.key=secret");
        assertThat(restart.awaitExit()).as(restart::output).isZero();
        long pid = Long.parseLong(restart.awaitLine("Restarted (\\d+)").group(1));
        try {
            server.command().awaitLine("Exiting JVM after 'restart' command");
            assertThat(server.get("/files/page.txt").body()).isEqualTo("another page");
            await().atMost(Command.DEADLINE).untilAsserted(() -> assertThat(temporary())
                    .filteredOn(name -> name.startsWith("bootable-"))
                    .hasSize(2)
                    .doesNotContainAnyElementsOf(first));

            server.command().awaitLines("STOP\\.EXIT=", 2);
            Command stop = run("--stop", port.replace("jetty.shutdown", "stop"), "stop.key=secret", "stop.wait=60");
            assertThat(stop.awaitExit()).as(stop::output).isZero();
            server.awaitRefusal();
            await().atMost(Command.DEADLINE).untilAsserted(this::assertNothingIsLeft);
            assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
        } finally {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void checksAndFailuresSayWhatIsWrongAndLeaveNothing() throws IOException {
        base.write("webapps/one/page.txt", "one");
        base.write("webapps/two/page.txt", "two");
        pack("http,static-deploy");
        assertFails(run("--check", "jetty.http.port=80800"), "80800.*0-65535");
        Command check = run("--check", "jetty.http.port=0");
        assertThat(check.awaitExit()).as(check::output).isZero();
        assertFails(run("--modules=jmx"), "--modules=jmx .*--with-modules=jmx packs another one");
        assertFails(run("--context-path=/a"), "has the applications \\[one, two\\] \\(expected: one\\)");
        assertFails(run("--context-path=a/"), "expected: --context-path=/ or =/name");
        assertFails(run("--train"), "--train");
        assertFails(run("jetty.base=/"), "home and base of a bootable jar are in it");
        assertFails(run("unknown"), "Unrecognized argument");
        try (ServerSocket taken = new ServerSocket(0)) {
            assertFails(run("jetty.http.port=" + taken.getLocalPort()), "(?i)in use");
        }
        Command help = run("--help");
        assertThat(help.awaitExit()).isZero();
        help.awaitLine("-jar app.jar");
        Files.delete(elsewhere.resolve("temporary"));
        assertFails(run(), "-Djava.io.tmpdir=<directory>");
        Files.createDirectories(elsewhere.resolve("temporary"));
        assertNothingIsLeft();
    }

    private static void assertFails(Command command, String line) {
        assertThat(command.awaitExit()).as(command::output).isNotZero();
        command.awaitLine(line);
    }

    private static SSLContext trustingAnybody() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, SslContextFactory.TRUST_ALL_CERTS, null);
        return context;
    }
}
