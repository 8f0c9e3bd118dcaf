package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;

/**
 * Allows symbolic links in the base resource of a context, wherever they lead, if each name on the way is the one asked for
 * and what is asked for is not protected.
 */
public class SymlinkAllowedResourceAliasChecker extends AllowedResourceAliasChecker {
    public SymlinkAllowedResourceAliasChecker(ContextHandler contextHandler) {
        super(contextHandler);
    }

    public SymlinkAllowedResourceAliasChecker(ContextHandler contextHandler, Resource baseResource) {
        super(contextHandler, baseResource);
    }

    public SymlinkAllowedResourceAliasChecker(ContextHandler contextHandler, Supplier<Resource> baseSupplier) {
        super(contextHandler, baseSupplier);
    }

    @Override
    protected boolean check(String pathInContext, Path path) throws IOException {
        String target = URIUtil.decodePath(pathInContext);
        if (target == null || getContextHandler().isProtectedTarget(target)) {
            return false;
        }
        Path current = getBase();
        boolean linked = false;
        for (String segment : target.split("/")) {
            if (segment.isEmpty()) {
                continue;
            }
            if (".".equals(segment) || "..".equals(segment)) {
                return false;
            }
            Path next = current.resolve(segment);
            if (!Files.exists(next)) {
                return false;
            }
            if (Files.isSymbolicLink(next)) {
                linked = true;
            } else if (!next.getFileName()
                    .toString()
                    .equals(next.toRealPath().getFileName().toString())) {
                // another name of the same file, as where case does not matter
                return false;
            }
            current = next;
        }
        return linked && Files.isSameFile(current, path) && !isProtectedFile(current);
    }

    /** Whether a link leads to a protected file of the context itself. */
    private boolean isProtectedFile(Path path) throws IOException {
        Path real = path.toRealPath();
        return getBase() != null && real.startsWith(getBase()) && !isAllowed(real);
    }
}
