package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allows aliases whose real file lies in the base resource of a context, in one of its directories where it has several, and
 * is not protected. Thread-safe.
 */
public class AllowedResourceAliasChecker extends AbstractLifeCycle implements AliasCheck {
    private static final Logger LOG = LoggerFactory.getLogger(AllowedResourceAliasChecker.class);

    private final @Nullable ContextHandler contextHandler;
    private final Supplier<@Nullable Resource> baseSupplier;
    private volatile @Nullable Bases bases;

    /** The real directories of a base resource. */
    private record Bases(Resource of, List<Path> paths) {}

    public AllowedResourceAliasChecker(ContextHandler contextHandler) {
        this(contextHandler, contextHandler::getBaseResource);
    }

    public AllowedResourceAliasChecker(ContextHandler contextHandler, Resource baseResource) {
        this(Objects.requireNonNull(contextHandler), () -> baseResource);
    }

    /** @param contextHandler whose targets are protected; null for none */
    public AllowedResourceAliasChecker(
            @Nullable ContextHandler contextHandler, Supplier<@Nullable Resource> baseSupplier) {
        this.contextHandler = contextHandler;
        this.baseSupplier = Objects.requireNonNull(baseSupplier);
    }

    protected @Nullable ContextHandler getContextHandler() {
        return contextHandler;
    }

    /** The real directories that files must lie in, in the order they are looked at; empty if there is none. */
    protected List<Path> getBases() {
        Resource resource = baseSupplier.get();
        if (resource == null) {
            return List.of();
        }
        // a link may lead elsewhere the next time
        if (resource.isAlias()) {
            return realPaths(resource);
        }
        Bases known = bases;
        if (known == null || known.of() != resource) {
            known = new Bases(resource, realPaths(resource));
            bases = known;
        }
        return known.paths();
    }

    /** Whether the base itself is an alias, and so all that is in it. */
    protected boolean isBaseAlias() {
        Resource resource = baseSupplier.get();
        return resource != null && resource.isAlias();
    }

    private static List<Path> realPaths(Resource resource) {
        List<Path> paths = new ArrayList<>();
        for (Resource part : resource) {
            Path path = part.getPath();
            try {
                if (path != null && Files.exists(path)) {
                    paths.add(path.toRealPath());
                }
            } catch (IOException x) {
                LOG.debug("no real path of {}", path, x);
            }
        }
        return List.copyOf(paths);
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        bases = null;
    }

    @Override
    public boolean checkAlias(String pathInContext, Resource resource) {
        if (getBases().isEmpty() || !resource.exists()) {
            return false;
        }
        // a directory may be made of several, of which some are aliases
        for (Resource part : resource) {
            if (part.isAlias() && !checkPart(pathInContext, part.getPath())) {
                return false;
            }
        }
        return true;
    }

    private boolean checkPart(String pathInContext, @Nullable Path path) {
        try {
            return path != null && check(pathInContext, path);
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
        for (Path base : getBases()) {
            if (path.startsWith(base)) {
                return !isProtected(path);
            }
        }
        return false;
    }

    /** Whether a file, named by its real path, is what a protected target of the context names, or lies below it. */
    protected boolean isProtected(Path path) throws IOException {
        if (contextHandler == null) {
            return false;
        }
        for (String target : contextHandler.getProtectedTargets()) {
            String relative = target.startsWith("/") ? target.substring(1) : target;
            for (Path base : getBases()) {
                Path protectedPath = base.resolve(relative);
                if (Files.exists(protectedPath) && path.startsWith(protectedPath.toRealPath())) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return String.format("%s@%x{bases=%s}", getClass().getSimpleName(), hashCode(), getBases());
    }
}
