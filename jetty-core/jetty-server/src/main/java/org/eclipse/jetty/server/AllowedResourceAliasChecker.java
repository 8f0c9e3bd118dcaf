package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.resource.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Allows aliases whose real file lies in the base resource of a context and is not protected. Thread-safe once started. */
public class AllowedResourceAliasChecker extends AbstractLifeCycle implements AliasCheck {
    private static final Logger LOG = LoggerFactory.getLogger(AllowedResourceAliasChecker.class);

    private final ContextHandler contextHandler;
    private final Supplier<Resource> baseSupplier;
    private Path base;

    public AllowedResourceAliasChecker(ContextHandler contextHandler) {
        this(contextHandler, contextHandler::getBaseResource);
    }

    public AllowedResourceAliasChecker(ContextHandler contextHandler, Resource baseResource) {
        this(contextHandler, () -> baseResource);
    }

    public AllowedResourceAliasChecker(ContextHandler contextHandler, Supplier<Resource> baseSupplier) {
        this.contextHandler = Objects.requireNonNull(contextHandler);
        this.baseSupplier = Objects.requireNonNull(baseSupplier);
    }

    protected ContextHandler getContextHandler() {
        return contextHandler;
    }

    /** The real directory that files must lie in; null if there is none. */
    protected synchronized Path getBase() {
        if (base == null) {
            Resource resource = baseSupplier.get();
            Path path = resource == null ? null : resource.getPath();
            try {
                base = path == null || !Files.exists(path) ? null : path.toRealPath();
            } catch (IOException x) {
                LOG.debug("no real path of {}", path, x);
            }
        }
        return base;
    }

    @Override
    protected synchronized void doStop() throws Exception {
        super.doStop();
        base = null;
    }

    @Override
    public boolean checkAlias(String pathInContext, Resource resource) {
        Path directory = getBase();
        Path path = resource.getPath();
        if (directory == null || path == null || !resource.exists()) {
            return false;
        }
        try {
            return check(pathInContext, path);
        } catch (IOException x) {
            LOG.debug("could not check the alias {}", path, x);
            return false;
        }
    }

    /** Whether the file may be served for a path. */
    protected boolean check(String pathInContext, Path path) throws IOException {
        return isAllowed(path.toRealPath());
    }

    /** Whether a file, named by its real path, lies in the base and is not protected. */
    protected boolean isAllowed(Path path) throws IOException {
        Path directory = getBase();
        if (directory == null || !path.startsWith(directory)) {
            return false;
        }
        for (String target : contextHandler.getProtectedTargets()) {
            String relative = target.startsWith("/") ? target.substring(1) : target;
            Path protectedPath = directory.resolve(relative);
            for (Path current = path; current != null && current.startsWith(directory); current = current.getParent()) {
                if (isSameFile(current, protectedPath)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isSameFile(Path a, Path b) throws IOException {
        if (a.equals(b)) {
            return true;
        }
        return Files.exists(a, LinkOption.NOFOLLOW_LINKS)
                && Files.exists(b, LinkOption.NOFOLLOW_LINKS)
                && Files.isSameFile(a, b);
    }

    @Override
    public String toString() {
        return String.format("%s@%x{base=%s}", getClass().getSimpleName(), hashCode(), base);
    }
}
