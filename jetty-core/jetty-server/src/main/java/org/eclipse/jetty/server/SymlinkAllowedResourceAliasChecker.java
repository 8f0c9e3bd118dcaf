package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Allows symbolic links in the base resource of a context, wherever they lead, if each name on the way is the one asked for
 * and neither what is asked for nor what the link leads to is protected.
 */
public class SymlinkAllowedResourceAliasChecker extends AllowedResourceAliasChecker {
    public SymlinkAllowedResourceAliasChecker(ContextHandler contextHandler) {
        super(contextHandler);
    }

    public SymlinkAllowedResourceAliasChecker(ContextHandler contextHandler, Resource baseResource) {
        super(contextHandler, baseResource);
    }

    public SymlinkAllowedResourceAliasChecker(
            @Nullable ContextHandler contextHandler, Supplier<Resource> baseSupplier) {
        super(contextHandler, baseSupplier);
    }

    @Override
    protected boolean check(String pathInContext, Path path) throws IOException {
        return (getContextHandler() == null
                        || !getContextHandler().isProtectedTarget(URIUtil.decodePath(pathInContext)))
                && isLinked(pathInContext, path)
                && !isProtected(path.toRealPath());
    }

    /** Whether the file of a path is an alias by symbolic links and by nothing else, protected or not. */
    public boolean isLinked(String pathInContext, Path path) throws IOException {
        String target = URIUtil.decodePath(pathInContext);
        if (target != null) {
            for (Path base : getBases()) {
                if (isLinked(base, isBaseAlias(), target, path)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the target leads from the base to the file by symbolic links, and by nothing else that makes an alias. */
    private static boolean isLinked(Path base, boolean baseLinked, String target, Path path) throws IOException {
        Path current = base;
        boolean linked = baseLinked;
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
        return linked && Files.isSameFile(current, path);
    }
}
