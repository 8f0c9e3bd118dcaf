package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.shredzone.acme4j.Session;

/** What the build has made: the distribution, unpacked once from its tar.gz, and the hello application. */
final class Distribution {
    /** The root of the source tree. */
    static final Path ROOT =
            Path.of(System.getProperty("tests.root", "..")).toAbsolutePath().normalize();

    static final String VERSION = System.getProperty("tests.version", "1.0.0-SNAPSHOT");

    /** What is written goes below it; each JVM of tests has one of its own. */
    static final Path WORK = Path.of(
            System.getProperty("tests.work", ROOT.resolve("tests/target/work").toString()));

    /** The hello application. */
    static final Path HELLO_WAR = existing(ROOT.resolve("distribution/demo/target/hello.war"));

    /** JETTY_HOME. */
    static final Path HOME = unpacked();

    private Distribution() {}

    private static Path unpacked() {
        String other = System.getProperty("tests.home");
        if (other != null) {
            return Path.of(other).toAbsolutePath();
        }
        Path archive = existing(ROOT.resolve("distribution/target/jetty-home-" + VERSION + ".tar.gz"));
        Path folder = WORK.resolve("unpacked");
        try {
            delete(folder);
            Files.createDirectories(folder);
            Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString())
                    .inheritIO()
                    .start();
            assertThat(tar.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(tar.exitValue()).isZero();
            try (Stream<Path> content = Files.list(folder)) {
                Path home = content.findFirst().orElseThrow();
                assertThat(home.resolve("start.jar")).isRegularFile();
                return home;
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    private static Path existing(Path file) {
        assertThat(file)
                .as("made by the phase package: run `mvn verify` in the root")
                .isRegularFile();
        return file;
    }

    /** Deletes a file or a whole directory; what is not there is deleted already. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** The local repository of the Maven that runs the tests, where start.jar finds what modules fetch. */
    static String localRepository() {
        try {
            String jar = Path.of(Session.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            return jar.substring(0, jar.indexOf("/org/shredzone/"));
        } catch (URISyntaxException x) {
            throw new IllegalStateException(x);
        }
    }
}
