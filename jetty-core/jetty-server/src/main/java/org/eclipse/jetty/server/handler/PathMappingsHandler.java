package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.util.List;
import org.eclipse.jetty.http.pathmap.MappedResource;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Dumpable;

/**
 * Chooses a handler by the path in the context.
 *
 * <p>The path spec that matched is a request attribute for the handler. Thread-safe; a dynamic one may get mappings while
 * it is started.
 */
public class PathMappingsHandler extends Handler.AbstractContainer {
    /** The request attribute with the {@link PathSpec} that matched. */
    public static final String PATHSPEC_ATTR = PathSpec.class.getName();

    // replaced as a whole: requests look things up while mappings are added
    private volatile PathMappings<Handler> mappings = new PathMappings<>();

    public PathMappingsHandler() {
        this(false);
    }

    /** @param dynamic whether mappings may be added while it is started */
    public PathMappingsHandler(boolean dynamic) {
        super(dynamic);
    }

    @Override
    public List<Handler> getHandlers() {
        return mappings.streamResources().map(MappedResource::getResource).toList();
    }

    /** Maps paths to a handler, in place of one that had the same path spec. */
    public void addMapping(PathSpec pathSpec, Handler handler) {
        if (isStarted() && !isDynamic()) {
            throw new IllegalStateException("mappings cannot change while started: " + this);
        }
        if (handler == this
                || handler instanceof Handler.Container container
                        && container.getDescendants().contains(this)) {
            throw new IllegalStateException("loop of handlers: " + handler + " is above " + this);
        }
        PathMappings<Handler> changed = new PathMappings<>();
        for (MappedResource<Handler> mapping : mappings) {
            changed.put(mapping.getPathSpec(), mapping.getResource());
        }
        Handler old = changed.put(pathSpec, handler);
        handler.setServer(getServer());
        updateBean(old, handler);
        mappings = changed;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        MatchedResource<Handler> matched = path == null ? null : mappings.getMatched(path);
        if (matched == null) {
            return false;
        }
        Handler handler = matched.getResource();
        return handler.handle(newPathSpecRequest(request, matched.getPathSpec()), response, callback);
    }

    /** The request as the handler of a path spec sees it. */
    protected Request newPathSpecRequest(Request request, PathSpec pathSpec) {
        Request next = new Request.AttributesWrapper(request);
        next.setAttribute(PATHSPEC_ATTR, pathSpec);
        return next;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, mappings);
    }
}
