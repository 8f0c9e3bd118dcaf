package org.eclipse.jetty.server;

import org.eclipse.jetty.util.resource.Resource;

/** Decides whether a resource may be served that has another real name than the one asked for. Thread-safe. */
public interface AliasCheck {
    boolean checkAlias(String pathInContext, Resource resource);
}
