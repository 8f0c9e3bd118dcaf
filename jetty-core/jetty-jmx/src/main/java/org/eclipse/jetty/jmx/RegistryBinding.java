package org.eclipse.jetty.jmx;

import java.io.IOException;
import java.net.InetAddress;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.ExportException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The entry of a connector server in an RMI registry, which is started here if there is none. Confined to its server's lock. */
final class RegistryBinding {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryBinding.class);

    private final Registry registry;
    private final boolean own;
    private final int port;
    private final String name;

    private RegistryBinding(Registry registry, boolean own, int port, String name) {
        this.registry = registry;
        this.own = own;
        this.port = port;
        this.name = name;
    }

    /** Starts a registry at an address, or finds the one that is there. */
    static RegistryBinding open(
            RegistryAddress address, SslContextFactory.@Nullable Server ssl, @Nullable RMIClientSocketFactory clients)
            throws IOException {
        InetAddress host = address.host().isEmpty() ? null : InetAddress.getByName(address.host());
        BoundSocketFactory sockets = new BoundSocketFactory(host, ssl, address.port());
        try {
            Registry registry = LocateRegistry.createRegistry(address.port(), clients, sockets);
            return new RegistryBinding(registry, true, sockets.localPort(), address.name());
        } catch (ExportException x) {
            Registry registry = LocateRegistry.getRegistry(
                    address.host().isEmpty() ? null : address.host(), address.port(), clients);
            try {
                registry.list();
            } catch (IOException y) {
                x.addSuppressed(y);
                throw new IOException(
                        "port of the RMI registry: " + address.port() + " is taken (expected: a port that is"
                                + " free, or that of an RMI registry), set by jetty.jmxremote.rmiregistryport",
                        x);
            }
            LOG.debug("There is an RMI registry at port {}", address.port());
            return new RegistryBinding(registry, false, address.port(), address.name());
        }
    }

    int port() {
        return port;
    }

    void bind(Remote stub) throws IOException {
        registry.rebind(name, stub);
    }

    /** Takes the entry out, and ends the registry if it was started here. */
    void close() {
        try {
            if (own) {
                UnicastRemoteObject.unexportObject(registry, true);
            } else {
                registry.unbind(name);
            }
        } catch (IOException | NotBoundException x) {
            LOG.debug("The entry {} of the RMI registry is gone", name, x);
        }
    }
}
