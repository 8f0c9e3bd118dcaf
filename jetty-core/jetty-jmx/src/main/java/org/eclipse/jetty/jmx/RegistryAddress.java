package org.eclipse.jetty.jmx;

import java.net.MalformedURLException;
import java.rmi.registry.Registry;
import javax.management.remote.JMXServiceURL;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * Where an RMI registry listens, and the name of the connector server in it: the path
 * {@code /jndi/rmi://HOST:PORT/NAME} of a service URL.
 *
 * @param host the host; empty for all addresses
 * @param port the port; 0 for any free one
 * @param name the name
 */
record RegistryAddress(String host, int port, String name) {
    private static final String PREFIX = "/jndi/rmi://";

    /** The registry that a URL names, or null if it names none. */
    static @Nullable RegistryAddress of(JMXServiceURL url) {
        String path = url.getURLPath();
        if (!"rmi".equals(url.getProtocol()) || !path.startsWith(PREFIX)) {
            return null;
        }
        int slash = path.indexOf('/', PREFIX.length());
        String name = slash < 0 ? "" : path.substring(slash + 1);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("JMX service URL: " + url
                    + " (expected: a name in the registry, as in /jndi/rmi://localhost:1099/jmxrmi)");
        }
        String authority = path.substring(PREFIX.length(), slash);
        if (authority.isEmpty()) {
            return new RegistryAddress("", Registry.REGISTRY_PORT, name);
        }
        int colon = authority.endsWith("]") ? -1 : authority.lastIndexOf(':');
        String host = colon < 0 ? authority : authority.substring(0, colon);
        String port = colon < 0 ? "" : authority.substring(colon + 1);
        return new RegistryAddress(host.isEmpty() ? "" : HostPort.normalizeHost(host), port(port, url), name);
    }

    private static int port(String text, JMXServiceURL url) {
        if (text.isEmpty()) {
            return Registry.REGISTRY_PORT;
        }
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= 0xFFFF) {
                return port;
            }
        } catch (NumberFormatException x) {
            throw wrongPort(text, url, x);
        }
        throw wrongPort(text, url, null);
    }

    private static IllegalArgumentException wrongPort(String text, JMXServiceURL url, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "port of the RMI registry in " + url + ": " + text + " (expected: 0-65535)", cause);
    }

    /** The URL with the host and the ports in use. */
    JMXServiceURL url(String serverHost, int serverPort, int registryPort) throws MalformedURLException {
        String registryHost = host.isEmpty() ? "localhost" : host;
        return new JMXServiceURL(
                "rmi", serverHost, serverPort, PREFIX + registryHost + ":" + registryPort + "/" + name);
    }
}
