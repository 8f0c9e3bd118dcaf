package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The modules that keep sessions outside of the server: a session goes on at another server, or after a restart. */
class SessionStoresTest {
    private static final Path MEMCACHED = Path.of("/usr/bin/memcached");
    private static final String MEMBER = """
            <hazelcast xmlns="http://www.hazelcast.com/schema/config">
              <cluster-name>test-%1$d</cluster-name>
              <properties>
                <property name="hazelcast.phone.home.enabled">false</property>
                <property name="hazelcast.socket.bind.any">false</property>
                <property name="hazelcast.wait.seconds.before.join">0</property>
              </properties>
              <network>
                <port auto-increment="false">%3$d</port>
                <join>
                  <auto-detection enabled="false"/>
                  <multicast enabled="false"/>
                  <tcp-ip enabled="true"><member>127.0.0.1:%1$d</member><member>127.0.0.1:%2$d</member></tcp-ip>
                </join>
                <interfaces enabled="true"><interface>127.0.0.1</interface></interfaces>
              </network>
            </hazelcast>
            """;

    private String cookie = "";

    private static Base base(String store) {
        Base base = Base.empty(Jdk.oldest());
        Command add = base.start(
                "--approve-all-licenses",
                "maven.local.repo=" + Distribution.localRepository(),
                "--add-modules=http,ee10-deploy,session-cache-null," + store);
        assertThat(add.awaitExit()).as(add::output).isZero();
        base.deploy("hello.war", Distribution.HELLO_WAR);
        return base;
    }

    private void assertVisit(Server server, int number) {
        HttpRequest.Builder request = server.request("/hello/counter");
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        HttpResponse<String> response = server.send(request.build());
        response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        assertThat(response.body()).as(server.command()::output).contains("Visits of this session: " + number);
    }

    private static void kill(Server server) {
        server.command().close();
    }

    @Test
    void sessionsInHazelcastGoOnAtOtherMembersAndAtClients() throws IOException {
        List<Integer> ports = List.of(Ports.unused(), Ports.unused());
        try (Base one = base("session-store-hazelcast-embedded");
                Base two = base("session-store-hazelcast-embedded");
                Base three = base("session-store-hazelcast-remote")) {
            List<Server> servers = new ArrayList<>();
            for (Base base : List.of(one, two)) {
                base.write(
                        "etc/hazelcast.xml", MEMBER.formatted(ports.get(0), ports.get(1), ports.get(servers.size())));
                servers.add(base.serve(
                        "jetty.session.hazelcast.configurationLocation=" + base.resolve("etc/hazelcast.xml")));
            }
            three.write("etc/client.yaml", "hazelcast-client:\n  cluster-name: test-" + ports.get(0) + "\n");
            servers.add(three.serve(
                    "jetty.session.hazelcast.configurationLocation=" + three.resolve("etc/client.yaml"),
                    "jetty.session.hazelcast.addresses=127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1)));
            for (int i = 1; i <= 6; i++) {
                assertVisit(servers.get(i % 3), i);
            }
            kill(servers.get(0));
            assertVisit(servers.get(1), 7);
        }
    }

    @Test
    void sessionsInInfinispanGoOnAtOtherMembersAndAtClients() throws Exception {
        List<Integer> members = List.of(Ports.unused(), Ports.unused());
        String hosts = "127.0.0.1[" + members.get(0) + "],127.0.0.1[" + members.get(1) + "]";
        int hotRod = Ports.unused();
        try (Base one = base("session-store-infinispan-embedded");
                Base two = base("session-store-infinispan-embedded");
                Base three = base("session-store-infinispan-remote")) {
            List<Server> servers = new ArrayList<>();
            for (Base base : List.of(one, two)) {
                Path file = base.resolve("etc/infinispan.xml");
                String port = members.get(servers.size()).toString();
                Files.writeString(
                        file,
                        Files.readString(file)
                                .replace("bind_port=\"7800\"", "bind_port=\"" + port + "\"")
                                .replace("127.0.0.1[7800]", hosts)
                                .replace("jetty-sessions", "test-" + members.get(0)));
                servers.add(base.serve());
            }
            for (int i = 1; i <= 4; i++) {
                assertVisit(servers.get(i % 2), i);
            }
            kill(servers.get(0));
            assertVisit(servers.get(1), 5);

            Command infinispan = infinispan(three, hotRod);
            Path file = three.resolve("resources/hotrod-client.properties");
            Files.writeString(file, Files.readString(file).replace(":11222", ":" + hotRod));
            cookie = "";
            Server client = three.serve();
            Awaitility.await("the server of Infinispan")
                    .atMost(Command.DEADLINE)
                    .ignoreExceptions()
                    .until(() -> client.get("/hello/counter").statusCode() == 200);
            assertVisit(client, 1);
            assertVisit(client, 2);
            kill(client);
            assertVisit(three.serve(), 3);
            infinispan.close();
        }
    }

    /** A server of Infinispan in a JVM of its own, that of the tests of the store. */
    private static Command infinispan(Base base, int port) throws IOException {
        Path tested = Distribution.ROOT.resolve("jetty-core/jetty-infinispan/jetty-infinispan-common/target");
        base.write("server/infinispan.xml", """
                <infinispan>
                  <jgroups>
                    <stack name="loopback" extends="tcp">
                      <TCP bind_addr="127.0.0.1" bind_port="%1$d" port_range="0" diag.enabled="false" stack.combine="COMBINE"/>
                      <TCPPING initial_hosts="127.0.0.1[%1$d]" port_range="0" stack.combine="REPLACE" stack.position="MPING"/>
                    </stack>
                  </jgroups>
                  <cache-container>
                    <transport cluster="test-%1$d" stack="loopback"/>
                    <global-state><persistent-location path="%2$s"/><overlay-configuration-storage/></global-state>
                  </cache-container>
                </infinispan>
                """.formatted(Ports.unused(), base.resolve("server")));
        return base.run(
                List.of(
                        Jdk.oldest().java().toString(),
                        "-Xmx256m",
                        "-cp",
                        tested.resolve("test-classes")
                                + File.pathSeparator
                                + Files.readString(tested.resolve("test.class.path")),
                        "org.eclipse.jetty.session.infinispan.HotRodNode",
                        base.resolve("server/infinispan.xml").toString(),
                        String.valueOf(port)),
                base.folder());
    }

    @Test
    void sessionsInFilesAreReadFromMemcachedWhileItIsThere() throws Exception {
        if (!Files.isExecutable(MEMCACHED)) {
            System.err.println("SKIPPED: no " + MEMCACHED + " (install the package memcached)");
        }
        Assumptions.assumeTrue(Files.isExecutable(MEMCACHED), "the package memcached is not installed");
        int port = Ports.unused();
        try (Base base = base("session-store-file,session-store-cache")) {
            Command memcached = base.run(
                    List.of(
                            MEMCACHED.toString(),
                            "-l",
                            "127.0.0.1",
                            "-p",
                            String.valueOf(port),
                            "-U",
                            "0",
                            "-u",
                            "nobody"),
                    base.folder());
            Awaitility.await("memcached")
                    .atMost(Command.DEADLINE)
                    .ignoreExceptions()
                    .until(() -> hits(port) == 0);
            Server server =
                    base.serve("jetty.session.memcached.host=127.0.0.1", "jetty.session.memcached.port=" + port);
            for (int i = 1; i <= 3; i++) {
                assertVisit(server, i);
            }
            assertThat(hits(port)).isPositive();
            memcached.close();
            assertVisit(server, 4);
            assertVisit(server, 5);
            server.command().terminate();
            server.command().awaitExit();
            assertVisit(base.serve("jetty.session.memcached.port=" + port), 6);
        }
    }

    private static long hits(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(30));
            socket.getOutputStream().write("stats\r\nquit\r\n".getBytes(StandardCharsets.US_ASCII));
            String stats = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Matcher hits = Pattern.compile("STAT get_hits (\\d+)").matcher(stats);
            assertThat(hits.find()).as(stats).isTrue();
            return Long.parseLong(hits.group(1));
        }
    }

    @Test
    void sessionsInMongoGoOnAfterARestart() throws IOException {
        MongoServer mongo = new MongoServer(new MemoryBackend());
        int port = mongo.bind().getPort();
        try (Base base = base("session-store-mongo")) {
            Server server = base.serve("jetty.session.mongo.host=127.0.0.1", "jetty.session.mongo.port=" + port);
            assertVisit(server, 1);
            assertVisit(server, 2);
            kill(server);
            assertVisit(
                    base.serve(
                            "connection-type=uri", "jetty.session.mongo.connectionString=mongodb://127.0.0.1:" + port),
                    3);
        } finally {
            mongo.shutdownNow();
        }
    }
}
