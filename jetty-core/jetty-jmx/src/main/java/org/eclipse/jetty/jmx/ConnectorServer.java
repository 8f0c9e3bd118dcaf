package org.eclipse.jetty.jmx;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.management.remote.rmi.RMIJRMPServerImpl;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts remote clients of JMX, such as jconsole, by RMI; starts the RMI registry that its URL names if there is none.
 *
 * <pre>
 * new ConnectorServer(
 *         new JMXServiceURL("service:jmx:rmi://localhost:1099/jndi/rmi://localhost:1099/jmxrmi"),
 *         "org.eclipse.jetty.jmx:name=rmiconnectorserver");
 * </pre>
 *
 * <p>Registry and server listen at the hosts of the URL only, at all addresses where a host is empty; port 0 is any free one.
 * RMI tells clients a host to connect to: that of the first URL of this JVM, unless the system property
 * {@code java.rmi.server.hostname} is set. Without a password file, a login configuration or an authenticator, everyone who
 * reaches the port controls the server; a warning says so unless the address is a loopback one. Guarded by its lock.
 */
public class ConnectorServer extends ContainerLifeCycle {
    /** The attribute for the socket factory by which clients reach a registry. */
    public static final String RMI_REGISTRY_CLIENT_SOCKET_FACTORY_ATTRIBUTE = "com.sun.jndi.rmi.factory.socket";

    private static final Logger LOG = LoggerFactory.getLogger(ConnectorServer.class);
    private static final String PASSWORD_FILE = "jmx.remote.x.password.file";
    private static final String ACCESS_FILE = "jmx.remote.x.access.file";
    private static final String LOGIN_CONFIG = "jmx.remote.x.login.config";
    private static final String RMI_HOST = "java.rmi.server.hostname";

    private final JMXServiceURL url;
    private final Map<String, Object> environment = new HashMap<>();
    private @Nullable String objectName;
    private SslContextFactory.@Nullable Server sslContextFactory;
    private @Nullable JMXServiceURL address;
    private @Nullable JMXConnectorServer server;
    private @Nullable ObjectName registeredName;
    private @Nullable RegistryBinding registry;

    /** Accepts clients at a URL, shown by an MBean of a name; null for none. */
    public ConnectorServer(JMXServiceURL url, String objectName) {
        this(url, null, objectName);
    }

    /** Accepts clients at a URL, with attributes of {@link JMXConnectorServer}. */
    public ConnectorServer(JMXServiceURL url, @Nullable Map<String, ?> environment, @Nullable String objectName) {
        this(url, environment, objectName, null);
    }

    /**
     * Accepts clients at a URL.
     *
     * @param environment attributes of {@link JMXConnectorServer}
     * @param objectName the name of the MBean that shows this
     * @param sslContextFactory the settings of TLS, which are started and stopped here unless something else does; null for clear text
     * @throws IllegalArgumentException if the URL names no entry of a registry, or a wrong port
     */
    public ConnectorServer(
            JMXServiceURL url,
            @Nullable Map<String, ?> environment,
            @Nullable String objectName,
            SslContextFactory.@Nullable Server sslContextFactory) {
        RegistryAddress.of(url);
        this.url = url;
        if (environment != null) {
            this.environment.putAll(environment);
        }
        this.objectName = objectName;
        this.sslContextFactory = sslContextFactory;
        updateBean(null, sslContextFactory);
    }

    /**
     * The URL of a connector server and its entry {@code jmxrmi} in a registry.
     *
     * @param serverHost the address to listen at; empty for all
     * @param serverPort the port, 0 for any free one; it may be that of the registry
     * @param registryHost the address of the registry; empty for all
     * @param registryPort the port of the registry, 0 for any free one
     */
    public static JMXServiceURL rmiAddress(String serverHost, int serverPort, String registryHost, int registryPort)
            throws MalformedURLException {
        checkPort("jetty.jmxremote.rmiserverport", serverPort);
        checkPort("jetty.jmxremote.rmiregistryport", registryPort);
        String path = "/jndi/rmi://" + registryHost + ":" + registryPort + "/jmxrmi";
        return new JMXServiceURL("rmi", serverHost, serverPort, path);
    }

    private static void checkPort(String property, int port) {
        if (port < 0 || port > 0xFFFF) {
            throw new IllegalArgumentException(property + ": " + port + " (expected: 0-65535)");
        }
    }

    /**
     * Sets the file of names and passwords of clients, in the format of the JDK's {@code jmxremote.password}. The start fails
     * if it cannot be read, and takes the right to read it from all but its owner.
     */
    public void setPasswordFile(String file) {
        putAttribute(PASSWORD_FILE, file);
    }

    /** Sets the file of names and rights of clients, in the format of the JDK's {@code jmxremote.access}. */
    public void setAccessFile(String file) {
        putAttribute(ACCESS_FILE, file);
    }

    /** The URL; once started, that by which clients reach it. */
    public synchronized JMXServiceURL getAddress() {
        return address == null ? url : address;
    }

    /** Sets an attribute of {@link JMXConnectorServer}, for the next start. */
    public synchronized void putAttribute(String name, Object value) {
        environment.put(name, value);
    }

    public synchronized @Nullable String getObjectName() {
        return objectName;
    }

    public synchronized void setObjectName(String objectName) {
        this.objectName = objectName;
    }

    public synchronized SslContextFactory.@Nullable Server getSslContextFactory() {
        return sslContextFactory;
    }

    public synchronized void setSslContextFactory(SslContextFactory.Server sslContextFactory) {
        // without a connector that uses them, too, nothing else starts the settings of TLS
        updateBean(this.sslContextFactory, sslContextFactory);
        this.sslContextFactory = sslContextFactory;
    }

    @Override
    public void doStart() throws Exception {
        super.doStart();
        try {
            open();
        } catch (Exception x) {
            close();
            super.doStop();
            throw x;
        }
    }

    @Override
    public void doStop() throws Exception {
        close();
        super.doStop();
    }

    private synchronized void open() throws Exception {
        if ("rmi".equals(url.getProtocol())) {
            openRmi();
        } else {
            MBeanServer mbeans = ManagementFactory.getPlatformMBeanServer();
            address = start(JMXConnectorServerFactory.newJMXConnectorServer(url, new HashMap<>(environment), mbeans))
                    .getAddress();
        }
        LOG.info("JMX at {}", address);
    }

    private void openRmi() throws Exception {
        Map<String, Object> attributes = new HashMap<>(environment);
        if (attributes.get(ACCESS_FILE) instanceof String file) {
            CredentialFile.check(file);
        }
        if (attributes.get(PASSWORD_FILE) instanceof String file) {
            CredentialFile.check(file);
            CredentialFile.protect(file);
        }
        // what clients send before they are authenticated is text only
        attributes.putIfAbsent(RMIConnectorServer.CREDENTIALS_FILTER_PATTERN, "java.lang.String;!*");
        InetAddress host = url.getHost().isEmpty() ? null : InetAddress.getByName(url.getHost());
        if (host != null && !host.isAnyLocalAddress() && StringUtil.isBlank(System.getProperty(RMI_HOST))) {
            System.setProperty(RMI_HOST, url.getHost());
        }
        warnOfOpenDoor(attributes, host);
        BoundSocketFactory sockets = new BoundSocketFactory(host, sslContextFactory, url.getPort());
        attributes.putIfAbsent(RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE, sockets);
        if (sslContextFactory != null) {
            RMIClientSocketFactory clients = new SslRMIClientSocketFactory();
            attributes.putIfAbsent(RMIConnectorServer.RMI_CLIENT_SOCKET_FACTORY_ATTRIBUTE, clients);
            attributes.putIfAbsent(RMI_REGISTRY_CLIENT_SOCKET_FACTORY_ATTRIBUTE, clients);
        }
        RegistryAddress registryAddress = RegistryAddress.of(url);
        if (registryAddress != null) {
            registry = RegistryBinding.open(registryAddress, sslContextFactory, (RMIClientSocketFactory)
                    attributes.get(RMI_REGISTRY_CLIENT_SOCKET_FACTORY_ATTRIBUTE));
        }
        RMIJRMPServerImpl rmi = new RMIJRMPServerImpl(
                url.getPort(),
                (RMIClientSocketFactory) attributes.get(RMIConnectorServer.RMI_CLIENT_SOCKET_FACTORY_ATTRIBUTE),
                (RMIServerSocketFactory) attributes.get(RMIConnectorServer.RMI_SERVER_SOCKET_FACTORY_ATTRIBUTE),
                attributes);
        // without the registry: its entry is made here, which needs no connection, nor trust in the own certificate
        JMXServiceURL direct = new JMXServiceURL("rmi", url.getHost(), url.getPort());
        JMXConnectorServer made =
                start(new RMIConnectorServer(direct, attributes, rmi, ManagementFactory.getPlatformMBeanServer()));
        if (registry == null || registryAddress == null) {
            address = made.getAddress();
        } else {
            registry.bind(rmi.toStub());
            int port = sockets.localPort() > 0 ? sockets.localPort() : url.getPort();
            address = registryAddress.url(url.getHost(), port, registry.port());
        }
    }

    private JMXConnectorServer start(JMXConnectorServer made) throws IOException, JMException {
        server = made;
        if (objectName != null) {
            registeredName = ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(made, new ObjectName(objectName))
                    .getObjectName();
        }
        made.start();
        return made;
    }

    private static void warnOfOpenDoor(Map<String, Object> attributes, @Nullable InetAddress host) {
        boolean authenticated = attributes.get(JMXConnectorServer.AUTHENTICATOR) != null
                || attributes.get(PASSWORD_FILE) != null
                || attributes.get(LOGIN_CONFIG) != null;
        if (!authenticated && (host == null || !host.isLoopbackAddress())) {
            LOG.warn(
                    "JMX at {} without authentication: everyone who reaches it controls this server. Enable the module"
                            + " jmx-remote-auth, or set jetty.jmxremote.rmiserverhost=localhost",
                    host == null ? "all addresses" : host.getHostAddress());
        }
    }

    private synchronized void close() {
        if (registry != null) {
            registry.close();
            registry = null;
        }
        if (server != null) {
            try {
                server.stop();
            } catch (IOException x) {
                LOG.warn("Unable to stop JMX at {}", address, x);
            }
            server = null;
        }
        if (registeredName != null) {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(registeredName);
            } catch (JMException x) {
                LOG.warn("Unable to unregister {}", registeredName, x);
            }
            registeredName = null;
        }
        address = null;
    }

    @Override
    public String toString() {
        return super.toString() + "[" + getAddress() + "]";
    }
}
