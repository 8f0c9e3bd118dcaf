package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.resource.Resource;

/**
 * Allows symbolic links in the base resource of a context that lead to what is in it and is not protected: what contexts do
 * by default. A link that leads out of the base is not served.
 */
public class ContainedSymlinkAliasChecker extends SymlinkAllowedResourceAliasChecker {
    public ContainedSymlinkAliasChecker(ContextHandler contextHandler) {
        super(contextHandler);
    }

    /** For content outside of all contexts, of which nothing is protected. */
    public ContainedSymlinkAliasChecker(Resource baseResource) {
        super(null, () -> baseResource);
    }

    @Override
    protected boolean check(String pathInContext, Path path) throws IOException {
        return super.check(pathInContext, path) && isAllowed(path.toRealPath());
    }
}
