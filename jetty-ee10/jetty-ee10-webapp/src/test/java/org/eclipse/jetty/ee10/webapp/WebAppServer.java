package org.eclipse.jetty.ee10.webapp;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A server in memory that runs web applications, with the warnings that it logs. */
public abstract class WebAppServer {
    @TempDir
    protected Path temp;

    protected final Server server = new Server();
    protected final LocalConnector connector = new LocalConnector(server);
    protected final ContextHandlerCollection contexts = new ContextHandlerCollection();
    private final Warnings log = new Warnings();

    /** The texts only: an event keeps what it speaks of, and so classes of applications, from being collected. */
    private static final class Warnings extends AppenderBase<ILoggingEvent> {
        private final List<String> texts = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                texts.add(event.getFormattedMessage());
            }
        }
    }

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger("org.eclipse.jetty")).addAppender(log);
        server.addConnector(connector);
        server.setHandler(contexts);
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
        ((Logger) LoggerFactory.getLogger("org.eclipse.jetty")).detachAppender(log);
    }

    protected WebAppContext deploy(Path war, String contextPath) {
        WebAppContext context = new WebAppContext(war.toString(), contextPath);
        contexts.addHandler(context);
        return context;
    }

    /** Writes the files as a directory and starts it as /app. */
    protected WebAppContext start(WarFiles files) throws Exception {
        WebAppContext context = deploy(files.directory(temp.resolve("app")), "/app");
        server.start();
        return context;
    }

    protected String get(String path) throws Exception {
        // the first request of a page waits for the compiler
        return connector.getResponse(
                "GET " + path + " HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n", 60, TimeUnit.SECONDS);
    }

    protected static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    protected static int status(String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    protected List<String> warnings() {
        return List.copyOf(log.texts);
    }
}
