package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code --train} makes an archive that the next start uses, and that is left alone when it does not fit. */
class StartCacheTest {
    private static final String[] PLACE = {"jetty.http.host=127.0.0.1", "jetty.http.port=0"};

    static Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    private static Base trained(Jdk jdk) {
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
            assertThat(server.command().lines("WARN|ERROR|warning")).isEmpty();
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
            startsWithoutIt(base, ".* is damaged: it is not the file that was made");
            Path stamp = base.resolve("start-cache/stamp");
            String text = Files.readString(stamp);
            Files.writeString(stamp, text.substring(0, text.length() / 2));
            startsWithoutIt(base, ".*/stamp is damaged: its end is missing");
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
