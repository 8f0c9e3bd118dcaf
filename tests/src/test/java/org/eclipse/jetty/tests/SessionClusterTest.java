package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.eclipse.jetty.session.testing.Relay;
import org.eclipse.jetty.tests.webapp.VisitsServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three servers that share sessions in a real Redis, behind a balancer that is not sticky. Servers, store and the network between them
 * break while clients count their visits: no visit that was answered is lost, and no client gets the session of another one.
 *
 * <p>{@code -Dcluster.times=20} repeats the incidents.
 */
class SessionClusterTest {
    private static final Path REDIS = Path.of("/usr/bin/redis-server");
    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");
    private static final int TIMES = Integer.getInteger("cluster.times", 1);
    private static final int NODES = 3;
    private static final int CLIENTS = 6;
    private static final int VISITS = 20;

    /** How long something is cut off or stopped: longer than a few checks of health. */
    private static final long OUTAGE_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<Base> bases = new ArrayList<>();
    private final List<Server> servers = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private Base front;
    private Command redis;
    private int redisPort;
    private Relay relay;

    /** What is in front of the servers. */
    enum Balancer {
        HAPROXY,
        OWN
    }

    @BeforeEach
    void startCluster() throws Exception {
        require(REDIS, "redis-server");
        front = Base.with(Jdk.oldest(), "http,balancer");
        redisPort = Ports.unused();
        startRedis();
        relay = new Relay(redisPort);
        for (int i = 0; i < NODES; i++) {
            Base base = Base.empty(Jdk.oldest());
            bases.add(base);
            Command add = base.start(
                    "--approve-all-licenses",
                    "maven.local.repo=" + Distribution.localRepository(),
                    "--add-modules=http,ee10-deploy,health,session-cache-null,session-store-redis");
            assertThat(add.awaitExit()).as(add::output).isZero();
            new War().servlet(VisitsServlet.class, "/").deploy(base, "ROOT.war");
            ports.add(Ports.unused());
        }
        for (int i = 0; i < NODES; i++) {
            servers.add(startNode(i));
        }
    }

    @AfterEach
    void stopCluster() throws IOException {
        for (Base base : bases) {
            base.close();
        }
        if (relay != null) {
            relay.close();
        }
        if (front != null) {
            front.close();
        }
    }

    private static void require(Path program, String debianPackage) {
        if (!Files.isExecutable(program)) {
            System.err.println("SKIPPED: no " + program + " (install the package " + debianPackage + ")");
        }
        Assumptions.assumeTrue(Files.isExecutable(program), "the package " + debianPackage + " is not installed");
    }

    // ---- the parts

    /** Each command is on the disk before it is answered, so that a killed server loses nothing. */
    private void startRedis() {
        redis = front.run(
                List.of(
                        REDIS.toString(),
                        "--port",
                        String.valueOf(redisPort),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always"),
                front.folder());
        Awaitility.await("Redis").atMost(Command.DEADLINE).ignoreExceptions().until(this::isRedisThere);
    }

    private boolean isRedisThere() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", redisPort)) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == '+';
        }
    }

    private Server startNode(int number) {
        return bases.get(number)
                .serve(
                        "jetty.http.port=" + ports.get(number),
                        "jetty.sessionIdManager.workerName=node" + number,
                        "jetty.session.redis.nodes=127.0.0.1:" + relay.port(),
                        "jetty.session.redis.timeout=500",
                        "jetty.session.refuseConflicts=true",
                        // a request that the balancer did not send elsewhere ends before its deadline
                        "jetty.http.idleTimeout=10000");
    }

    private URI start(Balancer balancer) throws IOException {
        return switch (balancer) {
            case HAPROXY -> startHaproxy();
            case OWN -> startOwn();
        };
    }

    private URI startHaproxy() throws IOException {
        require(HAPROXY, "haproxy");
        int port = Ports.unused();
        StringBuilder configuration = new StringBuilder("""
                global
                  maxconn 200
                defaults
                  mode http
                  timeout connect 1s
                  timeout client 30s
                  timeout server 3s
                  timeout check 300ms
                  retries 3
                  option redispatch 1
                  retry-on conn-failure empty-response
                listen web
                  bind 127.0.0.1:%d
                  balance roundrobin
                  option httpchk
                  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost
                  http-check expect status 200
                """.formatted(port));
        for (int i = 0; i < NODES; i++) {
            configuration.append(
                    "  server node%d 127.0.0.1:%d check inter 200ms fall 2 rise 1%n".formatted(i, ports.get(i)));
        }
        front.write("haproxy.cfg", configuration.toString());
        front.run(
                List.of(
                        HAPROXY.toString(),
                        "-db",
                        "-f",
                        front.resolve("haproxy.cfg").toString()),
                front.folder());
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    private URI startOwn() {
        StringBuilder backends = new StringBuilder();
        for (int i = 0; i < NODES; i++) {
            backends.append("node%d.uri=http://127.0.0.1:%d%n".formatted(i, ports.get(i)));
        }
        front.write("etc/jetty-balancer-backends.properties", backends.toString());
        Server balancer = front.serve(
                "jetty.balancer.health.path=/health/ready",
                "jetty.balancer.health.interval=200",
                "jetty.balancer.health.timeout=300",
                "jetty.balancer.health.fall=2",
                "jetty.balancer.idleTimeout=3000",
                "jetty.balancer.slowStart=500",
                "jetty.balancer.eject.baseTime=500");
        return URI.create("http://127.0.0.1:" + balancer.port() + "/");
    }

    private static int status(URI uri) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri).header("X-Client", "first").build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    // ---- what breaks

    @FunctionalInterface
    private interface Incident {
        void happen() throws Exception;
    }

    private static void outage() {
        long end = System.nanoTime() + OUTAGE_NS;
        for (long left = OUTAGE_NS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void killNode() {
        servers.get(0).command().close();
        servers.set(0, startNode(0));
    }

    private void stopNode() {
        Server server = servers.get(1);
        server.command().terminate();
        assertThat(server.command().awaitExit()).as(server.command()::output).isIn(0, 143);
        servers.set(1, startNode(1));
    }

    /** The node goes on where it was: with requests that others have served meanwhile. */
    private void pauseNode() throws Exception {
        pause(servers.get(2).command());
    }

    private static void pause(Command command) throws Exception {
        signal(command, "STOP");
        try {
            outage();
        } finally {
            signal(command, "CONT");
        }
    }

    private static void signal(Command command, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(command.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private void killStore() {
        redis.close();
        startRedis();
    }

    private void pauseStore() throws Exception {
        pause(redis);
    }

    private void cutStoreOff() {
        relay.cut();
        outage();
        relay.resume();
    }

    private void silenceStore() {
        relay.silence();
        outage();
        relay.resume();
    }

    @ParameterizedTest
    @EnumSource
    void noAnsweredVisitIsLostWhateverBreaks(Balancer balancer) throws Exception {
        List<Incident> incidents = List.of(
                this::killNode,
                this::stopNode,
                this::pauseNode,
                this::killStore,
                this::pauseStore,
                this::cutStoreOff,
                this::silenceStore);
        URI uri = start(balancer);
        Awaitility.await("a visit by the balancer")
                .atMost(Command.DEADLINE)
                .ignoreExceptions()
                .until(() -> status(uri) == 200);
        try (SessionClients clients = new SessionClients(uri, CLIENTS)) {
            clients.awaitVisits(VISITS);
            for (int i = 0; i < TIMES; i++) {
                for (Incident incident : incidents) {
                    incident.happen();
                    clients.awaitVisits(VISITS);
                    assertThat(clients.faults()).isEmpty();
                }
            }
            clients.close();
            assertThat(clients.faults()).isEmpty();
            System.out.printf(
                    "%s: %d visits answered, %d requests failed, the slowest took %d ms%n",
                    balancer, clients.answered(), clients.failed(), clients.slowest());
        }
    }
}
