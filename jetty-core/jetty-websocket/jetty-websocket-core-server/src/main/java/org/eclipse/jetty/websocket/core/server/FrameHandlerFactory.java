package org.eclipse.jetty.websocket.core.server;

import org.eclipse.jetty.websocket.core.FrameHandler;
import org.jspecify.annotations.Nullable;

/** Makes the frame handler of an endpoint. */
public interface FrameHandlerFactory {
    /** @return the handler; null if the endpoint is of no type that this factory knows */
    @Nullable
    FrameHandler newFrameHandler(
            Object websocketPojo, ServerUpgradeRequest upgradeRequest, ServerUpgradeResponse upgradeResponse);
}
