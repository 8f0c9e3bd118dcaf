package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module "ocsp-stapling" with a certificate of an authority whose responder is that of OpenSSL, asked by the client of OpenSSL. */
class OcspStaplingTest {
    private static final String AUTHORITY = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3 -subj /CN=authority -keyout ca.key -out ca.pem
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout key.pem -out request.pem
            printf 'subjectAltName=DNS:localhost\\nauthorityInfoAccess=OCSP;URI:http://127.0.0.1:%1$d/\\n' > extensions
            openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -set_serial 4096 -days 2 -extfile extensions -out one.pem
            cat one.pem ca.pem > chain.pem
            printf 'V\\t%%s\\t\\t1000\\tunknown\\t/CN=localhost\\n' "$(date -u -d '+2 days' +%%y%%m%%d%%H%%M%%SZ)" > index.txt
            """;

    @AutoClose
    private Base base;

    @TempDir
    private Path directory;

    private int responderPort;

    @BeforeEach
    void makeBase() throws Exception {
        responderPort = Ports.unused();
        base = Base.with(Jdk.oldest(), "https,ocsp-stapling");
        run("/bin/bash", "-ec", AUTHORITY.formatted(responderPort));
        Files.createDirectories(base.resolve("etc"));
        for (String name : new String[] {"chain.pem", "key.pem"}) {
            Files.copy(directory.resolve(name), base.resolve("etc/" + name));
        }
    }

    private String run(String... line) {
        Command command = base.run(List.of(line), directory);
        assertThat(command.awaitExit()).as(command::output).isZero();
        return command.output();
    }

    private int serve() {
        Command server = base.start(
                "jetty.ssl.host=127.0.0.1",
                "jetty.ssl.port=0",
                "jetty.sslContext.certificatePath=etc/chain.pem",
                "jetty.sslContext.privateKeyPath=etc/key.pem");
        return Integer.parseInt(server.awaitLine("Started ServerConnector@\\S+ .*\\bssl\\b.*:(\\d+)}")
                .group(1));
    }

    /** What the client of OpenSSL prints of a handshake in which it asks for the status of the certificate. */
    private String connect(int port) {
        return run(
                "/usr/bin/openssl",
                "s_client",
                "-connect",
                "127.0.0.1:" + port,
                "-servername",
                "localhost",
                "-status",
                "-CAfile",
                directory.resolve("ca.pem").toString());
    }

    @Test
    void clientsGetTheAnswerOfTheAuthority() {
        base.run(
                        List.of(
                                "/usr/bin/openssl",
                                "ocsp",
                                "-index",
                                "index.txt",
                                "-port",
                                String.valueOf(responderPort),
                                "-rsigner",
                                "ca.pem",
                                "-rkey",
                                "ca.key",
                                "-CA",
                                "ca.pem"),
                        directory)
                .awaitLine("waiting for OCSP client connections");
        int port = serve();
        for (int i = 0; i < 2; i++) {
            assertThat(connect(port)).contains("OCSP Response Status: successful", "Cert Status: good");
        }
    }

    @Test
    void clientsAreServedWithoutAnAnswerWhereTheResponderIsDown() {
        assertThat(connect(serve())).contains("OCSP response: no response sent", "Verify return code: 0 (ok)");
    }
}
