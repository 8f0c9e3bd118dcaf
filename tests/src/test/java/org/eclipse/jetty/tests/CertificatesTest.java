package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.eclipse.jetty.acme.AcmeFiles;
import org.eclipse.jetty.acme.Pebble;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates from a directory and by ACME, and passwords from files, in a base that start.jar starts. */
class CertificatesTest {
    @AutoClose
    private Base base;

    @TempDir
    private Path directory;

    /** The hosts of the certificate that a client gets who asks for one. */
    private static List<String> served(int port, String host) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, SslContextFactory.TRUST_ALL_CERTS, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(host)));
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            List<String> names = new ArrayList<>(new X509("served", certificate).getHosts());
            names.add(certificate.getIssuerX500Principal().getName());
            return names;
        }
    }

    /** Writes a pair in one file. */
    private Path pair(String host) throws Exception {
        AcmeFiles files = new AcmeFiles(directory.resolve(host).toString());
        files.prepare(host);
        return files.getCertificateFile();
    }

    @Test
    void pairsOfADirectoryAreServedByTheNameOfTheClientAndReloaded() throws Exception {
        base = Base.with(Jdk.oldest(), "https,ssl-reload,console");
        Path sites = Files.createDirectories(base.resolve("etc/sites"));
        for (String host : List.of("one.example", "two.example")) {
            Files.copy(pair(host), sites.resolve(host + ".pem"));
        }
        Files.setPosixFilePermissions(sites.resolve("two.example.pem"), PosixFilePermissions.fromString("rw-r--r--"));
        base.write(
                "start.d/sites.ini",
                "jetty.sslContext.certificatesDirectory=etc/sites\n"
                        + "jetty.console.password.file=etc/password\njetty.ssl.port=0\n");
        base.write("etc/password", "Sesame-open\n");
        Files.setPosixFilePermissions(base.resolve("etc/password"), PosixFilePermissions.fromString("rw-r--r--"));
        Command check = base.start("--check");
        assertThat(check.awaitExit()).as(check::output).isZero();
        assertThat(check.output())
                .contains("all users of this machine can read the private key")
                .contains("all users of this machine can read the password in")
                .contains("0 errors, 2 warnings")
                .doesNotContain("Sesame");
        Command list = base.start("--list-config");
        assertThat(list.awaitExit()).isZero();
        assertThat(list.output()).contains("etc/password").doesNotContain("Sesame");
        Command server = base.start();
        int port = Integer.parseInt(server.awaitLine("Started ServerConnector@\\S+ .*\\bssl\\b.*:(\\d+)}")
                .group(1));
        server.awaitLine("Started (\\S*\\.)?Server@");
        assertThat(served(port, "one.example")).contains("one.example");
        assertThat(served(port, "two.example")).contains("two.example");
        Files.copy(pair("three.example"), sites.resolve("three.example.pem"));
        Files.writeString(sites.resolve("two.example.pem"), "broken");
        Awaitility.await()
                .atMost(Command.DEADLINE)
                .ignoreExceptionsInstanceOf(SSLException.class)
                .until(() -> served(port, "three.example").contains("three.example"));
        assertThat(served(port, "two.example")).contains("two.example");
        // no password was made, as one is set
        assertThat(server.output()).contains("the former one stays").doesNotContain("Sesame");
    }

    @Test
    void certificateComesFromAnAuthorityThroughTheModuleAcme() throws Exception {
        Pebble.require();
        base = Base.empty(Jdk.oldest());
        Command add = base.start(
                "--add-modules=acme,secure-redirect",
                "--approve-all-licenses",
                "maven.local.repo=" + Distribution.localRepository());
        assertThat(add.awaitExit()).as(add::output).isZero();
        Command incomplete = base.start("--check");
        assertThat(incomplete.awaitExit()).as(incomplete::output).isNotZero();
        assertThat(incomplete.output())
                .contains("no consent to the terms of service")
                .contains("no names for the certificate");
        int http = Ports.unused();
        int https = Ports.unused();
        try (Pebble pebble = Pebble.start(directory, http, https, true)) {
            base.write("etc/secret", Pebble.EAB_SECRET + "\n");
            base.write(
                    "start.d/site.ini",
                    String.join(
                            "\n",
                            "jetty.acme.names=one.example,www.one.example",
                            "jetty.acme.termsOfServiceAgreed=true",
                            "jetty.acme.directoryUrl=" + pebble.directoryUrl(),
                            "jetty.acme.trustStorePath=" + pebble.trust(),
                            "jetty.acme.eabKeyId=" + Pebble.EAB_KEY_ID,
                            "jetty.acme.eabSecret.file=etc/secret",
                            "jetty.http.port=" + http,
                            "jetty.ssl.port=" + https,
                            "jetty.httpConfig.securePort=" + https));
            Files.setPosixFilePermissions(base.resolve("etc/secret"), PosixFilePermissions.fromString("rw-------"));
            Command check = base.start("--check");
            assertThat(check.awaitExit()).as(check::output).isZero();
            Command server = base.start();
            server.awaitLine("The certificate of \\[one.example, www.one.example\\] is issued by");
            assertThat(served(https, "one.example"))
                    .contains("one.example", "www.one.example")
                    .anyMatch(name -> name.contains("Pebble"));
        }
    }
}
