package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code java @start-cache/java.args} is the server, and does what {@code java -jar start.jar} does when the cache does not fit. */
class DirectStartTest {
    private static final String[] PLACE = {"jetty.http.host=127.0.0.1", "jetty.http.port=0"};

    private static final String OWN_XML = """
            <?xml version="1.0"?>
            <Configure id="Server" class="org.eclipse.jetty.server.Server">
              <Set name="stopTimeout">%s</Set>
            </Configure>
            """;

    static Stream<Jdk> jdks() {
        return Jdk.oldestAndNewest();
    }

    private static final TrainedBases TRAINED = new TrainedBases(jdk -> train(jdk, "base"));

    @AfterAll
    static void deleteTrained() throws IOException {
        TRAINED.close();
    }

    private static Base train(Jdk jdk, String name) {
        Base base = Base.with(jdk, name, "http,ee10-deploy").withPlainJvm();
        base.deploy("hello.war", Distribution.HELLO_WAR);
        base.write("etc/own.xml", OWN_XML.formatted("4321"));
        base.write("start.d/own.ini", "etc/own.xml\n");
        Command train = base.start(PLACE[0], PLACE[1], "--train");
        assertThat(train.awaitExit()).as(train::output).isZero();
        return base;
    }

    private static Command run(Base base, List<String> java, Path file, Path directory, String... more) {
        List<String> command = new ArrayList<>(java);
        command.add("@" + file);
        command.addAll(List.of(PLACE));
        command.addAll(List.of(more));
        return base.run(command, directory);
    }

    private static Command run(Base base, Jdk jdk, String... more) {
        return run(base, base.java(jdk), base.resolve("start-cache/java.args"), base.resolve("tmp"), more);
    }

    private static boolean isInOneJvm(Server server) {
        return ProcessHandle.of(server.command().pid())
                .orElseThrow()
                .children()
                .findAny()
                .isEmpty();
    }

    private static void stop(Server server) {
        server.command().terminate();
        assertThat(server.command().awaitExit()).isEqualTo(143);
        assertThat(server.command().lines("Stopped .*Server@"))
                .as(server.command()::output)
                .isNotEmpty();
    }

    /** It serves, in another JVM, and its log has the line. */
    private static void servesInAnother(Command command, String line) {
        Server server = Server.started(command);
        assertThat(isInOneJvm(server)).isFalse();
        assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
        assertThat(command.lines(line)).as(command::output).hasSize(1);
        stop(server);
    }

    @Test
    void wrongValueIsReportedInTheSameWordsByCheckStartAndArgumentFile() throws IOException {
        String wrong = "jetty.http.port=80800";
        try (Base base = TRAINED.get(Jdk.oldest())) {
            for (Command command :
                    List.of(base.start("--check", wrong), base.start(wrong), run(base, Jdk.oldest(), wrong))) {
                assertThat(command.awaitExit()).as(command::output).isEqualTo(254);
                assertThat(command.lines("jetty\\.http\\.port: 80800, read in .*/etc/jetty-http\\.xml:\\d+"
                                + " \\(expected: 0-65535\\)\\. Correct the property jetty\\.http\\.port$"))
                        .as(command::output)
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void serverIsInThisJvmWhereverItIsCalled(Jdk jdk) throws IOException {
        try (Base base = train(jdk, "a b#'\"\\c")) {
            for (Path directory : new Path[] {base.resolve("tmp"), base.folder()}) {
                Path file = base.resolve("start-cache/java.args");
                if (directory.equals(base.folder())) {
                    file = base.folder().relativize(file);
                }
                Server server = Server.started(run(base, base.java(jdk), file, directory));
                assertThat(isInOneJvm(server)).as(server.command()::output).isTrue();
                assertThat(server.get("/hello/").statusCode()).isEqualTo(200);
                assertThat(server.command().lines("Started .*Server@.*sto=4321"))
                        .hasSize(1);
                assertThat(server.command().lines("WARN|ERROR|warning|SLF4J")).isEmpty();
                stop(server);
            }
            // those that name what it was made for change nothing
            Server server = Server.started(run(base, jdk, "jetty.base=" + base.folder()));
            assertThat(isInOneJvm(server)).isTrue();
            stop(server);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatHasChangedIsReadByStartJar(Jdk jdk) throws IOException {
        try (Base base = TRAINED.get(jdk)) {
            servesInAnother(
                    run(base, jdk, "jetty.server.stopTimeout=777", "etc/own.xml"), "Started .*Server@.*sto=4321");
            servesInAnother(run(base, jdk, "--debug"), "DEBUG : fork: .*, -jar, .*, jetty\\.base=.*, --debug]");
            List<String> other = new ArrayList<>(base.java(jdk));
            other.add("-Dsome=thing");
            Path file = base.resolve("start-cache/java.args");
            servesInAnother(
                    run(base, other, file, base.folder()),
                    "The start cache is not used: the arguments of the JVM are others\\. Renew it with --train");
            base.write("etc/own.xml", OWN_XML.formatted("1234"));
            base.write("start.d/own.ini", "etc/own.xml\njetty.httpConfig.sendServerVersion=true\n");
            servesInAnother(run(base, jdk), "Started .*Server@.*sto=1234");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void commandsAndExitCodesAreThoseOfStartJar(Jdk jdk) throws IOException {
        try (Base base = TRAINED.get(jdk)) {
            Command list = run(base, jdk, "--list-config");
            assertThat(list.awaitExit()).as(list::output).isZero();
            assertThat(list.lines("etc/own\\.xml")).isNotEmpty();
            Command unknown = run(base, jdk, "--modules=nonsense");
            assertThat(unknown.awaitExit()).as(unknown::output).isEqualTo(247);
            base.write("etc/own.xml", OWN_XML.formatted("1000").replace("</Configure>", "</Configur>"));
            Command usual = base.start(PLACE);
            Command direct = run(base, jdk);
            assertThat(direct.awaitExit())
                    .as(direct::output)
                    .isEqualTo(usual.awaitExit())
                    .isNotZero();
            assertThat(direct.lines("own\\.xml:\\d+:\\d+")).as(direct::output).isNotEmpty();
            Files.delete(base.resolve("start-cache/stamp"));
            base.write("etc/own.xml", OWN_XML.formatted("1000"));
            servesInAnother(run(base, jdk), "Started .*Server@.*sto=1000");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void archiveThatIsNotWhatWasMadeIsTold(Jdk jdk) throws IOException {
        try (Base base = TRAINED.get(jdk)) {
            Path aot = base.resolve("start-cache/server.aot");
            Path archive = Files.exists(aot) ? aot : base.resolve("start-cache/server.jsa");
            Path kept = Files.move(archive, base.resolve("tmp/archive"));
            servesInAnother(run(base, jdk), "The start cache is not used: .* is missing\\. Renew it with --train");
            Files.copy(kept, archive);
            Files.write(archive, new byte[1], StandardOpenOption.APPEND);
            servesInAnother(
                    run(base, jdk), "The start cache is not used: .* is damaged: it is not the file that was made");
            Command train = run(base, jdk, "--train");
            assertThat(train.awaitExit()).as(train::output).isZero();
            Server server = Server.started(run(base, jdk));
            assertThat(isInOneJvm(server)).isTrue();
            stop(server);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void anotherJvmIsTold(Jdk jdk) throws IOException {
        Jdk other = jdk.equals(Jdk.oldest()) ? Jdk.newest() : Jdk.oldest();
        assumeTrue(!jdk.equals(other), "needs two JDKs");
        try (Base base = TRAINED.get(jdk)) {
            servesInAnother(run(base, other), "The start cache is not used: it was made by another JVM");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void copyOfTheBaseServesTheCopy(Jdk jdk) throws IOException {
        try (Base base = TRAINED.get(jdk);
                Base copy = Base.empty(jdk).withPlainJvm()) {
            copy(base.folder(), copy.folder());
            copy.write("etc/own.xml", OWN_XML.formatted("2222"));
            Path file = copy.resolve("start-cache/java.args");
            servesInAnother(run(copy, copy.java(jdk), file, base.folder()), "Started .*Server@.*sto=2222");
            Distribution.delete(base.folder());
            servesInAnother(run(copy, copy.java(jdk), file, copy.folder()), "Started .*Server@.*sto=2222");
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
