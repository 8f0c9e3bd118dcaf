package org.eclipse.jetty.server.handler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contexts by their paths: a request is offered to the context with the longest path first, among those of one path to the
 * one with the most special virtual host first.
 *
 * <p>The mapping is an immutable snapshot. Deployment is serialised.
 */
@ManagedObject("Contexts by their paths")
public class ContextHandlerCollection extends Handler.Sequence implements ContextMapping {
    private static final Logger LOG = LoggerFactory.getLogger(ContextHandlerCollection.class);

    private final SerializedInvoker deployments = new SerializedInvoker();
    private volatile Mapping mapping = new Mapping(List.of());

    public ContextHandlerCollection(ContextHandler... contexts) {
        this(true, contexts);
    }

    public ContextHandlerCollection(boolean dynamic, ContextHandler... contexts) {
        super(dynamic, List.of());
        if (contexts.length > 0) {
            setHandlers(contexts);
        }
    }

    /** Maps the contexts again, after a path or virtual host changed. */
    @Override
    public void mapContexts() {
        mapping = new Mapping(getHandlers());
    }

    @Override
    public void setHandlers(@Nullable List<Handler> newHandlers) {
        super.setHandlers(newHandlers);
        mapContexts();
    }

    @Override
    protected List<Handler> newHandlers(@Nullable List<Handler> newHandlers) {
        return newHandlers == null ? List.of() : List.copyOf(new LinkedHashSet<>(newHandlers));
    }

    @Override
    protected void doStart() throws Exception {
        mapContexts();
        super.doStart();
        mapContexts();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        while (true) {
            Mapping current = mapping;
            if (handle(current, request, response, callback)) {
                return true;
            }
            // a context may have left it to one that was deployed meanwhile
            if (current == mapping) {
                return false;
            }
        }
    }

    private boolean handle(Mapping current, Request request, Response response, Callback callback) throws Exception {
        if (current.always.length > 0) {
            // handlers that hold no context see everything, in their order
            return super.handle(request, response, callback);
        }
        String path = request.getContext().getPathInContext(request.getHttpURI().getCanonicalPath());
        if (path == null || !path.startsWith("/")) {
            return false;
        }
        int length = path.length();
        for (Branch branch : current.branches) {
            String prefix = branch.path();
            int end = prefix.length();
            if (end <= length && path.startsWith(prefix) && (end == length || path.charAt(end) == '/')) {
                for (Handler handler : branch.handlers()) {
                    if (handler.handle(request, response, callback)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The paths of the contexts. */
    public Set<String> getContextPaths() {
        Set<String> paths = new LinkedHashSet<>();
        for (ContextHandler handler : getDescendants(ContextHandler.class)) {
            paths.add(handler.getContextPath());
        }
        return paths;
    }

    /** Adds a handler, in turn with other deployments; the callback is completed when it is mapped. */
    public void deployHandler(Handler handler, Callback callback) {
        deployments.run(() -> {
            try {
                if (getServer() != null && handler.getServer() != getServer()) {
                    handler.setServer(getServer());
                }
                addHandler(handler);
                callback.succeeded();
            } catch (Throwable x) {
                LOG.debug("could not deploy {}", handler, x);
                callback.failed(x);
            }
        });
    }

    /** Puts a handler in the place of another one at once, in turn with other deployments. */
    public void redeployHandler(Handler oldHandler, Handler newHandler, Callback callback) {
        deployments.run(() -> {
            try {
                if (getServer() != null && newHandler.getServer() != getServer()) {
                    newHandler.setServer(getServer());
                }
                if (!replaceHandler(oldHandler, newHandler)) {
                    throw new IllegalArgumentException("not deployed: " + oldHandler);
                }
                callback.succeeded();
            } catch (Throwable x) {
                LOG.debug("could not redeploy {}", newHandler, x);
                callback.failed(x);
            }
        });
    }

    /** Removes a handler, in turn with other deployments. */
    public void undeployHandler(Handler handler, Callback callback) {
        deployments.run(() -> {
            try {
                removeHandler(handler);
                callback.succeeded();
            } catch (Throwable x) {
                LOG.debug("could not undeploy {}", handler, x);
                callback.failed(x);
            }
        });
    }

    /** The handlers below a context path, which is empty for the root. */
    private record Branch(String path, Handler[] handlers) {}

    /** Branches, the longest paths first. */
    private static final class Mapping {
        private final Branch[] branches;
        private final Handler[] always;

        private Mapping(List<Handler> handlers) {
            Map<String, List<Handler>> byPath = new HashMap<>();
            List<Handler> others = new ArrayList<>();
            Map<Handler, Integer> ranks = new HashMap<>();
            for (Handler handler : handlers) {
                List<ContextHandler> contexts = new ArrayList<>();
                if (handler instanceof ContextHandler context) {
                    contexts.add(context);
                } else if (handler instanceof Container container) {
                    contexts.addAll(container.getDescendants(ContextHandler.class));
                }
                if (contexts.isEmpty()) {
                    others.add(handler);
                }
                for (ContextHandler context : contexts) {
                    List<Handler> list =
                            byPath.computeIfAbsent(context.getCanonicalContextPath(), p -> new ArrayList<>());
                    if (!list.contains(handler)) {
                        list.add(handler);
                    }
                    ranks.merge(handler, context.getVirtualHostRank(), Math::max);
                }
            }
            always = others.toArray(new Handler[0]);
            branches = new Branch[byPath.size()];
            int i = 0;
            for (Map.Entry<String, List<Handler>> entry : byPath.entrySet()) {
                List<Handler> list = entry.getValue();
                list.sort(Comparator.comparingInt(h -> -ranks.getOrDefault(h, 0)));
                branches[i++] = new Branch(entry.getKey(), list.toArray(new Handler[0]));
            }
            Arrays.sort(branches, Comparator.comparingInt(b -> -b.path().length()));
        }
    }
}
