package org.eclipse.jetty.maven;

import java.io.IOException;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ShutdownService;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server in the JVM of Maven. Guarded by lock. */
public final class EmbeddedDeployment implements Deployment {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDeployment.class);

    /** Sets a context up before each of its starts. */
    @FunctionalInterface
    public interface Preparation {
        /** @param server the server that will start it */
        void prepare(Server server) throws Exception;
    }

    /**
     * What only a server in this JVM can have.
     *
     * @param server the server; null for a new one
     * @param contexts other contexts beside the application
     * @param loginServices login services for all contexts
     * @param requestLog the log of requests
     */
    public record Parts(
            @Nullable Server server,
            List<? extends ContextHandler> contexts,
            List<? extends LoginService> loginServices,
            @Nullable RequestLog requestLog) {}

    private final ServerSettings settings;
    private final Parts parts;
    private final ContextHandler application;
    private final Preparation preparation;
    private final ClassLoader loader;
    private final Server server;
    private @Nullable ShutdownService shutdown;
    private boolean stopped;

    /** @param loader the loader of the server's classes, under which the application finds those that it may see */
    public EmbeddedDeployment(
            ServerSettings settings,
            Parts parts,
            ContextHandler application,
            Preparation preparation,
            ClassLoader loader) {
        this.settings = settings;
        this.parts = parts;
        this.application = application;
        this.preparation = preparation;
        this.loader = loader;
        server = parts.server() == null ? new Server() : parts.server();
    }

    @Override
    public synchronized int start() throws MojoExecutionException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            ServerSupport.applyXml(server, settings.jettyXmls());
            ServerSupport.connect(server, settings.connector());
            ServerSupport.addLoginServices(server, parts.loginServices());
            if (parts.requestLog() != null) {
                server.setRequestLog(parts.requestLog());
            }
            ContextHandlerCollection contexts = ServerSupport.contexts(server);
            parts.contexts().forEach(contexts::addHandler);
            preparation.prepare(server);
            contexts.addHandler(application);
            server.setStopAtShutdown(true);
            listenForStop();
            server.start();
            return ServerSupport.localPort(server);
        } catch (Throwable x) {
            stopQuietly();
            throw new MojoExecutionException("The server did not start: " + x.getMessage(), x);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private void listenForStop() throws IOException {
        if (settings.stopPort() > 0) {
            ShutdownService service = new ShutdownService(null, settings.stopPort(), settings.stopKey(), false) {
                @Override
                protected void print(String line) {
                    LOG.debug("{}", line);
                }
            };
            shutdown = service;
            service.addComponent(server);
            service.start();
        }
    }

    @Override
    public synchronized void redeploy() {
        if (stopped) {
            return;
        }
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            application.stop();
            preparation.prepare(server);
            application.start();
        } catch (Throwable x) {
            LOG.error("The application did not start again; the next change is another chance", x);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Override
    public void join() throws InterruptedException {
        server.join();
    }

    @Override
    public synchronized void stop() throws MojoExecutionException {
        try {
            stopped = true;
            if (shutdown != null) {
                shutdown.stop();
            }
            server.stop();
        } catch (Exception x) {
            throw new MojoExecutionException("The server did not stop: " + x.getMessage(), x);
        }
    }

    private void stopQuietly() {
        try {
            stop();
        } catch (MojoExecutionException x) {
            LOG.debug("After a failed start", x);
        }
    }
}
