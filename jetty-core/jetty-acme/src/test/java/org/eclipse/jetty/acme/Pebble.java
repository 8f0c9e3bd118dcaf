package org.eclipse.jetty.acme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Base64;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.acme.internal.Keys;
import org.eclipse.jetty.acme.internal.TemporaryCertificate;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.Assumptions;

/**
 * The ACME server Pebble on free ports, which refuses some nonces and checks the hosts of each order. It is installed by
 * {@code go install github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1}.
 */
public final class Pebble implements AutoCloseable {
    /** A customer's account: identifier and key. */
    public static final String EAB_KEY_ID = "kid-1";

    public static final String EAB_SECRET = "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W";

    private static final Path PROGRAM = Path.of(System.getProperty("user.home"), "go", "bin", "pebble");

    private final LocalNames names;
    private final Process process;
    private final int port;
    private final Path log;
    private final Path trust;

    /** Skips the test, loudly, where Pebble is not installed. */
    public static void require() {
        if (!Files.isExecutable(PROGRAM)) {
            System.err.println(
                    "SKIPPED: no " + PROGRAM + " (go install github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1)");
        }
        Assumptions.assumeTrue(Files.isExecutable(PROGRAM), "Pebble is not installed");
    }

    /**
     * Starts a server that checks hosts at these ports of this machine.
     *
     * @param customersOnly whether accounts need an external account binding
     */
    public static Pebble start(Path directory, int httpPort, int tlsPort, boolean customersOnly) {
        try {
            return new Pebble(directory, httpPort, tlsPort, customersOnly);
        } catch (IOException | GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }

    private Pebble(Path directory, int httpPort, int tlsPort, boolean customersOnly)
            throws IOException, GeneralSecurityException {
        names = new LocalNames();
        port = Ports.unused();
        KeyPair keys = Keys.create("EC");
        trust = write(
                directory.resolve("pebble.crt"),
                "CERTIFICATE",
                TemporaryCertificate.create(keys, List.of("localhost")).getEncoded());
        Path key = write(
                directory.resolve("pebble.key"),
                "PRIVATE KEY",
                keys.getPrivate().getEncoded());
        Path configuration = Files.writeString(directory.resolve("pebble.json"), """
                {"pebble": {"listenAddress": "127.0.0.1:%d", "managementListenAddress": "127.0.0.1:%d",
                 "certificate": "%s", "privateKey": "%s", "httpPort": %d, "tlsPort": %d,
                 "externalAccountBindingRequired": %s, "externalAccountMACKeys": {"%s": "%s"},
                 "profiles": {"default": {"description": "of tests", "validityPeriod": 864000}}}}
                """.formatted(
                        port, Ports.unused(), trust, key, httpPort, tlsPort, customersOnly, EAB_KEY_ID, EAB_SECRET));
        log = directory.resolve("pebble.log");
        ProcessBuilder builder = new ProcessBuilder(
                PROGRAM.toString(), "-config", configuration.toString(), "-dnsserver", names.address());
        builder.environment().put("PEBBLE_VA_NOSLEEP", "1");
        builder.environment().put("PEBBLE_WFE_NONCEREJECT", "20");
        builder.environment().put("PEBBLE_AUTHZREUSE", "0");
        process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        Awaitility.await().until(() -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(log());
            }
            return log().contains("ACME directory available at");
        });
    }

    private static Path write(Path file, String label, byte[] der) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(file, "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n");
    }

    public String directoryUrl() {
        return "https://localhost:" + port + "/dir";
    }

    /** The PEM file by which it is trusted. */
    public Path trust() {
        return trust;
    }

    public String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            names.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
