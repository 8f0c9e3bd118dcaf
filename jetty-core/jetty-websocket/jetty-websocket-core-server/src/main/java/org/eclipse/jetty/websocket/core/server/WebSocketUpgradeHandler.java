package org.eclipse.jetty.websocket.core.server;

import java.util.function.Consumer;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.jspecify.annotations.Nullable;

/** Upgrades requests whose path is mapped to a {@link WebSocketNegotiator}; others go to the next handler. Thread-safe. */
public class WebSocketUpgradeHandler extends Handler.Wrapper {
    private final Configuration.ConfigurationCustomizer customizer = new Configuration.ConfigurationCustomizer();
    private final WebSocketMappings mappings;
    private final @Nullable Consumer<WebSocketUpgradeHandler> configurator;

    public WebSocketUpgradeHandler() {
        this(new WebSocketComponents());
    }

    public WebSocketUpgradeHandler(WebSocketComponents components) {
        this(components, null);
    }

    public WebSocketUpgradeHandler(@Nullable Consumer<WebSocketUpgradeHandler> configurator) {
        this(new WebSocketComponents(), configurator);
    }

    /** @param configurator called when this is started, to add mappings */
    public WebSocketUpgradeHandler(
            WebSocketComponents components, @Nullable Consumer<WebSocketUpgradeHandler> configurator) {
        this.configurator = configurator;
        mappings = new WebSocketMappings(components);
        installBean(mappings);
        installBean(components);
    }

    /** As {@link #addMapping(PathSpec, WebSocketNegotiator)}, with a path as {@link WebSocketMappings#parsePathSpec}. */
    public void addMapping(String pathSpec, WebSocketNegotiator negotiator) {
        addMapping(WebSocketMappings.parsePathSpec(pathSpec), negotiator);
    }

    public void addMapping(PathSpec pathSpec, WebSocketNegotiator negotiator) {
        mappings.addMapping(pathSpec, negotiator);
    }

    @Override
    protected void doStart() throws Exception {
        if (configurator != null) {
            configurator.accept(this);
        }
        super.doStart();
    }

    /** The limits and sizes of all sessions. */
    public Configuration getConfiguration() {
        return customizer;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return mappings.upgrade(request, response, callback, customizer) || super.handle(request, response, callback);
    }
}
