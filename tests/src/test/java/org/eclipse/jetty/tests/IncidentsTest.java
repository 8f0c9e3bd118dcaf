package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.acme.shop.ShopServlet;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ten incidents of operation, each provoked in a server; the console or the diagnostic bag names the cause by itself. */
class IncidentsTest {
    private static Base base;

    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final List<Socket> sockets = new ArrayList<>();
    private Server server;
    private ConsoleClient console;

    @BeforeAll
    static void make() {
        base = Base.with(Jdk.newest(), ConsoleClient.MODULES + ",qos,threadpool");
        shop().deploy(base, "shop.war");
    }

    @AfterAll
    static void delete() throws IOException {
        base.close();
    }

    @AfterEach
    void end() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        clients.shutdownNow();
        if (server != null) {
            server.command().close();
        }
    }

    private static War shop() {
        return new War()
                .type("com.acme.shop.Orders")
                .type("com.acme.shop.Rates")
                .servlet(ShopServlet.class, "/");
    }

    private void serve(Base served, String... properties) {
        serve(served.serve(Stream.of(ConsoleClient.PROPERTIES, properties)
                .flatMap(Stream::of)
                .toArray(String[]::new)));
    }

    private void serve(Server started) {
        server = started;
        console = new ConsoleClient(server);
    }

    private void ask(int count, String path) {
        for (int i = 0; i < count; i++) {
            clients.submit(() -> server.get(path));
        }
    }

    private String answer(String command) {
        String port = server.command().awaitLine("STOP\\.PORT=(\\d+)").group(1);
        Command asking = base.start(command, "stop.port=" + port, "stop.key=s3cret");
        assertThat(asking.awaitExit()).as(asking::output).isZero();
        return asking.output();
    }

    @Test
    void starvationOfThreadsNamesThePoolAndThePlaceThatHoldsThem() {
        serve(base, "jetty.threadPool.maxThreads=12", "jetty.threadPool.minThreads=4", "jetty.qos.maxRequestCount=100");
        ask(30, "/shop/query");
        assertThat(console.awaitFinding("threads", "No thread is free.* tasks wait for one; \\d+ are at com.acme"))
                .contains("of at most 12 threads")
                .contains("com.acme.shop.Orders.query(Orders.java:");
        assertThat(answer("--threads")).contains("at com.acme.shop.Orders.query(Orders.java:");
    }

    @Test
    void slowDatabaseIsThePlaceWhereRequestsWait() {
        serve(base);
        assertThat(console.change("tracking", "enabled", "true").statusCode()).isEqualTo(200);
        ask(8, "/shop/query");
        console.awaitFinding("slow", "8 requests wait at com.acme.shop.Orders.query\\(Orders.java:");
        assertThat(console.get("requests"))
                .contains("\"contextPath\": \"/shop\"", "\"phase\": \"application\"")
                .contains("\"at\": \"com.acme.shop.Orders.query(Orders.java:");
    }

    @Test
    void leakAfterRedeploymentNamesTheApplicationAndTheThreadThatHoldsIt() throws IOException {
        try (Base leaking = Base.with(Jdk.newest(), ConsoleClient.MODULES)) {
            shop().file("leak.txt", "yes").deploy(leaking, "shop.war");
            serve(leaking);
            String id = leaking.resolve("webapps/shop").toString();
            assertThat(console.change("application", "id", id, "change", "redeploy")
                            .body())
                    .contains("shop is DEPLOYED at /shop");
            assertThat(console.change("collect").statusCode()).isEqualTo(200);
            console.awaitFinding(
                    "leak", "1 earlier deployment of /shop stayed in memory.* are used by the threads orders-timer");
        }
    }

    @Test
    void fullQueueSaysWhoWaitsAndHowManyWereRefused() {
        serve(base, "jetty.qos.maxRequestCount=1", "jetty.qos.maxSuspendedRequestCount=2");
        ask(5, "/shop/query");
        console.awaitFinding(
                "queue", "The queue of qos is full: 1 requests are handled, 2 of at most 2 wait, and 2 were answered");
    }

    @Test
    void pinnedCarriersNameTheClassThatPinsThem() throws IOException {
        assumeThat(Jdk.newest().feature())
                .as("*** SKIPPED: virtual threads need JDK 21")
                .isGreaterThanOrEqualTo(21);
        try (Base virtual = Base.with(Jdk.newest(), ConsoleClient.MODULES + ",threadpool-virtual")) {
            shop().deploy(virtual, "shop.war");
            serve(virtual);
            ask(1, "/shop/rates");
            console.awaitFinding("pinned", "1 virtual threads are parked.* at com.acme.shop.Rates.\\\\u003cclinit");
        }
    }

    @Test
    void expiredCertificateIsNamedWithItsDate() throws IOException {
        try (Base tls = Base.with(Jdk.newest(), ConsoleClient.MODULES + ",https")) {
            Command keytool = tls.run(
                    List.of(
                            Jdk.newest().home().resolve("bin/keytool").toString(),
                            "-genkeypair",
                            "-keystore",
                            tls.resolve("shop.p12").toString(),
                            "-storepass",
                            "storepwd",
                            "-alias",
                            "shop",
                            "-dname",
                            "CN=shop.example",
                            "-keyalg",
                            "EC",
                            "-startdate",
                            "-30d",
                            "-validity",
                            "20"),
                    tls.folder());
            assertThat(keytool.awaitExit()).as(keytool::output).isZero();
            serve(
                    tls,
                    "jetty.ssl.port=0",
                    "jetty.sslContext.keyStorePath=shop.p12",
                    "jetty.sslContext.keyStorePassword=storepwd",
                    // as of one that expires while the server runs
                    "jetty.sslContext.expiredCertificatesAllowed=true");
            console.awaitFinding("certificate", "The certificate shop of .*shop.example.* has expired on 20\\d\\d-");
        }
    }

    @Test
    void portInUseIsNamedWithTheProcessThatHasIt() throws IOException {
        int commands = Ports.unused();
        serve(base);
        Command failing =
                base.start("jetty.http.host=127.0.0.1", "jetty.http.port=" + server.port(), "jetty.console.port=0");
        assertThat(failing.awaitExit()).isNotZero();
        Path bag = base.resolve("bag.zip");
        Command asking = base.start(
                "--diagnose=" + bag,
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=" + server.port(),
                "stop.port=" + commands,
                "stop.key=s3cret");
        assertThat(asking.awaitExit()).as(asking::output).isEqualTo(252);
        assertThat(entry(bag, "findings.txt"))
                .contains("ERROR port: jetty.http.port: " + server.port() + " is in use by process "
                        + server.command().pid());
        assertThat(entry(bag, "configuration.json")).contains("\"jetty.http.port\"");
    }

    private static String entry(Path bag, String name) throws IOException {
        try (ZipFile zip = new ZipFile(bag.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shortageOfFileDescriptorsIsCounted() throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n 160; exec \"$@\"", "sh"));
        command.addAll(base.java(Jdk.newest()));
        command.addAll(
                List.of("-jar", Distribution.HOME.resolve("start.jar").toString(), "jetty.base=" + base.folder()));
        command.addAll(List.of("jetty.http.host=127.0.0.1", "jetty.http.port=0"));
        command.addAll(List.of(ConsoleClient.PROPERTIES));
        serve(Server.started(base.run(command, base.folder())));
        // the page is open before, as that of an operator
        assertThat(console.get("findings")).doesNotContain("\"files\"");
        connect(160, "");
        console.awaitFinding("files", "File descriptors run out: \\d+ of 160 are open, \\d+ of them connections");
        assertThat(console.get("log")).contains("Too many open files");
        // the first at once, then rarely
        assertThat(server.command().lines("could not accept a connection")).hasSizeLessThan(50);
    }

    private void connect(int count, String text) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket("127.0.0.1", server.port());
            sockets.add(socket);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void floodOfSlowClientsIsCountedByTheirAddress() throws IOException {
        serve(base);
        connect(60, "GET /shop/ HTTP/1.1\r\nHost: ");
        console.awaitFinding("slow-clients", "60 of 6\\d connections are older .* most of them 60 of 127.0.0.1");
        assertThat(console.get("connections")).contains("\"first request incomplete\": 60");
    }

    @Test
    void badWarIsNamedWithItsReasonAndRolledBack() throws IOException {
        try (Base hot = Base.with(Jdk.newest(), ConsoleClient.MODULES)) {
            new War().file("index.html", "good").deploy(hot, "orders.war");
            serve(hot);
            new War().servlet("com.example.Missing", "/", true).deploy(hot, "orders.war");
            console.change("scan");
            console.awaitFinding(
                    "application", "orders.war was not deployed: .*com.example.Missing.*the version before serves");
            String id = hot.resolve("webapps/orders").toString();
            assertThat(console.change("application", "id", id, "change", "rollback")
                            .body())
                    .contains("orders is DEPLOYED at /orders, version ");
            assertThat(server.get("/orders/").body()).isEqualTo("good");
            // a request that asks for a deployment is not one that the deployment waits for
            assertThat(server.command().lines("requests are in flight after the drain timeout"))
                    .isEmpty();
            await().until(() -> !console.get("findings").contains("\"application\""));
        }
    }
}
