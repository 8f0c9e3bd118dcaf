package org.eclipse.jetty.ee10.webapp;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee.webapp.LibraryContents;
import org.eclipse.jetty.ee.webapp.SharedIndexes;
import org.eclipse.jetty.ee.webapp.TagLibrary;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the libraries that take part in the application, its own and those of the server that match a pattern, and what
 * they bring: fragments, META-INF/resources (Servlet section 4.6) and tag libraries. Each archive is read once for all
 * applications. Thread-safe.
 */
public class MetaInfConfiguration extends AbstractConfiguration {
    /** The attribute with regular expressions, separated by commas, of URIs of server libraries; none match by default. */
    public static final String CONTAINER_JAR_PATTERN = LibraryPatterns.CONTAINER;

    /** The attribute with regular expressions, separated by commas, of the application's libraries; all by default. */
    public static final String WEBINF_JAR_PATTERN = LibraryPatterns.WEB_INF;

    /** The context attribute with the URLs of tag library descriptors. */
    public static final String METAINF_TLDS = "org.eclipse.jetty.tlds";

    /** The context attribute with what is known of these descriptors: a {@link TagLibrary} by the text of its URL. */
    public static final String METAINF_TAG_LIBRARIES = "org.eclipse.jetty.tagLibraries";

    /** The context attribute with the fragments by library. */
    public static final String METAINF_FRAGMENTS = "org.eclipse.jetty.webFragments";

    /** The context attribute with the META-INF/resources of libraries. */
    public static final String METAINF_RESOURCES = "org.eclipse.jetty.resources";

    private static final Logger LOG = LoggerFactory.getLogger(MetaInfConfiguration.class);

    public MetaInfConfiguration() {
        super(new Builder().addDependencies(WebXmlConfiguration.class));
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        MetaData metaData = context.getMetaData();
        findWebAppLibraries(context);
        findContainerLibraries(context);
        List<Resource> libraries = new ArrayList<>(metaData.getWebInfResources(false));
        libraries.addAll(metaData.getContainerResources());
        List<Path> paths = libraries.stream().map(Resource::getPath).toList();
        List<LibraryContents> contents = LibraryContents.of(SharedIndexes.of(context.getServer()), paths);
        Found found = new Found(context);
        for (int i = 0; i < paths.size(); i++) {
            found.add(libraries.get(i), contents.get(i));
        }
        found.publish();
    }

    private static final class Found {
        private final WebAppContext context;
        private final ResourceFactory factory;
        private final Map<Resource, Resource> fragments = new LinkedHashMap<>();
        private final List<Resource> resources = new ArrayList<>();
        private final Set<URL> descriptors = new LinkedHashSet<>();
        private final Map<String, TagLibrary> tagLibraries = new LinkedHashMap<>();

        Found(WebAppContext context) {
            this.context = context;
            this.factory = context.getResourceFactory();
        }

        void add(Resource library, LibraryContents contents) throws IOException {
            URI place = Objects.requireNonNull(library.getURI(), library::toString);
            String prefix = library.isDirectory() ? place.toASCIIString() : "jar:" + place + "!/";
            byte[] fragment = contents.fragment();
            if (fragment != null) {
                URI uri = URI.create(prefix + "META-INF/web-fragment.xml");
                fragments.put(library, new MemoryResource(uri, fragment));
            }
            if (contents.hasResources()) {
                Resource directory = factory.newResource(URI.create(prefix + "META-INF/resources/"));
                // an archive without entries for its directories has no such path of its own
                if (Resources.isDirectory(directory)) {
                    resources.add(directory);
                }
            }
            for (TagLibrary tagLibrary : contents.tagLibraries()) {
                URL url = URI.create(prefix + URIUtil.encodePath(tagLibrary.name()))
                        .toURL();
                descriptors.add(url);
                tagLibraries.put(url.toExternalForm(), tagLibrary);
            }
        }

        void publish() {
            context.getContext().setAttribute(METAINF_FRAGMENTS, fragments);
            if (!descriptors.isEmpty()) {
                context.getContext().setAttribute(METAINF_TLDS, descriptors);
                context.getContext().setAttribute(METAINF_TAG_LIBRARIES, tagLibraries);
            }
            if (resources.isEmpty()) {
                return;
            }
            context.getContext().setAttribute(METAINF_RESOURCES, resources);
            List<Resource> all = new ArrayList<>();
            all.add(context.getBaseResource());
            all.addAll(resources);
            context.setBaseResource(ResourceFactory.combine(all));
        }
    }

    // libraries of the application

    private static void findWebAppLibraries(WebAppContext context) throws IOException {
        List<Resource> jars = new ArrayList<>();
        List<Resource> classes = new ArrayList<>();
        Resource webInf = context.getWebInf();
        if (webInf != null) {
            classes.addAll(WebInfConfiguration.onDisk(webInf.resolve("classes/")));
            Resource lib = webInf.resolve("lib/");
            if (Resources.isDirectory(lib)) {
                for (Resource entry : lib.list()) {
                    if (isArchive(entry)) {
                        jars.add(entry);
                    }
                }
            }
        }
        // archives have names
        jars.sort(Comparator.comparing(Resource::getFileName));
        for (Resource extra : context.getExtraClasspath()) {
            if (extra.isDirectory()) {
                // one that is combined is several on the class path, too
                for (Resource directory : extra) {
                    (isLibrary(directory) ? jars : classes).add(directory);
                }
            } else if (isArchive(extra)) {
                jars.add(extra);
            }
        }
        context.getMetaData().setWebInfClassesResources(classes);
        for (Resource jar :
                LibraryPatterns.select(WEBINF_JAR_PATTERN, context.getAttribute(WEBINF_JAR_PATTERN), jars, jars)) {
            context.getMetaData().addWebInfResource(jar);
        }
    }

    /** Whether a directory is a library that is not packed, as a module of the same build is. */
    private static boolean isLibrary(Resource directory) {
        return Resources.exists(directory.resolve("META-INF/web-fragment.xml"))
                || Resources.isDirectory(directory.resolve("META-INF/resources/"));
    }

    private static boolean isArchive(Resource entry) {
        return entry.getFileName() != null
                && entry.getFileName().toLowerCase(Locale.ROOT).endsWith(".jar")
                && entry.getPath() != null
                && entry.getPath().getFileSystem() == FileSystems.getDefault()
                && !entry.isDirectory();
    }

    // libraries of the server

    private static void findContainerLibraries(WebAppContext context) throws IOException {
        if (!(context.getAttribute(CONTAINER_JAR_PATTERN) instanceof String pattern) || pattern.isBlank()) {
            return;
        }
        Set<URI> uris = new LinkedHashSet<>();
        ClassLoader own = context.getClassLoader();
        for (ClassLoader loader = own == null ? null : own.getParent(); loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    addUri(uris, url);
                }
            }
        }
        for (String property : new String[] {"java.class.path", "jdk.module.path"}) {
            for (String path : System.getProperty(property, "").split(File.pathSeparator)) {
                if (!path.isEmpty()) {
                    uris.add(Path.of(path).toUri());
                }
            }
        }
        List<Resource> jars = new ArrayList<>();
        for (URI uri : uris) {
            if (!"file".equals(uri.getScheme()) || !Files.exists(Path.of(uri))) {
                continue;
            }
            Resource resource = context.getResourceFactory().newResource(uri);
            if (resource != null && (resource.isDirectory() || isArchive(resource))) {
                jars.add(resource);
            }
        }
        for (Resource jar : LibraryPatterns.select(CONTAINER_JAR_PATTERN, pattern, jars, List.of())) {
            context.getMetaData().addContainerResource(jar);
        }
    }

    private static void addUri(Set<URI> uris, URL url) {
        try {
            uris.add(url.toURI());
        } catch (URISyntaxException x) {
            LOG.debug("Ignoring {} on the class path", url, x);
        }
    }
}
