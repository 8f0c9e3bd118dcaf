package org.eclipse.jetty.maven;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;

/** Puts a server together around an application. Thread-safe. */
public final class ServerSupport {
    private ServerSupport() {}

    /**
     * Applies XML files to a server, in order; the objects that one names are known to the next ones.
     *
     * @throws Exception says which file failed where
     */
    public static void applyXml(Server server, List<Path> files) throws Exception {
        Map<String, Object> ids = new HashMap<>();
        ids.put("Server", server);
        for (Path file : files) {
            XmlConfiguration xml = xml("jettyXmls", file);
            xml.getIdMap().putAll(ids);
            xml.configure();
            ids.putAll(xml.getIdMap());
        }
    }

    /** @throws IllegalArgumentException if there is no such file; the message has the name of the setting */
    static XmlConfiguration xml(String setting, Path file) throws Exception {
        Resource resource = ResourceFactory.root().newResource(file);
        if (resource == null || !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(setting + ": " + file + " (expected: an existing XML file)");
        }
        return new XmlConfiguration(resource);
    }

    /** Adds the connector, unless the server has one already. */
    public static void connect(Server server, MavenServerConnector connector) {
        if (server.getConnectors().length == 0) {
            connector.addTo(server);
        }
    }

    /** Adds login services, which the application finds by their realm. */
    public static void addLoginServices(Server server, List<? extends LoginService> services) {
        services.forEach(service -> server.addBean(service, true));
    }

    /** Returns the contexts of a server; where it has none, they are put before the handler that it has. */
    public static ContextHandlerCollection contexts(Server server) {
        ContextHandlerCollection contexts = server.getDescendant(ContextHandlerCollection.class);
        if (contexts == null) {
            contexts = new ContextHandlerCollection();
            Handler present = server.getHandler();
            server.setHandler(new Handler.Sequence(contexts, present == null ? new DefaultHandler() : present));
        }
        return contexts;
    }

    /** Returns the port of the first connector that listens, or -1. */
    public static int localPort(Server server) {
        for (Connector connector : server.getConnectors()) {
            if (connector instanceof NetworkConnector network && network.getLocalPort() > 0) {
                return network.getLocalPort();
            }
        }
        return -1;
    }
}
