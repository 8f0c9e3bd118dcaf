package org.eclipse.jetty.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.net.ssl.SSLContext;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectorServerTest {
    private static final String NAME = "org.eclipse.jetty.jmx:name=rmiconnectorserver";
    private ConnectorServer server;

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.stop();
        }
    }

    private JMXServiceURL start() throws Exception {
        server = new ConnectorServer(ConnectorServer.rmiAddress("localhost", 0, "localhost", 0), NAME);
        server.start();
        return server.getAddress();
    }

    @Test
    void clientReadsAttributesByTheUrlOfTheStartedServer() throws Exception {
        JMXServiceURL url = start();
        assertThat(url.getPort()).isPositive();
        assertThat(url.toString()).matches("service:jmx:rmi://localhost:\\d+/jndi/rmi://localhost:\\d+/jmxrmi");
        try (JMXConnector client = JMXConnectorFactory.connect(url)) {
            MBeanServerConnection connection = client.getMBeanServerConnection();
            assertThat(connection.isRegistered(new ObjectName(NAME))).isTrue();
        }
        server.stop();
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName(NAME)))
                .isFalse();
        assertThatThrownBy(() -> JMXConnectorFactory.connect(url)).isInstanceOf(IOException.class);
    }

    @Test
    void startsAgainAfterAStop() throws Exception {
        start();
        server.stop();
        server.start();
        JMXConnectorFactory.connect(server.getAddress()).close();
    }

    @Test
    void serverWithoutARegistryIsReachedByItsStub() throws Exception {
        server = new ConnectorServer(new JMXServiceURL("service:jmx:rmi://localhost"), null);
        server.start();
        assertThat(server.getAddress().getURLPath()).startsWith("/stub/");
        JMXConnectorFactory.connect(server.getAddress()).close();
    }

    @Test
    void secondServerUsesTheRegistryOfTheFirst() throws Exception {
        JMXServiceURL first = start();
        int registry = Integer.parseInt(first.getURLPath().replaceAll(".*:(\\d+)/.*", "$1"));
        ConnectorServer second = new ConnectorServer(
                new JMXServiceURL("rmi", "localhost", 0, "/jndi/rmi://localhost:" + registry + "/other"), null);
        second.start();
        try {
            JMXConnectorFactory.connect(second.getAddress()).close();
        } finally {
            second.stop();
        }
        JMXConnectorFactory.connect(first).close();
    }

    @Test
    void portThatIsTakenFailsTheStartWithTheProperty() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("localhost"))) {
            // what listens there is no registry: it ends each connection
            Thread closer = new Thread(() -> {
                try {
                    while (true) {
                        taken.accept().close();
                    }
                } catch (IOException x) {
                    assertThat(taken.isClosed()).isTrue();
                }
            });
            closer.start();
            server = new ConnectorServer(
                    ConnectorServer.rmiAddress("localhost", 0, "localhost", taken.getLocalPort()), null);
            assertThatThrownBy(server::start)
                    .hasMessageContaining(taken.getLocalPort() + " is taken")
                    .hasMessageContaining("jetty.jmxremote.rmiregistryport");
            assertThat(server.isFailed()).isTrue();
            taken.close();
            closer.join();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "service:jmx:rmi:///jndi/rmi://localhost:1099",
                "service:jmx:rmi:///jndi/rmi://localhost:1099/",
                "service:jmx:rmi:///jndi/rmi://localhost:http/jmxrmi",
                "service:jmx:rmi:///jndi/rmi://localhost:65536/jmxrmi"
            })
    void urlWithoutAnEntryOrWithAWrongPortIsRefused(String url) {
        assertThatThrownBy(() -> new ConnectorServer(new JMXServiceURL(url), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: ");
    }

    @Test
    void portOutOfRangeIsRefusedByItsProperty() {
        assertThatThrownBy(() -> ConnectorServer.rmiAddress("localhost", 65536, "localhost", 1099))
                .hasMessage("jetty.jmxremote.rmiserverport: 65536 (expected: 0-65535)");
    }

    @Test
    void usersLogInAndHaveTheirRights(@TempDir Path folder) throws Exception {
        Path passwords = Files.writeString(folder.resolve("passwords"), "reader r3ader\nwriter wr1ter\n");
        Path access = Files.writeString(folder.resolve("access"), "reader readonly\nwriter readwrite\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-r--r--"));
        server = new ConnectorServer(ConnectorServer.rmiAddress("localhost", 0, "localhost", 0), null);
        server.setPasswordFile(passwords.toString());
        server.setAccessFile(access.toString());
        server.start();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(passwords)))
                .isEqualTo("rw-------");
        JMXServiceURL url = server.getAddress();
        assertThatThrownBy(() -> JMXConnectorFactory.connect(url)).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> JMXConnectorFactory.connect(url, credentials("reader", "wrong")))
                .isInstanceOf(SecurityException.class);
        ObjectName memory = new ObjectName("java.lang:type=Memory");
        try (JMXConnector client = JMXConnectorFactory.connect(url, credentials("reader", "r3ader"))) {
            MBeanServerConnection connection = client.getMBeanServerConnection();
            assertThat(connection.getAttribute(memory, "Verbose")).isNotNull();
            assertThatThrownBy(() -> connection.invoke(memory, "gc", null, null))
                    .isInstanceOf(SecurityException.class);
        }
        try (JMXConnector client = JMXConnectorFactory.connect(url, credentials("writer", "wr1ter"))) {
            client.getMBeanServerConnection().invoke(memory, "gc", null, null);
        }
    }

    private static Map<String, ?> credentials(String user, String password) {
        return Map.of(JMXConnector.CREDENTIALS, new String[] {user, password});
    }

    @Test
    void clientsConnectWithinTls(@TempDir Path folder) throws Exception {
        File keyStore = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), "storepwd");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore.toString());
        tls.setKeyStorePassword("storepwd");
        SslContextFactory.Client trusting = new SslContextFactory.Client();
        trusting.setTrustStorePath(keyStore.toString());
        trusting.setTrustStorePassword("storepwd");
        trusting.setEndpointIdentificationAlgorithm(null);
        trusting.start();
        SSLContext before = SSLContext.getDefault();
        SSLContext.setDefault(trusting.getSslContext());
        try {
            server = new ConnectorServer(ConnectorServer.rmiAddress("localhost", 0, "localhost", 0), null);
            server.setSslContextFactory(tls);
            server.start();
            // a client must know that the registry speaks TLS
            assertThatThrownBy(() -> JMXConnectorFactory.connect(server.getAddress()))
                    .isInstanceOf(IOException.class);
            JMXConnectorFactory.connect(
                            server.getAddress(),
                            Map.of(
                                    ConnectorServer.RMI_REGISTRY_CLIENT_SOCKET_FACTORY_ATTRIBUTE,
                                    new SslRMIClientSocketFactory()))
                    .close();
            server.stop();
            assertThat(tls.isStopped()).isTrue();
        } finally {
            SSLContext.setDefault(before);
            trusting.stop();
        }
    }

    @Test
    void fileOfUsersThatIsMissingIsRefused() throws Exception {
        server = new ConnectorServer(ConnectorServer.rmiAddress("localhost", 0, "localhost", 0), null);
        server.setPasswordFile("/none/jmxremote.password");
        assertThatThrownBy(server::start).hasMessage("/none/jmxremote.password (expected: a file that can be read)");
    }
}
