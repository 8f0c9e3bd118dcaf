package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A base of Jetty 12.1 is started unchanged. One is written here as {@code start.jar} of Jetty would leave it; others are made by
 * the start.jar of a real Jetty, where the system property {@code tests.jetty.home} or the environment variable
 * {@code TESTS_JETTY_HOME} names its directory, and that Jetty starts a base of ours in turn.
 */
class DropInTest {
    private static final String MODULES = "http,ee10-deploy,ee9-deploy,ee8-deploy,requestlog,threadpool-virtual,"
            + "session-store-file,gzip,statistics,resources,logging-logback";

    private final Base base = Base.empty(Jdk.newest());
    private final List<Command> commands = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        commands.forEach(Command::close);
        base.close();
    }

    /** What an operator adds: a module, an XML file, settings that append and expand, applications of three environments. */
    private void customize() {
        base.write("modules/greeting.mod", """
                # our own module

                [description]
                Sends visitors on.

                [tags]
                custom

                [depend]
                server

                [files]
                greetings/

                [xml]
                etc/greeting.xml

                [ini]
                greeting.base?=/nowhere

                [ini-template]
                ## Where to
                # greeting.base=/new
                """);
        base.write("etc/greeting.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Server" class="org.eclipse.jetty.server.Server">
                  <Ref refid="Contexts">
                    <Call name="addHandler">
                      <Arg>
                        <New class="org.eclipse.jetty.server.handler.MovedContextHandler">
                          <Set name="contextPath">/old</Set>
                          <Set name="discardPathInContext">true</Set>
                          <Set name="redirectURI"><Property name="greeting.target"/></Set>
                        </New>
                      </Arg>
                    </Call>
                  </Ref>
                </Configure>
                """);
        base.write("etc/custom.xml", """
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://www.eclipse.org/jetty/configure_10_0.dtd">
                <Configure id="httpConfig" class="org.eclipse.jetty.server.HttpConfiguration">
                  <Set name="sendServerVersion">true</Set>
                </Configure>
                """);
        base.write("start.d/custom.ini", """
                # settings of ours
                --modules=greeting
                greeting.base=/new
                greeting.base?=/ignored
                greeting.target=${greeting.base}/place
                greeting.target+=/more
                etc/custom.xml
                """);
        for (String environment : List.of("ee8", "ee9", "ee10")) {
            base.write("webapps/app-" + environment + "/index.html", "hello from " + environment);
            base.write("webapps/app-" + environment + "/WEB-INF/web.xml", "<web-app/>");
            base.write("webapps/app-" + environment + ".properties", "environment=" + environment + "\n");
        }
        base.deploy("hello.war", Distribution.HELLO_WAR);
    }

    private void answers(Server server) throws IOException {
        for (String environment : List.of("ee8", "ee9", "ee10")) {
            assertThat(server.get("/app-" + environment + "/index.html").body()).isEqualTo("hello from " + environment);
        }
        assertThat(server.get("/hello/hello.css").statusCode()).isEqualTo(200);
        assertThat(server.get("/old/x").headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/new/place/more"));
        assertThat(server.get("/").headers().firstValue("Server")).isPresent();
        assertThat(base.resolve("sessions")).isDirectory();
        Awaitility.await().atMost(Command.DEADLINE).untilAsserted(() -> assertThat(requests())
                .hasSizeGreaterThanOrEqualTo(6));
    }

    private List<String> requests() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(base.resolve("logs"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".request.log")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** Runs start.jar of another home. */
    private Command start(Path home, String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Jdk.newest().java().toString(),
                "-jar",
                home.resolve("start.jar").toString(),
                "jetty.base=" + base.folder()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(base.folder().toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Command command = Command.run(builder);
        commands.add(command);
        return command;
    }

    private static Path realHome() {
        String named = System.getProperty("tests.jetty.home", System.getenv("TESTS_JETTY_HOME"));
        String why = "tests.jetty.home or TESTS_JETTY_HOME names no Jetty 12.1";
        if (named == null) {
            System.err.println("SKIPPED: " + why);
        }
        assumeThat(named).as(why).isNotNull();
        return Path.of(named);
    }

    @Test
    void baseThatIsWrittenAsJettyWouldStarts() throws IOException {
        for (String module : MODULES.split(",")) {
            base.write("start.d/" + module + ".ini", "--modules=" + module + "\n");
        }
        base.write("start.d/http.ini", "--modules=http\njetty.http.host=127.0.0.1\njetty.http.port=0\n");
        base.write(
                "start.d/threadpool-virtual.ini",
                "--modules=threadpool-virtual\njetty.threadPool.virtual.maxThreads=100\n");
        base.write(
                "start.d/gzip.ini",
                "--modules=gzip\njetty.gzip.minGzipSize=1024\njetty.gzip.excludedMethodList=POST\n");
        base.write("start.d/requestlog.ini", "--modules=requestlog\njetty.requestlog.append=true\n");
        base.write("start.d/session-store-file.ini", """
                --modules=session-store-file
                jetty.session.file.storeDir=${jetty.base}/sessions
                jetty.session.savePeriod.seconds=5
                """);
        base.write("start.d/ee8-deploy.ini", "--modules=ee8-deploy\njetty.deploy.extractWars=true\n");
        base.write("resources/logback.xml", """
                <configuration>
                  <appender name="E" class="ch.qos.logback.core.ConsoleAppender">
                    <target>System.err</target>
                    <encoder><pattern>%d %p %logger{0} %m%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="E"/></root>
                </configuration>
                """);
        for (String folder : List.of("logs", "sessions", "webapps", "environments")) {
            Files.createDirectories(base.resolve(folder));
        }
        customize();
        answers(base.serve());
    }

    @Test
    void baseThatJettyMadeStartsUnchanged() throws IOException {
        Path home = realHome();
        Command add = start(home, "--add-modules=" + MODULES, "--approve-all-licenses");
        assertThat(add.awaitExit()).as(add::output).isZero();
        customize();
        Server server = base.serve();
        answers(server);
        assertThat(server.command().lines("^(WARN|ERROR) ").stream().filter(line -> !line.contains("gzip")))
                .isEmpty();
    }

    @Test
    void baseThatIsMadeHereStartsOnJetty() throws IOException {
        Path home = realHome();
        Command add = base.start("--add-modules=" + MODULES, "--approve-all-licenses");
        assertThat(add.awaitExit()).as(add::output).isZero();
        // libraries that are in our home, and that Jetty fetches into the base
        Command fetch = start(home, "--create-files", "--approve-all-licenses");
        assertThat(fetch.awaitExit()).as(fetch::output).isZero();
        customize();
        answers(Server.started(start(home, "jetty.http.host=127.0.0.1", "jetty.http.port=0")));
    }
}
