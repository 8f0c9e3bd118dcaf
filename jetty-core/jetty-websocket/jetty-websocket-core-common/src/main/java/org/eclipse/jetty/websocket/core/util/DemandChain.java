package org.eclipse.jetty.websocket.core.util;

/** An extension that makes more or fewer frames than it gets, and so passes demand on by itself. */
public interface DemandChain {
    /** One frame is wanted. */
    void demand();

    /** Whom to ask for a frame. */
    default void setNextDemand(DemandChain nextDemand) {}
}
