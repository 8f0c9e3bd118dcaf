package org.eclipse.jetty.proxy;

import java.util.List;
import org.eclipse.jetty.server.Request;

/** Chooses one of the back ends that may get a request. Stateless. */
interface BackendChoice {
    /** @param backends at least one */
    Backend choose(List<Backend> backends, Request request);
}
