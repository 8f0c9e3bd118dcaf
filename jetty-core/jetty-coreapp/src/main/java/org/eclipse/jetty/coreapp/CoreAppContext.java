package org.eclipse.jetty.coreapp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application without servlets: handlers that its XML file names, with classes of its own.
 *
 * <pre>
 * classes/      classes and resources
 * lib/*.jar     libraries
 * static/       files, which are served unless another handler is set
 * </pre>
 *
 * <p>The base resource is a directory, or an archive, which is unpacked. The class loader is there as soon as the base
 * resource is set, so that the XML file can name classes of the application.
 */
public class CoreAppContext extends ContextHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CoreAppContext.class);

    private final List<Resource> extraClassPath = new ArrayList<>();
    private @Nullable Path unpacked;
    private @Nullable URLClassLoader ownLoader;

    public CoreAppContext() {}

    public CoreAppContext(String contextPath) {
        setContextPath(contextPath);
    }

    /** What is on the class path besides the application's own. */
    public List<Resource> getExtraClassPath() {
        return List.copyOf(extraClassPath);
    }

    /** Sets jars and directories, separated by commas or semicolons. */
    public void setExtraClassPath(String paths) {
        setExtraClassPath(getResourceFactory().split(paths));
    }

    /**
     * Sets jars and directories.
     *
     * @throws IllegalArgumentException if one does not exist
     */
    public void setExtraClassPath(String... paths) {
        setExtraClassPath(Arrays.stream(paths).map(this::existing).toList());
    }

    private Resource existing(String path) {
        Resource resource = getResourceFactory().newResource(path);
        if (resource == null) {
            throw new IllegalArgumentException(
                    "extraClassPath: " + path + " (expected: an existing file or directory)");
        }
        return resource;
    }

    public void setExtraClassPath(List<Resource> paths) {
        if (isStarted()) {
            throw new IllegalStateException(getState());
        }
        extraClassPath.clear();
        extraClassPath.addAll(paths);
        if (getBaseResource() != null) {
            makeClassLoader();
        }
    }

    public ResourceFactory getResourceFactory() {
        return ResourceFactory.of(this);
    }

    @Override
    public void setBaseResource(@Nullable Resource resource) {
        Resource base = resource;
        try {
            if (resource != null && resource.exists() && !resource.isDirectory()) {
                base = unpack(resource);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Unable to unpack " + resource, e);
        }
        super.setBaseResource(base);
        if (base != null) {
            makeClassLoader();
        }
    }

    /** Unpacks an archive into a temporary directory, which is deleted when the context is destroyed. */
    protected Resource unpack(Resource archive) throws IOException {
        Path file = archive.getPath();
        if (file == null) {
            throw new IOException("Not a file: " + archive);
        }
        deleteUnpacked();
        Path directory = Files.createTempDirectory("jetty-core-");
        unpacked = directory;
        Archive.unpack(file, directory);
        return Objects.requireNonNull(getResourceFactory().newResource(directory), "a directory that is there");
    }

    private void makeClassLoader() {
        closeOwnLoader();
        List<URL> urls = new ArrayList<>();
        for (Resource extra : extraClassPath) {
            add(urls, extra);
        }
        Resource base = Objects.requireNonNull(getBaseResource(), "no base resource");
        add(urls, base.resolve("classes/"));
        Resource lib = base.resolve("lib/");
        if (lib != null && lib.isDirectory()) {
            for (Resource jar : lib.list()) {
                String name = jar.getFileName();
                if (name != null && name.toLowerCase(java.util.Locale.ROOT).endsWith(".jar")) {
                    add(urls, jar);
                }
            }
        }
        if (urls.isEmpty()) {
            return;
        }
        ClassLoader parent = Thread.currentThread().getContextClassLoader();
        URLClassLoader loader = new URLClassLoader(
                urls.toArray(URL[]::new), parent == null ? CoreAppContext.class.getClassLoader() : parent);
        ownLoader = loader;
        setClassLoader(loader);
    }

    private static void add(List<URL> urls, @Nullable Resource resource) {
        if (resource == null || !resource.exists()) {
            return;
        }
        URI uri = resource.getURI();
        if (uri == null) {
            throw new IllegalArgumentException("Not usable on a class path: " + resource);
        }
        try {
            urls.add(uri.toURL());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("Not usable on a class path: " + resource, e);
        }
    }

    @Override
    protected void doStart() throws Exception {
        Resource base = getBaseResource();
        if (base != null && ownLoader == null) {
            makeClassLoader();
        }
        Resource files = base == null ? null : base.resolve("static/");
        if (getHandler() == null && files != null && files.isDirectory()) {
            ResourceHandler handler = new ResourceHandler();
            handler.setDirAllowed(false);
            handler.setBaseResource(files);
            setHandler(handler);
        }
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        closeOwnLoader();
    }

    @Override
    public void destroy() {
        super.destroy();
        closeOwnLoader();
        deleteUnpacked();
    }

    private void closeOwnLoader() {
        if (ownLoader == null) {
            return;
        }
        try {
            ownLoader.close();
        } catch (IOException e) {
            LOG.warn("Unable to close the class loader of {}", this, e);
        }
        ownLoader = null;
    }

    private void deleteUnpacked() {
        if (unpacked == null) {
            return;
        }
        try {
            Archive.delete(unpacked);
        } catch (IOException e) {
            LOG.warn("Unable to delete {}", unpacked, e);
        }
        unpacked = null;
    }
}
