package org.eclipse.jetty.websocket.core.server;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.server.internal.CreatorNegotiator;
import org.jspecify.annotations.Nullable;

/** Decides on a request: by which handler, with which subprotocol and extensions it is upgraded. */
public interface WebSocketNegotiator extends Configuration.Customizer {
    /**
     * Decides on a request.
     *
     * @param callback to be completed if null is returned, after the response was written
     * @return the handler of the session; null if the request is not upgraded, but answered by the negotiator
     */
    @Nullable
    FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback);

    /** Sets the limits and sizes of a session. */
    @Override
    default void customize(Configuration configurable) {}

    static WebSocketNegotiator from(WebSocketCreator creator, FrameHandlerFactory factory) {
        return from(creator, factory, null);
    }

    /**
     * One that has the creator make an endpoint and the factory a handler of it.
     *
     * @param customizer the limits and sizes of sessions; null for the defaults
     */
    static WebSocketNegotiator from(
            WebSocketCreator creator, FrameHandlerFactory factory, Configuration.@Nullable Customizer customizer) {
        return new CreatorNegotiator(creator, factory, customizer);
    }

    /** Has limits and sizes. */
    abstract class AbstractNegotiator extends Configuration.ConfigurationCustomizer implements WebSocketNegotiator {
        private final Configuration.@Nullable Customizer customizer;

        public AbstractNegotiator() {
            this(null);
        }

        /** @param customizer called first; null for none */
        public AbstractNegotiator(Configuration.@Nullable Customizer customizer) {
            this.customizer = customizer;
        }

        @Override
        public void customize(Configuration configurable) {
            if (customizer != null) {
                customizer.customize(configurable);
            }
            super.customize(configurable);
        }
    }
}
