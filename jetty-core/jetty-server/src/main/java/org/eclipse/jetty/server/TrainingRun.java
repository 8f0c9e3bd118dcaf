package org.eclipse.jetty.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uses a server that is started only for the JVM to see what it loads: asks every context for its first page, by every connector
 * without TLS, and ends the JVM. A listener of the server ({@code --train} of start.jar adds it). Thread-safe.
 */
public class TrainingRun implements LifeCycle.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(TrainingRun.class);
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int ROUNDS = 3;

    private final Server server;

    public TrainingRun(Server server) {
        this.server = Objects.requireNonNull(server);
    }

    @Override
    public void lifeCycleStarted(LifeCycle event) {
        // in a thread of its own, as the one that starts the server has to be left to do so
        if (event == server) {
            new Thread(this::run, "TrainingRun").start();
        }
    }

    private void run() {
        Set<String> paths = new LinkedHashSet<>();
        for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
            String path = context.getContext().getContextPath();
            paths.add(path.endsWith("/") ? path : path + "/");
        }
        if (paths.isEmpty()) {
            paths.add("/");
        }
        for (Connector connector : server.getConnectors()) {
            if (connector instanceof ServerConnector tcp
                    && connector.getDefaultConnectionFactory() instanceof HttpConnectionFactory) {
                for (int i = 0; i < ROUNDS; i++) {
                    for (String path : paths) {
                        get(tcp, path);
                    }
                }
            }
        }
        exit();
    }

    private static void get(ServerConnector connector, String path) {
        try (Socket socket = new Socket()) {
            InetAddress address = connector.getHost() == null
                    ? InetAddress.getLoopbackAddress()
                    : InetAddress.getByName(connector.getHost());
            socket.connect(new InetSocketAddress(address, connector.getLocalPort()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            try (InputStream in = socket.getInputStream()) {
                in.readAllBytes();
            }
        } catch (IOException x) {
            LOG.warn("no answer of {} by {}", path, connector, x);
        }
    }

    /** Ends the JVM, which stops the server in order. */
    protected void exit() {
        System.exit(0);
    }
}
