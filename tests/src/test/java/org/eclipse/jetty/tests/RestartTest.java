package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.VersionServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code --restart} replaces the process of a server while requests reach it, and loses none. {@code -Drestart.times=20
 * -Drestart.rate=6000 -Drestart.requests=200000} does it twenty times, with more than 200,000 requests.
 */
class RestartTest {
    private static final int TIMES = Integer.getInteger("restart.times", 2);
    private static final int RATE = Integer.getInteger("restart.rate", 1000);
    private static final int REQUESTS = Integer.getInteger("restart.requests", 1000);

    private final List<Long> successors = new ArrayList<>();
    private Base base;

    static Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    @AfterEach
    void release() throws Exception {
        for (long pid : successors) {
            ProcessHandle.of(pid).ifPresent(process -> {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            });
        }
        base.close();
    }

    private Server serve(Jdk jdk, String modules, String... more) throws Exception {
        base = Base.with(jdk, modules);
        return serve(more);
    }

    private Server serve(String... more) throws Exception {
        new War()
                .type(Class.forName(VersionServlet.class.getName() + "$Late"))
                .servlet(VersionServlet.class, "/")
                .file("version.txt", "served")
                .deploy(base, "app.war");
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("jetty.shutdown.port=" + freePort());
        arguments.add("jetty.shutdown.key=secret");
        return base.serveBelowShell(arguments.toArray(new String[0]));
    }

    private int shutdownPort;

    /** The port of the shutdown service has to be the same for each process. */
    private int freePort() throws Exception {
        shutdownPort = Ports.unused();
        return shutdownPort;
    }

    private Command ask(String command) {
        return base.start(command, "stop.port=" + shutdownPort, "stop.key=secret", "stop.wait=60");
    }

    private long restart() {
        Command restart = ask("--restart");
        int exitCode = restart.awaitExit();
        assertThat(exitCode).as(restart::output).isZero();
        long pid = Long.parseLong(restart.awaitLine("Restarted (\\d+)").group(1));
        successors.add(pid);
        return pid;
    }

    /** The new process can be asked as soon as it listens where the old one did. */
    private void awaitShutdownService(Server server, int restarts) {
        server.command().awaitLines("STOP\\.EXIT=", restarts + 1);
    }

    private void stop(Server server) {
        Command stop = ask("--stop");
        assertThat(stop.awaitExit()).as(stop::output).isZero();
        server.awaitRefusal();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void noRequestIsLost(Jdk jdk) throws Exception {
        Server server = serve(jdk, "http,ee10-deploy,restart");
        try (LoadClient quick = new LoadClient(server.port(), "/app/", 8, RATE);
                LoadClient slow = new LoadClient(server.port(), "/app/?150", 8, 40)) {
            for (int i = 1; i <= TIMES; i++) {
                long enough = (long) REQUESTS * i / TIMES;
                await().atMost(Command.DEADLINE).until(() -> quick.answered() >= enough);
                restart();
                awaitShutdownService(server, i);
            }
            quick.close();
            slow.close();
            System.out.println(jdk + ": " + TIMES + " restarts, " + quick.answered() + " quick requests on "
                    + quick.connections() + " connections, " + slow.answered() + " slow ones, lost: "
                    + quick.lost().size() + " and " + slow.lost().size());
            assertThat(quick.lost()).isEmpty();
            assertThat(slow.lost()).isEmpty();
            assertThat(quick.answered()).isPositive();
            assertThat(slow.answered()).isPositive();
        }
        // each process but the last one left in order, when its connections had ended
        assertThat(server.command().awaitLines("Exiting JVM after 'restart' command", TIMES))
                .hasSize(TIMES);
        assertThat(server.command().awaitLines("Taking over ", TIMES)).hasSize(TIMES);
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
        stop(server);
        // the log of the last process goes where that of the first one went, to its end
        server.command().awaitLine("Exiting JVM after 'stop' command");
    }

    /** Another connector for clear-text HTTP/1.1 and HTTP/2, and what makes it part of the base. */
    private int addConnector() throws Exception {
        int port = Ports.unused();
        base.write("modules/second.mod", "[depends]\nhttp2c\n[xml]\netc/second.xml\n");
        base.write("etc/second.xml", """
                <Configure id="Server" class="org.eclipse.jetty.server.Server">
                  <Call name="addConnector"><Arg>
                    <New class="org.eclipse.jetty.server.ServerConnector">
                      <Arg name="server"><Ref refid="Server"/></Arg>
                      <Arg name="factories">
                        <Array type="org.eclipse.jetty.server.ConnectionFactory">
                          <Item><New class="org.eclipse.jetty.server.HttpConnectionFactory">
                            <Arg name="config"><Ref refid="httpConfig"/></Arg></New></Item>
                          <Item><New class="org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory">
                            <Arg name="config"><Ref refid="httpConfig"/></Arg></New></Item>
                        </Array>
                      </Arg>
                      <Set name="host">127.0.0.1</Set>
                      <Set name="port">PORT</Set>
                    </New>
                  </Arg></Call>
                </Configure>
                """.replace("PORT", Integer.toString(port)));
        base.write("start.d/second.ini", "--modules=second\n");
        return port;
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void noRequestOfTwoConnectorsIsLostWithHttp2Either(Jdk jdk) throws Exception {
        base = Base.with(jdk, "http,http2c,ee10-deploy,restart");
        int second = addConnector();
        Server server = serve();
        try (LoadClient first = new LoadClient(keep -> new H2cLoadConnection(server.port(), "/app/"), 6, RATE / 2);
                LoadClient other = new LoadClient(second, "/app/", 6, RATE / 2);
                LoadClient slow = new LoadClient(keep -> new H2cLoadConnection(second, "/app/?150"), 8, 40)) {
            for (int i = 1; i <= TIMES; i++) {
                long enough = (long) REQUESTS * i / TIMES;
                await().atMost(Command.DEADLINE).until(() -> first.answered() + other.answered() >= enough);
                restart();
                awaitShutdownService(server, i);
            }
            first.close();
            other.close();
            slow.close();
            System.out.println(jdk + ": " + TIMES + " restarts, " + first.answered() + " requests of HTTP/2 on "
                    + first.connections() + " connections, " + other.answered() + " of HTTP/1.1 at another port, "
                    + slow.answered() + " slow ones, lost: " + first.lost().size() + ", "
                    + other.lost().size() + " and " + slow.lost().size());
            assertThat(first.lost()).isEmpty();
            assertThat(other.lost()).isEmpty();
            assertThat(slow.lost()).isEmpty();
            assertThat(first.answered()).isPositive();
            assertThat(other.answered()).isPositive();
        }
        assertThat(server.command().awaitLines("Taking over ", 2 * TIMES)).hasSize(2 * TIMES);
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception")).isEmpty();
        stop(server);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void serverOfASecondJvmIsReplacedToo(Jdk jdk) throws Exception {
        base = Base.with(jdk, "http,http2c,ee10-deploy,restart");
        addConnector();
        Server server = serve("--exec");
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        restart();
        awaitShutdownService(server, 1);
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        restart();
        awaitShutdownService(server, 2);
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        assertThat(server.command().awaitLines("Taking over ", 2 * 2)).hasSize(2 * 2);
        assertThat(server.command().lines("cannot be inherited")).isEmpty();
        stop(server);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void directStartIsReplacedByAnother(Jdk jdk) throws Exception {
        base = Base.with(jdk, "http,http2c,ee10-deploy,restart");
        addConnector();
        new War()
                .type(Class.forName(VersionServlet.class.getName() + "$Late"))
                .servlet(VersionServlet.class, "/")
                .file("version.txt", "served")
                .deploy(base, "app.war");
        String[] arguments = {
            "jetty.http.host=127.0.0.1",
            "jetty.http.port=0",
            "jetty.shutdown.port=" + freePort(),
            "jetty.shutdown.key=secret",
            "--train"
        };
        Command train = base.start(arguments);
        assertThat(train.awaitExit()).as(train::output).isZero();
        List<String> direct = new ArrayList<>(base.java(jdk));
        direct.add("@" + base.resolve("start-cache/java.args"));
        direct.addAll(List.of(arguments).subList(0, 4));
        Server server = base.serveBelowShell(direct);
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        assertThat(ProcessHandle.of(restart()).orElseThrow().children()).isEmpty();
        awaitShutdownService(server, 1);
        assertThat(server.get("/app/").body()).isEqualTo("served!");

        // from here on start.jar starts the server, which gets the sockets from it
        base.write("start.d/more.ini", "jetty.httpConfig.sendServerVersion=true\n");
        restart();
        awaitShutdownService(server, 2);
        assertThat(server.get("/app/").headers().firstValue("Server")).isPresent();
        restart();
        awaitShutdownService(server, 3);
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        assertThat(server.command().awaitLines("Taking over ", 2 * 3)).hasSize(2 * 3);
        assertThat(server.command().lines("cannot be inherited")).isEmpty();
        stop(server);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void processThatDoesNotComeToServeChangesNothing(Jdk jdk) throws Exception {
        Server server = serve(jdk, "http,ee10-deploy,restart");
        base.write("start.d/broken.ini", "jetty.http.idleTimeout=soon\n");
        Command restart = ask("--restart");
        assertThat(restart.awaitExit()).as(restart::output).isEqualTo(252);
        assertThat(restart.lines("did not restart: Failed: the new process ended with "))
                .hasSize(1);
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        assertThat(server.command().awaitLines("Unable to restart: .*this process goes on", 1))
                .hasSize(1);

        Files.delete(base.resolve("start.d/broken.ini"));
        restart();
        awaitShutdownService(server, 1);
        assertThat(server.get("/app/").body()).isEqualTo("served!");
        stop(server);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void serverWithoutTheModuleDoesNotKnowTheCommand(Jdk jdk) throws Exception {
        Server server = serve(jdk, "http,ee10-deploy,shutdown");
        Command restart = ask("--restart");
        assertThat(restart.awaitExit()).as(restart::output).isEqualTo(252);
        assertThat(restart.lines("Is stop.key the same, and the module restart enabled\\?"))
                .hasSize(1);
        assertThat(server.get("/app/").statusCode()).isEqualTo(200);
        stop(server);
    }
}
