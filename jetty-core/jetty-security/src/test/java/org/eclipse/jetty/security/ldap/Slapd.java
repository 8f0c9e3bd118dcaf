package org.eclipse.jetty.security.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.security.RealPrograms;
import org.eclipse.jetty.server.Ports;

/** A real OpenLDAP server with a database and ports of its own. Debian's packages are slapd and openssl. */
public final class Slapd implements AutoCloseable {
    static final String PACKAGES = "slapd and openssl";
    static final String COMMAND = "/usr/sbin/slapd";
    static final String OPENSSL = "/usr/bin/openssl";
    private static final Path SCHEMA = Path.of("/etc/ldap/schema");

    private final Process process;
    private final Path certificate;
    public final int port = Ports.unused();
    public final int securePort = Ports.unused();

    public Slapd(Path directory) throws Exception {
        RealPrograms.assumeInstalled(PACKAGES, COMMAND, OPENSSL);
        Path database = Files.createDirectories(directory.resolve("db"));
        certificate = directory.resolve("cert.pem");
        Path key = directory.resolve("key.pem");
        run(
                directory,
                OPENSSL,
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                key.toString(),
                "-out",
                certificate.toString());
        Path configuration = directory.resolve("slapd.conf");
        Files.writeString(configuration, """
                include %1$s/core.schema
                include %1$s/cosine.schema
                include %1$s/inetorgperson.schema
                modulepath /usr/lib/ldap
                moduleload back_mdb
                pidfile %2$s/slapd.pid
                argsfile %2$s/slapd.args
                TLSCertificateFile %3$s
                TLSCertificateKeyFile %4$s
                database mdb
                maxsize 10485760
                suffix "dc=example"
                rootdn "cn=admin,dc=example"
                rootpw adminsecret
                directory %5$s
                access to attrs=userPassword by anonymous auth by * none
                access to * by users read by * none
                """.formatted(SCHEMA, directory, certificate, key, database));
        Path people = directory.resolve("people.ldif");
        try (InputStream in = Slapd.class.getResourceAsStream("/ldap/people.ldif")) {
            Files.copy(in, people);
        }
        run(directory, "/usr/sbin/slapadd", "-f", configuration.toString(), "-l", people.toString());
        process = new ProcessBuilder(
                        COMMAND,
                        "-f",
                        configuration.toString(),
                        "-h",
                        "ldap://127.0.0.1:" + port + " ldaps://127.0.0.1:" + securePort,
                        "-d",
                        "0")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("slapd.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(30)).until(() -> isListening(port) && isListening(securePort));
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException x) {
            return false;
        }
    }

    private static void run(Path directory, String... command) throws Exception {
        Path output = directory.resolve("command.log");
        Process run = new ProcessBuilder(List.of(command))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(Files.readString(output)).isZero();
    }

    /** A store with the certificate of this server. */
    public KeyStore trustStore() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "slapd", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        return store;
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
