package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.ServletContainerInitializer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jetty.ee.webapp.LibraryContents;
import org.eclipse.jetty.ee.webapp.SharedIndexes;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds container initializers: those of the server, then those of WEB-INF/classes, then those of the libraries in their
 * order (Servlet section 8.2.4), unless another order is given. Confined to the start of one application.
 */
final class Initializers {
    private static final Logger LOG = LoggerFactory.getLogger(Initializers.class);
    private static final String TYPE = ServletContainerInitializer.class.getName();
    private static final String SERVICE = "META-INF/services/" + TYPE;

    private final WebAppContext context;
    private final @Nullable Pattern exclusion;

    Initializers(WebAppContext context) {
        this.context = context;
        this.exclusion = exclusion(context);
    }

    private static @Nullable Pattern exclusion(WebAppContext context) {
        String name = AnnotationConfiguration.SERVLET_CONTAINER_INITIALIZER_EXCLUSION_PATTERN;
        if (!(context.getAttribute(name) instanceof String regex) || regex.isBlank()) {
            return null;
        }
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException x) {
            throw new IllegalArgumentException(
                    name + ": " + regex + " (expected: a regular expression): " + x.getDescription(), x);
        }
    }

    List<Initializer> find() throws IOException {
        Map<String, Initializer> found = new LinkedHashMap<>();
        Map<String, URI> own = ofApplication();
        ofServer(found, own.keySet());
        for (Map.Entry<String, URI> entry : own.entrySet()) {
            if (isExcluded(entry.getKey())) {
                continue;
            }
            Initializer initializer = load(entry.getKey(), entry.getValue());
            if (initializer != null) {
                found.putIfAbsent(entry.getKey(), initializer);
            }
        }
        return ordered(found);
    }

    private boolean isExcluded(String className) {
        boolean excluded = exclusion != null && exclusion.matcher(className).matches();
        if (excluded) {
            LOG.debug("{} is excluded", className);
        }
        return excluded;
    }

    // the server's

    private void ofServer(Map<String, Initializer> found, Set<String> own) {
        ClassLoader parent = context.getClassLoader();
        if (parent instanceof org.eclipse.jetty.ee.webapp.WebAppClassLoader) {
            parent = parent.getParent();
        }
        var providers = ServiceLoader.load(ServletContainerInitializer.class, parent).stream()
                .iterator();
        while (true) {
            try {
                if (!providers.hasNext()) {
                    return;
                }
                ServiceLoader.Provider<ServletContainerInitializer> provider = providers.next();
                String name = provider.type().getName();
                // what the application brings as well is its own
                if (isExcluded(name) || own.contains(name)) {
                    continue;
                }
                found.putIfAbsent(name, Initializer.of(provider.get()));
            } catch (ServiceConfigurationError x) {
                LOG.warn("Ignoring a container initializer of the server: {}", x.toString());
                LOG.debug("ignored", x);
            } catch (LinkageError x) {
                // a library of the server itself, which sees no servlet API: it is not of this environment
                LOG.debug("ignored a container initializer that does not see the environment", x);
            }
        }
    }

    // the application's

    /** The names that the application's service files list, in the order of its libraries, without those left out. */
    private Map<String, URI> ofApplication() throws IOException {
        if (!(context.getClassLoader() instanceof URLClassLoader loader)) {
            return Map.of();
        }
        Map<URI, List<String>> byPlace = byPlace(loader);
        Map<String, URI> names = new LinkedHashMap<>();
        // files in directories: WEB-INF/classes and what else is no library
        Set<URI> libraries = new LinkedHashSet<>();
        for (Resource jar : context.getMetaData().getWebInfResources(false)) {
            libraries.add(normal(Objects.requireNonNull(jar.getURI())));
        }
        byPlace.forEach((place, found) -> {
            if (!libraries.contains(place) && isWanted(place)) {
                for (String name : found) {
                    names.putIfAbsent(name, place);
                }
            }
        });
        for (Resource jar : context.getMetaData().getWebInfResources(true)) {
            URI place = normal(Objects.requireNonNull(jar.getURI()));
            for (String name : byPlace.getOrDefault(place, List.of())) {
                names.putIfAbsent(name, place);
            }
        }
        return names;
    }

    /** A library that no pattern selected is out, unless libraries were not selected at all. */
    private boolean isWanted(URI place) {
        return !place.getPath().endsWith(".jar") || context.getMetaData().getOrdering() == null;
    }

    /** The names by place, in the order of the class path; of libraries they are known without opening them. */
    private Map<URI, List<String>> byPlace(URLClassLoader loader) throws IOException {
        List<Path> places = new ArrayList<>();
        for (URL url : loader.getURLs()) {
            if (!"file".equals(url.getProtocol())) {
                return asFound(loader);
            }
            Path path = Path.of(URI.create(url.toExternalForm()));
            if (Files.exists(path)) {
                places.add(path);
            }
        }
        List<LibraryContents> contents;
        try {
            contents = LibraryContents.of(SharedIndexes.of(context.getServer()), places);
        } catch (IOException x) {
            // a library that takes part was read before: this one does not, and the class loader passes over it
            LOG.debug("{} has something on its class path that is no library", context, x);
            return asFound(loader);
        }
        Map<URI, List<String>> byPlace = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            if (contents.get(i).hasClassPath()) {
                return asFound(loader);
            }
            byPlace.put(places.get(i).toUri(), contents.get(i).services(TYPE));
        }
        return byPlace;
    }

    /** What only the class loader knows: the places that manifests name, and URLs of other kinds. */
    private static Map<URI, List<String>> asFound(URLClassLoader loader) throws IOException {
        Map<URI, List<String>> byPlace = new LinkedHashMap<>();
        for (URL url : Collections.list(loader.findResources(SERVICE))) {
            read(url, byPlace.computeIfAbsent(placeOf(url), k -> new ArrayList<>()));
        }
        return byPlace;
    }

    private static URI placeOf(URL url) {
        URI uri = URI.create(url.toExternalForm());
        if ("jar".equals(uri.getScheme())) {
            return normal(URIUtil.unwrapContainer(uri));
        }
        return normal(uri);
    }

    private static URI normal(URI uri) {
        return "file".equals(uri.getScheme()) ? Path.of(uri).toUri() : uri;
    }

    private static void read(URL url, List<String> names) throws IOException {
        URLConnection connection = url.openConnection();
        // a cached archive would stay open after the application is gone
        if (connection instanceof JarURLConnection) {
            connection.setUseCaches(false);
        }
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int comment = line.indexOf('#');
                String name = (comment < 0 ? line : line.substring(0, comment)).trim();
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
    }

    private Initializer load(String className, URI place) {
        try {
            Object made = Objects.requireNonNull(context.getClassLoader())
                    .loadClass(className)
                    .getDeclaredConstructor()
                    .newInstance();
            return Initializer.of((ServletContainerInitializer) made);
        } catch (ReflectiveOperationException | LinkageError | ClassCastException x) {
            Throwable cause = x.getCause() == null ? x : x.getCause();
            throw new IllegalStateException(
                    "Cannot make the container initializer " + className + " of " + place + ": " + cause, x);
        }
    }

    // order

    private List<Initializer> ordered(Map<String, Initializer> found) {
        List<Initializer> all = new ArrayList<>(found.values());
        if (!(context.getAttribute(AnnotationConfiguration.SERVLET_CONTAINER_INITIALIZER_ORDER) instanceof String order)
                || order.isBlank()) {
            return all;
        }
        String[] names = StringUtil.csvSplit(order);
        List<Initializer> before = new ArrayList<>();
        List<Initializer> after = new ArrayList<>();
        boolean wildcard = false;
        for (String name : names) {
            if ("*".equals(name)) {
                wildcard = true;
                continue;
            }
            Initializer initializer = found.get(name);
            if (initializer != null && all.remove(initializer)) {
                (wildcard ? after : before).add(initializer);
            }
        }
        // as with absolute-ordering, what is neither named nor covered by "*" is left out
        if (wildcard) {
            before.addAll(all);
        }
        before.addAll(after);
        return before;
    }
}
