package org.eclipse.jetty.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.server.internal.restart.InheritedListener;
import org.eclipse.jetty.server.internal.restart.Successor;
import org.eclipse.jetty.server.internal.restart.Takeover;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.component.SystemdNotifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the process of a server by a new one, without losing a request: the command {@code restart} of the
 * {@link ShutdownService}.
 *
 * <pre>
 * old process                                        new process
 * starts the new process, which inherits the    --&gt;  reads the configuration, takes the sockets instead of binding,
 *   listening sockets (it goes on serving)           deploys and starts all applications, accepts
 *                                               &lt;--  "I serve"
 * closes the port of ShutdownService            --&gt;  opens it
 * accepts no more; answers with Connection: close
 *   (GOAWAY), until no connection is left
 * stops, and exits
 * </pre>
 *
 * <p>Each socket has one queue of connections, which both accept from for a while, and which never closes: no connection in it is
 * reset. When the new process does not come to serve, the old one goes on as before.
 *
 * <p>A process can inherit a socket in place of its standard input and of each of its outputs: up to three, if an output can be had
 * again ({@code InheritedOutputs}), else that of the first connector. Connectors beyond that
 * share their port ({@code SO_REUSEPORT}), which is set for that moment; the old process accepts until its own queue is empty, and
 * closes. A connection that comes into that queue in this instant is reset, unless the system moves it ({@code
 * net.ipv4.tcp_migrate_req=1} on Linux), which is logged as a warning.
 *
 * <p>Thread-safe; one restart at a time.
 */
@ManagedObject("Replaces the process of the server by a new one")
public class RestartService extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(RestartService.class);

    /** For so long no connection must be there: one that was just accepted is not yet known to the connector. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Server server;
    private final ShutdownService shutdown;
    private volatile long startTimeout = 60_000;
    private volatile long drainTimeout = 30_000;

    /**
     * @param server the server
     * @param shutdown takes the command
     */
    public RestartService(@Name("server") Server server, @Name("shutdown") ShutdownService shutdown) {
        this.server = Objects.requireNonNull(server);
        this.shutdown = Objects.requireNonNull(shutdown);
        // what is bound before it can be served is lost when the start fails
        if (Takeover.isPending()) {
            server.setOpenEarly(false);
        }
        shutdown.addCommand("restart", this::restart);
    }

    @ManagedAttribute("Milliseconds for which a new process may take to serve")
    public long getStartTimeout() {
        return startTimeout;
    }

    public void setStartTimeout(long milliseconds) {
        startTimeout = milliseconds;
    }

    @ManagedAttribute("Milliseconds for which the old process waits for its connections to end")
    public long getDrainTimeout() {
        return drainTimeout;
    }

    public void setDrainTimeout(long milliseconds) {
        drainTimeout = milliseconds;
    }

    /** Before connectors start: gives them the listening sockets of the old process, if there is one. */
    @Override
    protected void doStart() throws Exception {
        if (Takeover.isPending()) {
            takeOver();
            server.addEventListener(new LifeCycle.Listener() {
                @Override
                public void lifeCycleStarted(LifeCycle event) {
                    tell();
                }
            });
        } else if (shutdown.getPort() < 0) {
            LOG.warn("The server cannot be told to restart: set jetty.shutdown.port");
        }
        super.doStart();
    }

    private void takeOver() throws IOException {
        InheritedListener inherited = InheritedListener.open();
        List<ServerConnector> free = connectors();
        for (int descriptor : Takeover.descriptors()) {
            ServerSocketChannel listener = inherited.inherited(descriptor);
            ServerConnector chosen = choose(free, listener.socket().getLocalPort());
            if (chosen == null) {
                int port = listener.socket().getLocalPort();
                listener.close();
                throw new IOException("the old process hands over the port " + port
                        + ", which no connector has: after a change of ports, stop and start the server instead");
            }
            free.remove(chosen);
            chosen.open(listener);
            LOG.info("Taking over {}", listener);
        }
        // the old process still listens there
        for (ServerConnector connector : free) {
            connector.setReusePort(true);
        }
    }

    /** Sockets come in the order of their connectors: the first that has the port, or any port, is it. */
    private static @Nullable ServerConnector choose(List<ServerConnector> connectors, int port) {
        for (ServerConnector connector : connectors) {
            if (connector.getPort() == port) {
                return connector;
            }
        }
        for (ServerConnector connector : connectors) {
            if (connector.getPort() == 0) {
                return connector;
            }
        }
        return null;
    }

    private void tell() {
        try {
            Takeover.tell();
            shutdown.start();
        } catch (IOException x) {
            LOG.warn("Unable to tell the old process that this one serves, or to listen in its place", x);
        }
    }

    private List<ServerConnector> connectors() {
        List<ServerConnector> connectors = new ArrayList<>();
        for (Connector connector : server.getConnectors()) {
            if (connector instanceof ServerConnector network) {
                connectors.add(network);
            }
        }
        return connectors;
    }

    private void restart(OutputStream answer) throws IOException {
        try {
            List<ServerConnector> connectors = checked();
            InheritedListener inherited = InheritedListener.open();
            try (Successor successor = new Successor()) {
                int shared = replace(successor, inherited, connectors);
                answer.write(("Restarted " + successor.pid() + "\r\n").getBytes(StandardCharsets.UTF_8));
                // the JVM must not end before the server has stopped, and this thread, of the service, is a daemon
                Thread leaving = new Thread(() -> leave(connectors, shared), "RestartService");
                leaving.setDaemon(false);
                leaving.start();
            }
        } catch (IOException | RuntimeException x) {
            LOG.warn("Unable to restart: {}; this process goes on", x.getMessage());
            LOG.debug("unable to restart", x);
            answer.write(("Failed: " + x.getMessage() + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<ServerConnector> checked() throws IOException {
        if (!server.isStarted()) {
            throw new IOException("the server is not started, but " + server.getState());
        }
        for (Connector connector : server.getConnectors()) {
            if (!(connector instanceof ServerConnector network) || !network.isOpen()) {
                throw new IOException(connector + " cannot be handed over (expected: an open ServerConnector)");
            }
        }
        List<ServerConnector> connectors = connectors();
        if (connectors.isEmpty()) {
            throw new IOException("the server has no connector");
        }
        return connectors;
    }

    /** Returns, when the new process serves, how many of the sockets it has inherited. */
    private int replace(Successor successor, InheritedListener inherited, List<ServerConnector> connectors)
            throws IOException {
        List<ServerSocketChannel> listeners = new ArrayList<>();
        for (ServerConnector connector : connectors) {
            listeners.add((ServerSocketChannel) connector.getTransport());
        }
        LOG.info("Restart: starting a new process, which takes over {}", listeners);
        int shared = successor.capacity(listeners.size());
        List<ServerSocketChannel> others = listeners.subList(shared, listeners.size());
        for (ServerSocketChannel listener : others) {
            listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        }
        if (!others.isEmpty()) {
            LOG.warn(
                    "Restart: {} cannot be inherited by the new process, and so shares the port: a connection may be reset"
                            + " while this one closes it",
                    others);
        }
        try {
            successor.start(inherited, listeners.subList(0, shared));
            successor.awaitServing(startTimeout);
            shutdown.stop();
            successor.release();
            return shared;
        } catch (IOException | RuntimeException x) {
            successor.kill();
            throw x;
        }
    }

    private void leave(List<ServerConnector> connectors, int shared) {
        try {
            server.setAttribute(SystemdNotifier.REPLACED_ATTRIBUTE, true);
            LOG.info("Restart: the new process serves; this one leaves when its connections have ended");
            for (int i = 0; i < connectors.size(); i++) {
                connectors.get(i).stopAccepting(i < shared);
            }
            for (ServerConnector connector : connectors) {
                connector.shutdown();
            }
            if (!awaitQuiet(connectors)) {
                LOG.warn("Restart: leaving although connections are open after {} ms", drainTimeout);
            }
            server.stop();
        } catch (Exception x) {
            LOG.warn("Restart: the old process did not stop in order", x);
        } finally {
            shutdown.exit("restart");
        }
    }

    private boolean awaitQuiet(List<ServerConnector> connectors) {
        long now = System.nanoTime();
        long end = now + TimeUnit.MILLISECONDS.toNanos(drainTimeout);
        long quietSince = now;
        while (now - end < 0) {
            for (ServerConnector connector : connectors) {
                if (!connector.getConnectedEndPoints().isEmpty()) {
                    quietSince = now;
                }
            }
            if (now - quietSince >= QUIET_NANOS) {
                return true;
            }
            LockSupport.parkNanos(POLL_NANOS);
            now = System.nanoTime();
        }
        return false;
    }
}
