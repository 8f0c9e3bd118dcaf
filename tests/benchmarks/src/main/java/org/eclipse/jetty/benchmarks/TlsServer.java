package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server process with a TLS port, and a key of its own on the curve P-256. */
final class TlsServer implements AutoCloseable {
    private static final String PASSWORD = "storepwd";

    private final Path store;
    final ServerProcess process;
    final int port;

    TlsServer(String nameAndHome, String modules) throws Exception {
        this(nameAndHome, modules, ServerProcess.HEAP);
    }

    /** @param jvm arguments of the JVM */
    TlsServer(String nameAndHome, String modules, List<String> jvm) throws Exception {
        store = Files.createTempDirectory("keystore").resolve("keystore.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=DNS:localhost")
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + output);
        }
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        process = new ServerProcess(
                nameAndHome,
                ",ssl,https" + modules,
                jvm,
                "jetty.ssl.host=127.0.0.1",
                "jetty.ssl.port=" + port,
                "jetty.ssl.idleTimeout=600000",
                "jetty.sslContext.keyStorePath=" + store,
                "jetty.sslContext.keyStorePassword=" + PASSWORD,
                "jetty.sslContext.trustStorePath=" + store,
                "jetty.sslContext.trustStorePassword=" + PASSWORD);
    }

    @Override
    public void close() throws Exception {
        process.close();
        Files.delete(store);
        Files.delete(store.getParent());
    }
}
