package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Ports;

/**
 * A real MIT Kerberos server with a database and a port of its own: the realm EXAMPLE.TEST, with the service HTTP/localhost. Debian's
 * packages are krb5-kdc, krb5-admin-server, krb5-user and curl.
 */
public final class Kerberos implements AutoCloseable {
    public static final String REALM = "EXAMPLE.TEST";

    private final Path directory;
    private final Process process;
    public final Path configuration;
    /** The variables by which programs of users find this server and their tickets. */
    public final Map<String, String> environment;

    public final Path keyTab;

    public Kerberos(Path directory) throws Exception {
        RealPrograms.assumeInstalled(
                "krb5-kdc, krb5-admin-server, krb5-user and curl",
                "/usr/sbin/krb5kdc",
                "/usr/sbin/kadmin.local",
                "/usr/bin/kinit",
                "/usr/bin/curl");
        this.directory = directory;
        int port = Ports.unused();
        configuration = directory.resolve("krb5.conf");
        keyTab = directory.resolve("http.keytab");
        Files.writeString(configuration, """
                [libdefaults]
                default_realm = EXAMPLE.TEST
                dns_lookup_kdc = false
                dns_lookup_realm = false
                dns_canonicalize_hostname = false
                rdns = false
                udp_preference_limit = 1
                [realms]
                EXAMPLE.TEST = {
                  kdc = 127.0.0.1:%1$d
                }
                [domain_realm]
                localhost = EXAMPLE.TEST
                [kdcdefaults]
                kdc_listen = ""
                kdc_tcp_listen = "127.0.0.1:%1$d"
                [dbmodules]
                EXAMPLE.TEST = {
                  db_library = db2
                  database_name = %2$s/principal
                }
                """.formatted(port, directory));
        Path kdc = directory.resolve("kdc.conf");
        Files.writeString(kdc, """
                [realms]
                EXAMPLE.TEST = {
                  database_name = %1$s/principal
                  key_stash_file = %1$s/stash
                  acl_file = %1$s/acl
                }
                """.formatted(directory));
        environment = Map.of(
                "KRB5_CONFIG", configuration.toString(),
                "KRB5_KDC_PROFILE", kdc.toString(),
                "KRB5CCNAME", "FILE:" + directory.resolve("tickets"));
        run("", "/usr/sbin/kdb5_util", "create", "-s", "-r", REALM, "-P", "master");
        for (String query : new String[] {
            "addprinc -pw secret anna",
            "addprinc -pw secret stranger",
            "addprinc -randkey HTTP/localhost",
            "ktadd -k " + keyTab + " HTTP/localhost"
        }) {
            run("", "/usr/sbin/kadmin.local", "-r", REALM, "-q", query);
        }
        ProcessBuilder builder = new ProcessBuilder(
                        "/usr/sbin/krb5kdc",
                        "-n",
                        "-r",
                        REALM,
                        "-P",
                        directory.resolve("kdc.pid").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("kdc.log").toFile());
        builder.environment().putAll(environment);
        process = builder.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> isListening(port));
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException x) {
            return false;
        }
    }

    /** Runs a command with the configuration of this server, and returns its output. */
    public String run(String input, String... command) throws Exception {
        Path output = Files.createTempFile(directory, "command", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process run = builder.start();
        run.getOutputStream().write(input.getBytes());
        run.getOutputStream().close();
        assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output);
        assertThat(run.exitValue()).as(String.join(" ", command) + ": " + text).isZero();
        return text;
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
