package org.eclipse.jetty.websocket.core.server;

import org.eclipse.jetty.websocket.core.FrameHandler;

/** Makes the frame handler of an endpoint. */
public interface FrameHandlerFactory {
    /** @return the handler; null if the endpoint is of no type that this factory knows */
    FrameHandler newFrameHandler(
            Object websocketPojo, ServerUpgradeRequest upgradeRequest, ServerUpgradeResponse upgradeResponse);
}
