package org.eclipse.jetty.xml;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Creates and configures objects as an XML file says.
 *
 * <pre>{@code
 * <Configure id="Server" class="org.eclipse.jetty.server.Server">
 *   <Set name="stopTimeout"><Property name="jetty.server.stopTimeout" default="5000"/></Set>
 *   <Call name="addConnector"><Arg><New class="..."/></Arg></Call>
 * </Configure>
 * }</pre>
 *
 * <p>Files that are configured one after the other share ids by {@link #getIdMap()} and properties by
 * {@link #getProperties()}. Not thread-safe.
 */
public class XmlConfiguration {
    private final Resource location;
    private final XmlParser.Node root;
    private final Map<String, Object> idMap;
    private final Map<String, String> properties;

    /** Reads the file. */
    public XmlConfiguration(Resource resource) throws SAXException, IOException {
        this(resource, null, null);
    }

    public XmlConfiguration(
            Resource resource, @Nullable Map<String, Object> idMap, @Nullable Map<String, String> properties)
            throws SAXException, IOException {
        this(resource, idMap, properties, new XmlParser());
    }

    /** @param parser may be used for many files, one after the other: to make one costs more than to parse a small file */
    XmlConfiguration(
            Resource resource,
            @Nullable Map<String, Object> idMap,
            @Nullable Map<String, String> properties,
            XmlParser parser)
            throws SAXException, IOException {
        this.location = resource;
        this.idMap = idMap == null ? new HashMap<>() : idMap;
        this.properties = properties == null ? new HashMap<>() : properties;
        try (InputStream in = resource.newInputStream()) {
            InputSource source = new InputSource(in);
            source.setSystemId(place(resource));
            root = parser.parse(source);
        }
        if (!"Configure".equals(root.getTag())) {
            throw new XmlConfigurationException(
                    root.getLocation() + ": unknown root element " + root.getTag() + " (expected: Configure)");
        }
    }

    /** Returns what messages call a file, and relative references start from: its URI, where it has one. */
    static String place(Resource file) {
        URI uri = file.getURI();
        return uri == null ? file.toString() : uri.toASCIIString();
    }

    /** The known objects by id. */
    public Map<String, Object> getIdMap() {
        return idMap;
    }

    public Map<String, String> getProperties() {
        return properties;
    }

    /** Defines the ids and properties that a file of a web application may use. */
    public void setJettyStandardIdsAndProperties(@Nullable Object server, @Nullable Path webapp) {
        if (server != null) {
            getIdMap().put("Server", server);
        }
        addPath("jetty.home", System.getProperty("jetty.home"));
        addPath("jetty.base", System.getProperty("jetty.base", System.getProperty("jetty.home")));
        if (webapp != null) {
            Path path = webapp.toAbsolutePath();
            getProperties().put("jetty.webapp", path.toString());
            Path parent = path.getParent();
            if (parent != null) {
                addPath("jetty.webapps", parent.toString());
            }
        }
    }

    private void addPath(String name, String value) {
        if (StringUtil.isBlank(value)) {
            return;
        }
        Path path = Path.of(value).toAbsolutePath().normalize();
        getProperties().put(name, path.toString());
        getProperties().put(name + ".uri", normalizeURI(path.toUri().toASCIIString()));
    }

    /** The URI of a directory without a slash at its end. */
    public static String normalizeURI(String uri) {
        return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    }

    /**
     * Configures this object.
     *
     * @throws XmlConfigurationException says where and why it failed
     */
    public Object configure(Object object) throws Exception {
        return new Evaluator(this).configure(object, root);
    }

    /** Configures the object of the file's id, or a new one of its class. */
    public @Nullable Object configure() throws Exception {
        return new Evaluator(this).configure(root);
    }

    /** A new object was made, and is configured next; a subclass may give it other defaults. */
    public void initializeDefaults(Object object) {}

    @Override
    public String toString() {
        return String.valueOf(location);
    }

    /** The path in the directory; an absolute one as it is, null for null or blank. */
    public static @Nullable String resolvePath(String dir, String destPath) {
        Path path = resolvedPath(dir, destPath);
        return path == null ? null : path.toString();
    }

    public static @Nullable Path resolvedPath(String dir, String destPath) {
        if (StringUtil.isBlank(destPath)) {
            return null;
        }
        if (destPath.startsWith("file:")) {
            return Path.of(URI.create(destPath));
        }
        return (StringUtil.isBlank(dir) ? Path.of("") : Path.of(dir)).resolve(destPath);
    }

    /** The paths of a list in the directory. */
    public static List<Path> csvSplitAndResolvePaths(String dir, String destPaths) {
        List<Path> paths = new ArrayList<>();
        if (StringUtil.isBlank(destPaths)) {
            return paths;
        }
        for (String path : StringUtil.csvSplit(destPaths)) {
            Path resolved = resolvedPath(dir, path);
            if (resolved != null) {
                paths.add(resolved);
            }
        }
        return paths;
    }

    /**
     * Reads property files, configures from XML files, and starts what they made.
     *
     * <p>Arguments, in any order: {@code name=value}, {@code file.properties}, {@code file.xml}, and {@code --env name}
     * after which {@code -cp path}, {@code -p path}, properties and files belong to that environment. When something does
     * not start, what was started is stopped again.
     */
    public static void main(String... args) throws Exception {
        try (ResourceFactory.Closeable factory = ResourceFactory.closeable()) {
            new Launcher(factory).launch(args);
        }
    }
}
