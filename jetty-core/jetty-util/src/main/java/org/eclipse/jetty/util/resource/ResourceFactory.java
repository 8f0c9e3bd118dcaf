package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/**
 * Makes resources from URIs. A factory owns the file systems that it opens for archives, until it is closed or stopped;
 * those of {@link #root()} stay open.
 *
 * <p>Schemes: {@code file}, {@code jrt}, {@code jar} and {@code http}, {@code https}, {@code ftp} that are read through
 * URL connections; others can be registered. Thread-safe.
 */
public interface ResourceFactory {
    /** The resource of the URI; null when a file or archive entry does not exist. */
    @Nullable
    Resource newResource(URI uri);

    /** One directory of several: what comes first is found first. */
    static @Nullable Resource combine(List<Resource> resources) {
        return CombinedResource.combine(resources);
    }

    static @Nullable Resource combine(Resource... resources) {
        return combine(Arrays.asList(resources));
    }

    /** A resource of the context class loader, that of this class, or the system class loader, null when there is none. */
    default @Nullable Resource newSystemResource(String resource) {
        return newClassLoaderResource(resource, true);
    }

    /** The same; if not also of the system class loader, only of the former ones. */
    default @Nullable Resource newClassLoaderResource(String resource, boolean searchSystemClassLoader) {
        if (StringUtil.isBlank(resource)) {
            throw new IllegalArgumentException("blank name of a class loader resource: " + resource);
        }
        String name = resource.startsWith("/") ? resource.substring(1) : resource;
        List<ClassLoader> loaders = new ArrayList<>();
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(ResourceFactory.class.getClassLoader());
        if (searchSystemClassLoader) {
            loaders.add(ClassLoader.getSystemClassLoader());
        }
        for (ClassLoader loader : loaders) {
            URL url = loader == null ? null : loader.getResource(name);
            if (url == null) {
                continue;
            }
            Resource found = newResource(url);
            if (Resources.exists(found)) {
                return found;
            }
        }
        return null;
    }

    default @Nullable Resource newClassLoaderResource(String resource) {
        return newClassLoaderResource(resource, true);
    }

    /** The content of the URL, read now. */
    default Resource newMemoryResource(URL url) {
        return MemoryResource.of(url);
    }

    /** The resource of a URI, or of a path of the file system. */
    default @Nullable Resource newResource(String resource) {
        if (StringUtil.isBlank(resource)) {
            throw new IllegalArgumentException("Resource String is invalid: " + resource);
        }
        return newResource(URIUtil.toURI(resource));
    }

    default @Nullable Resource newResource(Path path) {
        if (path == null) {
            throw new IllegalArgumentException("Path is null");
        }
        return newResource(path.toUri());
    }

    /** One directory of those of the URIs that exist; null when there is none. */
    default @Nullable Resource newResource(List<URI> uris) {
        if (uris == null || uris.isEmpty()) {
            throw new IllegalArgumentException("List of URIs is invalid");
        }
        List<Resource> resources = new ArrayList<>();
        for (URI uri : uris) {
            Resource resource = newResource(uri);
            if (Resources.exists(resource)) {
                resources.add(resource);
            }
        }
        return resources.isEmpty() ? null : combine(resources);
    }

    default @Nullable Resource newResource(URL url) {
        if (url == null) {
            throw new IllegalArgumentException("URL is null");
        }
        try {
            return newResource(url.toURI());
        } catch (URISyntaxException x) {
            throw new IllegalArgumentException("not a URI: " + url, x);
        }
    }

    /** What is in the archive. */
    default @Nullable Resource newJarFileResource(URI uri) {
        URI jar = URIUtil.toJarFileUri(uri);
        if (jar == null) {
            throw new IllegalArgumentException("not an archive: " + uri);
        }
        return newResource(jar);
    }

    /** A Resource as it is, others by their newResource method; null for null. */
    default @Nullable Resource asResource(@Nullable Object o) {
        if (o == null) {
            return null;
        }
        if (o instanceof Resource resource) {
            return resource;
        }
        if (o instanceof URI uri) {
            return newResource(uri);
        }
        if (o instanceof Path path) {
            return newResource(path);
        }
        if (o instanceof URL url) {
            return newResource(url);
        }
        if (o instanceof String string) {
            return newResource(string);
        }
        throw new IllegalArgumentException("not a resource: " + o.getClass());
    }

    /** Splits at ',', ';' and '|'; "dir/*" means the archives and directories in it. What does not exist is left out. */
    default List<Resource> split(String str) {
        return split(str, ",;|");
    }

    /** The same; if so asked, archives as what is in them. */
    default List<Resource> split(String str, boolean unwrap) {
        return split(str, ",;|", unwrap);
    }

    default List<Resource> split(String str, String delims) {
        return split(str, delims, false);
    }

    default List<Resource> split(String str, String delims, boolean unwrap) {
        return ResourceSplitter.split(this, str, delims, unwrap);
    }

    static boolean isSupported(String str) {
        return isSupported(URIUtil.toURI(str));
    }

    static boolean isSupported(URI uri) {
        return uri.getScheme() != null && ResourceRoots.factoryOf(uri) != null;
    }

    /** Uses the factory for URIs of this scheme. */
    static void registerResourceFactory(String scheme, ResourceFactory resource) {
        ResourceRoots.register(scheme, resource);
    }

    static ResourceFactory unregisterResourceFactory(String scheme) {
        return ResourceRoots.unregister(scheme);
    }

    /** Keeps archives open until the JVM ends. */
    static ResourceFactory root() {
        return ResourceRoots.ROOT;
    }

    /** Keeps archives open until it is closed. */
    static Closeable closeable() {
        return new ResourceRoots.Owner();
    }

    /** Keeps archives open until it is stopped. */
    static LifeCycle lifecycle() {
        return new ResourceRoots.OwnerLifeCycle();
    }

    /** Resolves texts without a scheme in the base, and keeps archives open until the JVM ends. */
    static ResourceFactory of(Resource baseResource) {
        java.util.Objects.requireNonNull(baseResource);
        return new ResourceFactory() {
            @Override
            public @Nullable Resource newResource(URI uri) {
                return root().newResource(uri);
            }

            @Override
            public @Nullable Resource newResource(String resource) {
                return URIUtil.hasScheme(resource) ? root().newResource(resource) : baseResource.resolve(resource);
            }
        };
    }

    /** Keeps archives open until the container is stopped, of which the factory becomes a bean. */
    static ResourceFactory of(Container container) {
        java.util.Objects.requireNonNull(container);
        LifeCycle factory = container.getBean(LifeCycle.class);
        if (factory == null) {
            factory = lifecycle();
            container.addBean(factory, true);
            if (container instanceof org.eclipse.jetty.util.component.LifeCycle lifeCycle && lifeCycle.isRunning()) {
                org.eclipse.jetty.util.component.LifeCycle.start(factory);
            }
        }
        return factory;
    }

    /** A factory that is closed. */
    interface Closeable extends ResourceFactory, java.io.Closeable {
        @Override
        void close();
    }

    /** A factory that is stopped. */
    interface LifeCycle extends org.eclipse.jetty.util.component.LifeCycle, ResourceFactory, Dumpable {}
}
