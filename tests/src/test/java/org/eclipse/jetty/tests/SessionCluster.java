package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.session.testing.Relay;
import org.eclipse.jetty.session.testing.ServerProcess;
import org.eclipse.jetty.tests.webapp.VisitsServlet;

/**
 * Servers that share sessions in a store, behind a balancer that is not sticky. The network between them goes through relays, and all of
 * it can break. Confined to its test.
 */
final class SessionCluster implements AutoCloseable {
    private final List<Base> bases = new ArrayList<>();
    private final List<Server> servers = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final List<Relay> relays = new ArrayList<>();
    private final long outageNs;
    private Base front;
    private ServerProcess store;
    private Relay storeRelay;
    private URI uri;

    /** What is in front of the servers. */
    enum Balancer {
        HAPROXY,
        OWN
    }

    /**
     * Starts a cluster.
     *
     * @param outageNs how long something is cut off or stopped
     */
    SessionCluster(Balancer balancer, ClusterStore kind, int nodes, long outageNs) throws Exception {
        this.outageNs = outageNs;
        try {
            start(balancer, kind, nodes);
        } catch (Throwable x) {
            close();
            throw x;
        }
    }

    private void start(Balancer balancer, ClusterStore kind, int nodes) throws Exception {
        Path haproxy = balancer == Balancer.HAPROXY ? ServerProcess.require("haproxy", "/usr/sbin/haproxy") : null;
        store = kind.start();
        storeRelay = new Relay(store.port());
        for (int i = 0; i < nodes; i++) {
            bases.add(node(kind));
            ports.add(Ports.unused());
            relays.add(new Relay(ports.get(i)));
        }
        for (int i = 0; i < nodes; i++) {
            servers.add(startNode(i));
        }
        front = Base.with(Jdk.oldest(), "http,balancer");
        uri = haproxy == null ? startOwn() : startHaproxy(haproxy);
        awaitVisit();
    }

    private void awaitVisit() {
        try {
            Awaitility.await("a visit by the balancer")
                    .atMost(Command.DEADLINE)
                    .ignoreExceptions()
                    .until(() -> status(uri) == 200);
        } catch (ConditionTimeoutException x) {
            throw new AssertionError(servers.get(0).command().output(), x);
        }
    }

    private Base node(ClusterStore kind) throws IOException {
        Base base = Base.empty(Jdk.oldest());
        Command add = base.start(
                "--approve-all-licenses",
                "maven.local.repo=" + Distribution.localRepository(),
                "--add-modules=http,ee10-deploy,health,session-cache-null," + kind.modules());
        assertThat(add.awaitExit()).as(add::output).isZero();
        kind.configure(base, storeRelay.port());
        new War().servlet(VisitsServlet.class, "/").deploy(base, "ROOT.war");
        return base;
    }

    private Server startNode(int number) {
        return bases.get(number)
                .serve(
                        "jetty.http.port=" + ports.get(number),
                        "jetty.sessionIdManager.workerName=node" + number,
                        "jetty.session.refuseConflicts=true",
                        // a request that the balancer did not send elsewhere ends before its deadline
                        "jetty.http.idleTimeout=10000");
    }

    private URI startHaproxy(Path program) throws IOException {
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
        for (int i = 0; i < relays.size(); i++) {
            configuration.append("  server node%d 127.0.0.1:%d check inter 200ms fall 2 rise 1%n"
                    .formatted(i, relays.get(i).port()));
        }
        front.write("haproxy.cfg", configuration.toString());
        front.run(
                List.of(
                        program.toString(),
                        "-db",
                        "-f",
                        front.resolve("haproxy.cfg").toString()),
                front.folder());
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    private URI startOwn() {
        StringBuilder backends = new StringBuilder();
        for (int i = 0; i < relays.size(); i++) {
            backends.append("node%d.uri=http://127.0.0.1:%d%n"
                    .formatted(i, relays.get(i).port()));
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

    /** The URI of the balancer. */
    URI uri() {
        return uri;
    }

    /** The ports that the servers listen on. */
    List<Integer> ports() {
        return List.copyOf(ports);
    }

    // ---- what breaks

    private void outage() {
        long end = System.nanoTime() + outageNs;
        for (long left = outageNs; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private int last() {
        return servers.size() - 1;
    }

    /** Kills the first server, as {@code kill -9} does, and starts it again. */
    void killNode() {
        servers.get(0).command().close();
        servers.set(0, startNode(0));
    }

    /** Stops the last server by SIGTERM, and starts it again. */
    void stopNode() {
        Server server = servers.get(last());
        server.command().terminate();
        assertThat(server.command().awaitExit()).as(server.command()::output).isIn(0, 143);
        servers.set(last(), startNode(last()));
    }

    /** Pauses the last server, which goes on where it was: with requests that others have served meanwhile. */
    void pauseNode() throws Exception {
        Command command = servers.get(last()).command();
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

    /** Cuts the connections of the balancer to the first server off. */
    void cutNodeOff() {
        relays.get(0).cut();
        outage();
        relays.get(0).resume();
    }

    /** Has the network to the last server lose everything for a while, and deliver it late. */
    void silenceNode() {
        relays.get(last()).silence();
        outage();
        relays.get(last()).resume();
    }

    /** Kills the store, and starts it again with what it has on the disk. */
    void killStore() throws IOException {
        store.kill();
        store.restart();
    }

    /** Pauses all processes of the store. */
    void pauseStore() throws IOException {
        store.pause();
        try {
            outage();
        } finally {
            store.resume();
        }
    }

    /** Cuts the connections of all servers to the store off. */
    void cutStoreOff() {
        storeRelay.cut();
        outage();
        storeRelay.resume();
    }

    /** Has the network to the store lose everything for a while, and deliver it late. */
    void silenceStore() {
        storeRelay.silence();
        outage();
        storeRelay.resume();
    }

    @Override
    public void close() throws IOException {
        for (Base base : bases) {
            base.close();
        }
        if (front != null) {
            front.close();
        }
        for (Relay relay : relays) {
            relay.close();
        }
        if (storeRelay != null) {
            storeRelay.close();
        }
        if (store != null) {
            store.close();
        }
    }
}
