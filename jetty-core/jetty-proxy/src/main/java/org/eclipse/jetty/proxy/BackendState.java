package org.eclipse.jetty.proxy;

/** Which requests a back end gets. The first of DOWN, EJECTED and DRAINING that applies is its state; otherwise it is UP. */
public enum BackendState {
    /** All. */
    UP,
    /** Those of clients that stick to it. */
    DRAINING,
    /** None for a time, as requests to it have failed. */
    EJECTED,
    /** None, as its health checks fail. */
    DOWN
}
