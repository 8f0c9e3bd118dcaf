package org.eclipse.jetty.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code --check} of the assembled home finds in bases that are good, and in those of the catalogue of faults. */
class CheckTest {
    private static final Path HOME = Path.of(System.getProperty("jetty.home.test", "target/jetty-home"));
    private static final String[] FREE_PORTS = {"jetty.http.port=0", "jetty.ssl.port=0"};

    @TempDir
    private static Path shared;

    private static StartJar start;
    private static Path good;

    @TempDir
    private Path dir;

    /** What the last check said. */
    private String report;

    @BeforeAll
    static void makeGoodBase() throws Exception {
        start = new StartJar(HOME);
        good = Files.createDirectory(shared.resolve("base"));
        StartJar.Result made = start.run(good, "--add-modules=http,ee10-deploy,requestlog", "jetty.http.port=0");
        assertThat(made.exitCode()).as(made.toString()).isZero();
        keyStore("good", "-1d");
        keyStore("expired", "-100d");
    }

    private static void keyStore(String name, String begin) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        // a quick compiler for a process that ends at once
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-startdate",
                        begin,
                        "-validity",
                        "90",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "secret",
                        "-keystore",
                        shared.resolve(name).toString())
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }

    private Path copyOfGoodBase() throws IOException {
        Path base = dir.resolve("base");
        try (Stream<Path> files = Files.walk(good)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = base.resolve(good.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return base;
    }

    @Test
    void goodBaseHasNoFinding() throws Exception {
        StartJar.Result checked = start.run(good, "--check");
        assertThat(checked.out()).isEqualTo("Checked: 0 errors, 0 warnings" + System.lineSeparator());
        assertThat(checked.exitCode()).isZero();
    }

    @Test
    void proxiesThatAreNotNamedAreWarnedAbout() throws Exception {
        Path base = copyOfGoodBase();
        start.run(base, "--add-modules=forwarded");
        StartJar.Result anyone = start.run(base, "--check");
        assertThat(anyone.exitCode()).isZero();
        assertThat(anyone.out())
                .containsPattern(
                        "WARN  \\S+jetty-forwarded.xml:\\d+: any client can say by X-Forwarded-For or Forwarded")
                .contains("jetty.httpConfig.forwardedTrusted");
        StartJar.Result named = start.run(base, "--check", "jetty.httpConfig.forwardedTrusted=10.0.0.0/8");
        assertThat(named.out()).isEqualTo("Checked: 0 errors, 0 warnings" + System.lineSeparator());
    }

    @Test
    void checkChangesNothing() throws Exception {
        Path base = copyOfGoodBase();
        Files.writeString(base.resolve("resources/logback.xml"), """
                <configuration>
                  <appender name="file" class="ch.qos.logback.core.FileAppender">
                    <file>${jetty.base}/logs/server.log</file>
                    <encoder><pattern>%msg%n</pattern></encoder>
                  </appender>
                  <root level="debug"><appender-ref ref="file"/></root>
                </configuration>
                """);
        List<String> before = state(base);
        start.run(
                base,
                "--check",
                "--modules=pid,state,console-capture,test-keystore,https,logging-logback",
                "jetty.ssl.port=0");
        assertThat(state(base)).isEqualTo(before);
    }

    private static List<String> state(Path base) throws IOException {
        List<String> state = new ArrayList<>();
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                state.add(base.relativize(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return state;
    }

    static Stream<String> modules() throws Exception {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(HOME.resolve("modules"))) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                if (file.toString().endsWith(".mod")) {
                    names.add(file.getFileName().toString().replace(".mod", ""));
                }
            }
        }
        return names.stream();
    }

    /** What is reported about a module that waits for something from outside is no false alarm, and given here. */
    @ParameterizedTest
    @MethodSource("modules")
    void moduleAloneWithItsDefaultsHasNoError(String module) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(FREE_PORTS));
        arguments.add("--check");
        arguments.add("--modules=" + module);
        List<String> errors = errors(arguments);
        // a certificate is brought by the operator, or by this module
        if (errors.stream().anyMatch(error -> error.contains("keyStore"))) {
            arguments.add("--modules=test-keystore");
            errors = errors(arguments);
        }
        // a port for TLS is opened for a protocol that another module brings
        if (errors.stream().anyMatch(error -> error.contains("speaks no protocol"))) {
            arguments.add("--modules=https");
            errors = errors(arguments);
        }
        // what only the operator can say
        if (errors.stream().anyMatch(error -> error.contains("jetty.acme."))) {
            arguments.add("jetty.acme.names=www.example.org");
            arguments.add("jetty.acme.termsOfServiceAgreed=true");
            errors = errors(arguments);
        }
        if (errors.stream().anyMatch(error -> error.contains("jetty.spnego.rolesFile"))) {
            Path roles = dir.resolve("alone/etc/spnego.properties");
            Files.createDirectories(roles.getParent());
            Files.writeString(roles, "anna@EXAMPLE.ORG: ,staff\n");
            errors = errors(arguments);
        }
        // a cache is in front of the store that the operator chooses
        if (errors.stream().anyMatch(error -> error.contains("requires a module providing [session-store]"))) {
            arguments.add("--modules=session-store-file");
            errors = errors(arguments);
        }
        // some modules are for a server that others bring
        if (errors.stream().anyMatch(error -> error.contains("nothing to start"))) {
            arguments.add("--modules=server");
            errors = errors(arguments);
        }
        if (Runtime.version().feature() < 21) {
            errors.removeIf(error -> error.contains("virtual threads need Java 21 or newer"));
        }
        // licensed libraries are fetched when their module is added
        if (report.contains("with --create-files")) {
            errors.removeIf(error -> error.contains("with --create-files")
                    || error.contains("a class is missing")
                    || error.contains("no class "));
        }
        assertThat(errors).isEmpty();
    }

    private List<String> errors(List<String> arguments) throws Exception {
        Path base = Files.createDirectories(dir.resolve("alone"));
        // what the modules make when they are added
        for (String directory : List.of("webapps", "logs")) {
            Files.createDirectories(base.resolve(directory));
        }
        report = String.join(
                "\n", start.run(base, arguments.toArray(new String[0])).lines());
        return new ArrayList<>(
                report.lines().filter(line -> line.startsWith("ERROR ")).toList());
    }

    static Stream<SeededFault> faults() throws IOException {
        return SeededFault.read().stream();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void seededFaultIsFoundAtItsPlace(SeededFault fault) throws Exception {
        Path base = copyOfGoodBase();
        try (ServerSocket taken = new ServerSocket(0)) {
            int free;
            try (ServerSocket other = new ServerSocket(0)) {
                free = other.getLocalPort();
            }
            fault.write(
                    base,
                    Map.of("@TAKEN@", Integer.toString(taken.getLocalPort()), "@FREE@", Integer.toString(free)),
                    shared);
            StartJar.Result checked = start.run(base, "--check");
            assertThat(checked.lines())
                    .as(checked.toString())
                    .anyMatch(line ->
                            line.startsWith("ERROR " + fault.place()) || line.startsWith("WARN  " + fault.place()));
            // one mistake makes one error, so that the operator sees it
            assertThat(checked.lines().stream().filter(line -> line.startsWith("ERROR ")))
                    .as(checked.toString())
                    .hasSizeLessThan(4);
            boolean error = checked.lines().stream().anyMatch(line -> line.startsWith("ERROR "));
            assertThat(checked.exitCode() != 0).isEqualTo(error);
        }
    }

    @Test
    void catalogueIsLargeEnough() throws IOException {
        assertThat(SeededFault.read()).hasSizeGreaterThan(100);
    }
}
