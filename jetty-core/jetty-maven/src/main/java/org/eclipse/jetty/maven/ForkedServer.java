package org.eclipse.jetty.maven;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ShutdownService;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;

/** The program of a forked JVM: a server with the application of a goal. Confined to its process. */
public final class ForkedServer {
    /** The line of the standard input upon which the application is made again from its XML file. */
    static final String REDEPLOY = "redeploy";

    private final ForkSettings settings;
    private final Server server = new Server();

    private ForkedServer(ForkSettings settings) {
        this.settings = settings;
    }

    /** @param args the file with its settings */
    public static void main(String... args) throws Exception {
        if (args.length != 1) {
            System.err.println("ForkedServer: " + args.length + " arguments (expected: the file with its settings)");
            System.exit(2);
        }
        try {
            new ForkedServer(ForkSettings.read(Path.of(args[0]))).run();
        } catch (Throwable x) {
            x.printStackTrace();
            System.exit(1);
        }
    }

    private void run() throws Exception {
        ServerSupport.applyXml(server, settings.jettyXmls());
        MavenServerConnector connector = new MavenServerConnector();
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setName(settings.name());
        connector.setIdleTimeout(settings.idleTimeout());
        ServerSupport.connect(server, connector);
        ContextHandlerCollection contexts = ServerSupport.contexts(server);
        ContextHandler application = make();
        contexts.addHandler(application);
        server.setStopAtShutdown(true);
        if (settings.stopPort() > 0) {
            ShutdownService shutdown = new ShutdownService(null, settings.stopPort(), settings.stopKey(), true);
            shutdown.addComponent(server);
            shutdown.start();
        }
        server.start();
        Path part = settings.started().resolveSibling(settings.started().getFileName() + ".part");
        Files.writeString(part, Integer.toString(ServerSupport.localPort(server)));
        Files.move(part, settings.started(), StandardCopyOption.REPLACE_EXISTING);
        if (settings.commands()) {
            follow(contexts, application);
            System.exit(0);
        }
        server.join();
    }

    private ContextHandler make() throws Exception {
        if (ServerSupport.xml("context", settings.context()).configure() instanceof ContextHandler made) {
            return made;
        }
        throw new IllegalArgumentException("context: " + settings.context() + " (expected: one that makes a context)");
    }

    /** Does what the process that forked this one says, until that ends. */
    private void follow(ContextHandlerCollection contexts, ContextHandler first) throws Exception {
        ContextHandler application = first;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals(REDEPLOY)) {
                application = redeploy(contexts, application);
            }
        }
    }

    /** Returns the application that the next one replaces. */
    private ContextHandler redeploy(ContextHandlerCollection contexts, ContextHandler before) {
        ContextHandler application = before;
        try {
            ContextHandler next = make();
            before.stop();
            contexts.removeHandler(before);
            before.destroy();
            application = next;
            contexts.addHandler(next);
            next.start();
        } catch (Throwable x) {
            // the next change is another chance
            x.printStackTrace();
        }
        return application;
    }
}
