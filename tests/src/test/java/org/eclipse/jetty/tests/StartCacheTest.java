package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code --train} makes an archive that the next start uses, and that is left alone when it does not fit. */
class StartCacheTest {
    private static final String[] PLACE = {"jetty.http.host=127.0.0.1", "jetty.http.port=0"};

    static Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    private static final String OWN_XML = """
            <?xml version="1.0"?>
            <Configure id="Server" class="org.eclipse.jetty.server.Server">
              <Set name="stopTimeout">%s</Set>
            </Configure>
            """;

    private static final TrainedBases TRAINED = new TrainedBases(StartCacheTest::train);

    @AfterAll
    static void deleteTrained() throws IOException {
        TRAINED.close();
    }

    private static Base trained(Jdk jdk) {
        return TRAINED.get(jdk);
    }

    private static Base train(Jdk jdk) {
        Base base = Base.with(jdk, "http,ee10-deploy").withPlainJvm();
        base.deploy("hello.war", Distribution.HELLO_WAR);
        Command train = base.start(PLACE[0], PLACE[1], "--train");
        assertThat(train.awaitExit()).as(train::output).isZero();
        assertThat(train.lines("Made .*start-cache/server\\.(jsa|aot)")).hasSize(1);
        assertThat(base.resolve("start-cache/stamp")).isRegularFile();
        assertThat(base.resolve("start-cache/training")).doesNotExist();
        return base;
    }

    private static boolean runsInASecondJvm(Server server) {
        return ProcessHandle.of(server.command().pid()).orElseThrow().children().anyMatch(ProcessHandle::isAlive);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void startUsesTheArchiveAndStopsInOrder(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            Server server = base.serve();
            assertThat(runsInASecondJvm(server)).isTrue();
            assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
            assertThat(server.command().lines("WARN|ERROR|warning|SLF4J")).isEmpty();
            server.command().terminate();
            server.command().awaitExit();
            assertThat(server.command().lines("Stopped Server@|Stopped .*oejs.Server|: Stopped Server"))
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void startWithOtherSettingsUsesItToo(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            Server server = base.serve("jetty.httpConfig.sendServerVersion=true");
            assertThat(runsInASecondJvm(server)).isTrue();
            assertThat(server.get("/hello/").headers().firstValue("Server").orElse(""))
                    .startsWith("Jetty(");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void staleArchiveIsToldAndTheServerStartsWithoutIt(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            Files.delete(base.resolve(
                    Files.exists(base.resolve("start-cache/server.aot"))
                            ? "start-cache/server.aot"
                            : "start-cache/server.jsa"));
            Server server = base.serve();
            assertThat(runsInASecondJvm(server)).isFalse();
            assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
            assertThat(server.command().lines("The start cache is not used: .* is missing\\. Renew it with --train"))
                    .hasSize(1);
        }
    }

    private static void startsWithoutIt(Base base, String line) throws Exception {
        Server server = base.serve();
        assertThat(runsInASecondJvm(server)).isFalse();
        assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
        assertThat(server.command().lines("The start cache is not used: " + line + "\\. Renew it with --train"))
                .as(server.command()::output)
                .hasSize(1);
        server.command().terminate();
        server.command().awaitExit();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void damagedCacheIsToldAndTheServerStartsWithoutIt(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            Path aot = base.resolve("start-cache/server.aot");
            Path archive = Files.exists(aot) ? aot : base.resolve("start-cache/server.jsa");
            try (FileChannel channel = FileChannel.open(archive, StandardOpenOption.WRITE)) {
                channel.truncate(channel.size() / 2);
            }
            startsWithoutIt(base, ".*/server.* is damaged: it is not the file that was made");
            Path stamp = base.resolve("start-cache/stamp");
            String text = Files.readString(stamp);
            Files.writeString(stamp, text.substring(0, text.length() / 2));
            startsWithoutIt(base, ".*/stamp is damaged: its end is missing");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void damagedDocumentsAreToldAndNotUsed(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            Path documents = base.resolve("start-cache/documents");
            FileTime time = Files.getLastModifiedTime(documents);
            byte[] octets = Files.readAllBytes(documents);
            octets[octets.length / 2] ^= 1;
            Files.write(documents, octets);
            // a fault of the disk changes neither size nor time
            Files.setLastModifiedTime(documents, time);
            Server server = base.serve();
            assertThat(runsInASecondJvm(server)).isTrue();
            assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
            assertThat(server.command().lines("documents is not used: .*its checksum is wrong"))
                    .as(server.command()::output)
                    .hasSize(1);
            server.command().terminate();
            server.command().awaitExit();
            Files.delete(documents);
            startsWithoutIt(base, ".*/documents is missing");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void editedXmlIsRead(Jdk jdk) throws Exception {
        try (Base base = Base.with(jdk, "http,ee10-deploy").withPlainJvm()) {
            base.deploy("hello.war", Distribution.HELLO_WAR);
            base.write("etc/own.xml", OWN_XML.formatted("4321"));
            base.write("start.d/own.ini", "etc/own.xml\n");
            Command train = base.start(PLACE[0], PLACE[1], "--train");
            assertThat(train.awaitExit()).as(train::output).isZero();
            Server server = base.serve();
            assertThat(runsInASecondJvm(server)).isTrue();
            assertThat(server.command().lines("Started .*Server@.*sto=4321")).hasSize(1);
            server.command().terminate();
            server.command().awaitExit();
            FileTime time = Files.getLastModifiedTime(base.resolve("etc/own.xml"));
            base.write("etc/own.xml", OWN_XML.formatted("1234"));
            Files.setLastModifiedTime(base.resolve("etc/own.xml"), time);
            server = base.serve();
            assertThat(runsInASecondJvm(server)).isTrue();
            assertThat(server.command().lines("Started .*Server@.*sto=1234")).hasSize(1);
            server.command().terminate();
            server.command().awaitExit();
            base.write("etc/own.xml", OWN_XML.formatted("1000").replace("</Configure>", "</Configur>"));
            Command wrong = base.start(PLACE[0], PLACE[1]);
            assertThat(wrong.awaitExit()).as(wrong::output).isNotZero();
            assertThat(wrong.lines("own\\.xml:\\d+:\\d+")).as(wrong::output).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void logOfATrainedStartIsConfiguredAsOfAnyOther(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            base.write("resources/logback.xml", """
                    <configuration>
                      <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                        <encoder><pattern>MINE %msg%n</pattern></encoder>
                      </appender>
                      <root level="INFO"><appender-ref ref="out"/></root>
                    </configuration>
                    """);
            Server server = base.serve();
            assertThat(runsInASecondJvm(server)).isTrue();
            assertThat(server.command().lines()).isNotEmpty().allMatch(line -> line.startsWith("MINE "));
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void libraryThatIsAddedMakesTheArchiveStale(Jdk jdk) throws Exception {
        try (Base base = trained(jdk)) {
            Command add = base.start("--add-modules=ext");
            assertThat(add.awaitExit()).as(add::output).isZero();
            Files.copy(
                    Distribution.HOME.resolve("start.jar"),
                    Files.createDirectories(base.resolve("lib/ext")).resolve("more.jar"));
            Server server = base.serve();
            assertThat(runsInASecondJvm(server)).isFalse();
            assertThat(server.command().lines("The start cache is not used: the libraries are others"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void trainingOfABaseThatDoesNotStartFails(Jdk jdk) throws Exception {
        try (Base base = Base.with(jdk, "http").withPlainJvm()) {
            Command train = base.start("jetty.http.acceptors=many", "--train");
            assertThat(train.awaitExit()).as(train::output).isEqualTo(254);
            assertThat(train.lines("many")).isNotEmpty();
            assertThat(train.lines("--train: no archive was made")).hasSize(1);
            assertThat(base.resolve("start-cache/stamp")).doesNotExist();
        }
    }
}
