package org.eclipse.jetty.util.resource;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.FileID;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The factories by scheme, and those that own mounted archives. Thread-safe. */
final class ResourceRoots {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceFactory.class);
    private static final Map<String, ResourceFactory> FACTORIES = new ConcurrentHashMap<>();

    static {
        PathResourceFactory path = new PathResourceFactory();
        URLResourceFactory url = new URLResourceFactory();
        FACTORIES.put("file", path);
        FACTORIES.put("jrt", path);
        FACTORIES.put("jar", new MountedPathResourceFactory());
        FACTORIES.put("http", url);
        FACTORIES.put("https", url);
        FACTORIES.put("ftp", url);
    }

    static final ResourceFactory ROOT = new Owner();

    private ResourceRoots() {}

    static @Nullable ResourceFactory factoryOf(URI uri) {
        String scheme = uri.getScheme();
        ResourceFactory factory = FACTORIES.get(scheme);
        return factory == null ? FACTORIES.get(StringUtil.asciiToLowerCase(scheme)) : factory;
    }

    static void register(String scheme, ResourceFactory factory) {
        FACTORIES.put(StringUtil.asciiToLowerCase(scheme), factory);
    }

    static ResourceFactory unregister(String scheme) {
        return FACTORIES.remove(StringUtil.asciiToLowerCase(scheme));
    }

    /** Mounts archives as their URIs come, and unmounts them when it is closed. */
    static final class Owner implements ResourceFactory.Closeable {
        private final AutoLock lock = new AutoLock();
        private final List<FileSystemPool.Mount> mounts = new ArrayList<>();

        @Override
        public @Nullable Resource newResource(URI uri) {
            if (uri == null) {
                throw new IllegalArgumentException("URI is null");
            }
            URI full = uri.getScheme() == null ? URIUtil.toURI(uri.toString()) : URIUtil.correctURI(uri);
            ResourceFactory factory = factoryOf(full);
            if (factory == null) {
                throw new IllegalArgumentException("URI scheme not registered: " + full.getScheme());
            }
            if (!(factory instanceof MountedPathResourceFactory)) {
                return factory.newResource(full);
            }
            FileSystemPool.Mount mount = mount(full);
            return mount == null ? null : mount.newResource(full);
        }

        /** Returns the mount of an archive that this owns; null when it cannot be mounted. */
        private FileSystemPool.@Nullable Mount mount(URI uri) {
            URI root = FileSystemPool.containerOf(uri);
            try (AutoLock l = lock.lock()) {
                for (FileSystemPool.Mount mount : mounts) {
                    if (mount.uri().equals(root)) {
                        return mount;
                    }
                }
                if (!FileID.isArchive(URIUtil.unwrapContainer(uri)) && !FileSystemPool.isMountable(root)) {
                    return null;
                }
                FileSystemPool.Mount mount = FileSystemPool.INSTANCE.mount(root);
                if (mount != null) {
                    mounts.add(mount);
                }
                return mount;
            } catch (IOException x) {
                LOG.warn("Unable to open archive {}: {}", root, x.toString());
                LOG.debug("Unable to open archive {}", root, x);
                return null;
            }
        }

        @Override
        public void close() {
            List<FileSystemPool.Mount> closing;
            try (AutoLock l = lock.lock()) {
                closing = new ArrayList<>(mounts);
                mounts.clear();
            }
            closing.forEach(IO::close);
        }

        List<FileSystemPool.Mount> mounts() {
            try (AutoLock l = lock.lock()) {
                return new ArrayList<>(mounts);
            }
        }

        @Override
        public String toString() {
            return String.format("%s@%x%s", getClass().getSimpleName(), hashCode(), mounts());
        }
    }

    /** Unmounts when it is stopped. */
    static final class OwnerLifeCycle extends AbstractLifeCycle implements ResourceFactory.LifeCycle {
        private final Owner owner = new Owner();

        @Override
        public @Nullable Resource newResource(URI uri) {
            return owner.newResource(uri);
        }

        @Override
        protected void doStop() throws Exception {
            owner.close();
            super.doStop();
        }

        @Override
        public void dump(Appendable out, String indent) throws IOException {
            Dumpable.dumpObjects(out, indent, this, owner.mounts().toArray());
        }
    }
}
