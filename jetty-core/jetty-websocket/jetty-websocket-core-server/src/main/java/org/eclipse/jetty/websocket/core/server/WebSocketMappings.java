package org.eclipse.jetty.websocket.core.server;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.http.pathmap.RegexPathSpec;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.http.pathmap.UriTemplatePathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.server.internal.CreatorNegotiator;
import org.jspecify.annotations.Nullable;

/** Which path of a context is upgraded by which negotiator. Thread-safe: each change replaces the table that requests read. */
public class WebSocketMappings implements Dumpable, LifeCycle.Listener {
    /** The attribute of a context with its mappings. */
    public static final String WEBSOCKET_MAPPING_ATTRIBUTE = WebSocketMappings.class.getName();

    private volatile PathMappings<WebSocketNegotiator> mappings = new PathMappings<>();
    private final WebSocketComponents components;
    private final Handshaker handshaker = Handshaker.newInstance();

    public WebSocketMappings() {
        this(new WebSocketComponents());
    }

    public WebSocketMappings(WebSocketComponents components) {
        this.components = components;
    }

    /** The mappings of a context. */
    public static @Nullable WebSocketMappings getMappings(ContextHandler contextHandler) {
        return contextHandler.getContext().getAttribute(WEBSOCKET_MAPPING_ATTRIBUTE) instanceof WebSocketMappings found
                ? found
                : null;
    }

    /** The mappings of a context, made if needed; they end with the context. */
    public static WebSocketMappings ensureMappings(ContextHandler contextHandler) {
        WebSocketMappings existing = getMappings(contextHandler);
        if (existing != null) {
            return existing;
        }
        WebSocketMappings made = new WebSocketMappings(
                WebSocketServerComponents.ensureWebSocketComponents(Handler.serverOf(contextHandler), contextHandler));
        contextHandler.getContext().setAttribute(WEBSOCKET_MAPPING_ATTRIBUTE, made);
        // as a bean it listens, too
        contextHandler.addBean(made);
        return made;
    }

    /**
     * Parses a path: {@code /prefix/*}, {@code *.suffix} or {@code /path} as of servlets, {@code ^...} or
     * {@code regex|...} as a regular expression, {@code uri-template|...} as a template; {@code servlet|...} as of servlets.
     */
    public static PathSpec parsePathSpec(String rawSpec) {
        if (rawSpec.startsWith("/") || rawSpec.startsWith("*.") || rawSpec.startsWith("servlet|")) {
            return new ServletPathSpec(rawSpec.substring(rawSpec.startsWith("servlet|") ? 8 : 0));
        }
        if (rawSpec.startsWith("^") || rawSpec.startsWith("regex|")) {
            return new RegexPathSpec(rawSpec.substring(rawSpec.startsWith("regex|") ? 6 : 0));
        }
        if (rawSpec.startsWith("uri-template|")) {
            return new UriTemplatePathSpec(rawSpec.substring(13));
        }
        throw new IllegalArgumentException(
                "path " + rawSpec + " (expected: /..., *., ^..., servlet|..., regex|... or uri-template|...)");
    }

    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    public Handshaker getHandshaker() {
        return handshaker;
    }

    @Override
    public void lifeCycleStopping(LifeCycle context) {
        if (context instanceof ContextHandler contextHandler && getMappings(contextHandler) == this) {
            contextHandler.getContext().removeAttribute(WEBSOCKET_MAPPING_ATTRIBUTE);
            contextHandler.removeBean(this);
            clear();
        }
    }

    public synchronized void clear() {
        mappings = new PathMappings<>();
    }

    /** The negotiator of a path as it was mapped. */
    public @Nullable WebSocketNegotiator getWebSocketNegotiator(PathSpec pathSpec) {
        return mappings.get(pathSpec);
    }

    /** The creator of a path as it was mapped. */
    public @Nullable WebSocketCreator getWebSocketCreator(PathSpec pathSpec) {
        return mappings.get(pathSpec) instanceof CreatorNegotiator negotiator ? negotiator.getWebSocketCreator() : null;
    }

    /** @throws WebSocketException if the path is mapped already */
    public void addMapping(
            PathSpec pathSpec,
            WebSocketCreator creator,
            FrameHandlerFactory factory,
            Configuration.@Nullable Customizer customizer)
            throws WebSocketException {
        addMapping(pathSpec, WebSocketNegotiator.from(creator, factory, customizer));
    }

    /** @throws WebSocketException if the path is mapped already */
    public synchronized void addMapping(PathSpec pathSpec, WebSocketNegotiator negotiator) throws WebSocketException {
        if (getWebSocketNegotiator(pathSpec) != null) {
            throw new WebSocketException("path " + pathSpec.getDeclaration() + " is mapped already");
        }
        PathMappings<WebSocketNegotiator> more = copy();
        more.put(pathSpec, negotiator);
        mappings = more;
    }

    private PathMappings<WebSocketNegotiator> copy() {
        PathMappings<WebSocketNegotiator> copy = new PathMappings<>();
        mappings.forEach(mapped -> copy.put(mapped.getPathSpec(), mapped.getResource()));
        return copy;
    }

    /** Returns whether there was a mapping. */
    public synchronized boolean removeMapping(PathSpec pathSpec) {
        PathMappings<WebSocketNegotiator> fewer = copy();
        boolean removed = fewer.remove(pathSpec) != null;
        mappings = fewer;
        return removed;
    }

    /**
     * The negotiator for the path of a request.
     *
     * @param pathSpecConsumer takes the path that matched; null for none
     */
    public @Nullable WebSocketNegotiator getMatchedNegotiator(
            Request request, @Nullable BiConsumer<Request, PathSpec> pathSpecConsumer) {
        String path = Request.getPathInContext(request);
        MatchedResource<WebSocketNegotiator> match = path == null ? null : mappings.getMatched(path);
        if (match == null) {
            return null;
        }
        if (pathSpecConsumer != null) {
            pathSpecConsumer.accept(request, match.getPathSpec());
        }
        return match.getResource();
    }

    /** Upgrades a request whose path is mapped, or answers it with an error; false if it does not ask for that. */
    public boolean upgrade(
            Request request, Response response, Callback callback, Configuration.@Nullable Customizer defaultCustomizer)
            throws WebSocketException {
        if (mappings.isEmpty() || !handshaker.isWebSocketUpgradeRequest(request)) {
            return false;
        }
        WebSocketNegotiator negotiator = getMatchedNegotiator(
                request, (matched, pathSpec) -> matched.setAttribute(PathSpec.class.getName(), pathSpec));
        return upgrade(negotiator, request, response, callback, defaultCustomizer);
    }

    /** As {@link #upgrade(Request, Response, Callback, Configuration.Customizer)}, by a negotiator; false for null. */
    public boolean upgrade(
            @Nullable WebSocketNegotiator negotiator,
            Request request,
            Response response,
            Callback callback,
            Configuration.@Nullable Customizer defaultCustomizer)
            throws WebSocketException {
        return negotiator != null
                && handshaker.upgradeRequest(negotiator, request, response, callback, components, defaultCustomizer);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, mappings);
    }
}
