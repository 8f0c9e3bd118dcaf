package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Environment;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.eclipse.jetty.xml.XmlScope;
import org.jspecify.annotations.Nullable;

/**
 * Applies XML files to a context, with the ids and properties of the server, the properties of its environment and its own.
 *
 * <p>Confined to one deployment.
 */
public final class ContextXml {
    private final Server server;
    private final Map<String, Object> ids = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    /** Collects ids and properties; a later source overrides an earlier one. */
    public ContextXml(Server server, Environment environment, Attributes attributes) {
        this.server = server;
        if (server.getAttribute(XmlScope.ATTRIBUTE) instanceof XmlScope scope) {
            ids.putAll(scope.ids());
            properties.putAll(scope.properties());
        }
        addText(environment);
        addText(attributes);
    }

    private void addText(Attributes attributes) {
        for (String name : attributes.getAttributeNameSet()) {
            Object value = attributes.getAttribute(name);
            if (value instanceof String
                    || value instanceof Boolean
                    || value instanceof Number
                    || value instanceof Path) {
                properties.put(name, value.toString());
            }
        }
    }

    /** The class that a file makes its object of; null when it names none. */
    public static @Nullable String className(Path file) throws IOException {
        return XmlRoot.read(file).className();
    }

    /** Whether a file gives constructor arguments, so that only it can make its object. */
    public static boolean hasArguments(Path file) throws IOException {
        return XmlRoot.read(file).hasArguments();
    }

    /** Makes the object of a file. */
    public @Nullable Object configure(Path file) throws Exception {
        return open(file).configure();
    }

    /** Applies a file to an object that exists. */
    public Object apply(Path file, Object object) throws Exception {
        return open(file).configure(object);
    }

    /** Applies files to an object that exists, one after the other. */
    public void apply(List<Path> files, Object object) throws Exception {
        for (Path file : files) {
            apply(file, object);
        }
    }

    private XmlConfiguration open(Path file) throws Exception {
        Resource resource = ResourceFactory.root().newResource(file);
        if (resource == null) {
            throw new DeployException("Cannot read " + file);
        }
        XmlConfiguration configuration = new XmlConfiguration(resource);
        configuration.getIdMap().putAll(ids);
        configuration.getProperties().putAll(properties);
        configuration.setJettyStandardIdsAndProperties(server, file);
        return configuration;
    }
}
