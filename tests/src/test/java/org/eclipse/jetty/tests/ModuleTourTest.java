package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With each module alone, or with another one, a server starts, stops, and leaves no thread that would keep the JVM. */
class ModuleTourTest {
    @TempDir
    Path folder;

    @Test
    void everyModuleStartsAndStopsAlone() throws Exception {
        Command tour = tour(Jdk.oldest());
        assertThat(tour.lines("^OK [^,]*$")).as(tour::output).hasSizeGreaterThan(130);
    }

    @Test
    void everyModuleStartsAndStopsInAPair() throws Exception {
        Jdk jdk = Jdk.newest();
        Command tour = tour(jdk, Integer.toString(jdk.feature()));
        assertThat(tour.lines("^OK .*,")).as(tour::output).hasSizeGreaterThan(50);
    }

    /** @param seed chooses pairs; each module is alone without it */
    private Command tour(Jdk jdk, String... seed) throws Exception {
        Process keytool = new ProcessBuilder(
                        jdk.home().resolve("bin/keytool").toString(),
                        // a quick compiler for a process that ends at once
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-alias",
                        "tour",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "tourist",
                        "-keystore",
                        folder.resolve("keystore.p12").toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        List<String> java = new ArrayList<>(List.of(jdk.java().toString()));
        // each server is of classes of its own, which are compiled again
        java.addAll(Base.SHORT_LIVED);
        java.addAll(List.of(
                "-Xmx512m",
                "-cp",
                place(ModuleTour.class) + File.pathSeparator + place(Assertions.class),
                // no server of Kerberos is asked
                "-Djava.security.krb5.realm=EXAMPLE.TEST",
                "-Djava.security.krb5.kdc=127.0.0.1:1",
                "-Dtests.root=" + Distribution.ROOT,
                "-Dtests.home=" + Distribution.HOME,
                "-Dtests.version=" + Distribution.VERSION,
                ModuleTour.class.getName(),
                folder.toString()));
        java.addAll(List.of(seed));
        ProcessBuilder builder = new ProcessBuilder(java).directory(folder.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        try (Command command = Command.run(builder)) {
            // up to 150 servers, one after the other: a minute alone, and several on a machine with much else to do
            assertThat(command.awaitExit(Duration.ofMinutes(20)))
                    .as(command::output)
                    .isZero();
            assertThat(command.lines("^FAILED ")).as(command::output).isEmpty();
            return command;
        }
    }

    /** The server's classes come from the distribution alone: those of this test are not on the class path of the program. */
    private static Path place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
