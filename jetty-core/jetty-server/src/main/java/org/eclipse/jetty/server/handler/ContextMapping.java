package org.eclipse.jetty.server.handler;

/** A handler that finds contexts by their paths and hosts; each context has it look again when these change. */
interface ContextMapping {
    void mapContexts();
}
