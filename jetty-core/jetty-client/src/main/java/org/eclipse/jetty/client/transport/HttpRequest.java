package org.eclipse.jetty.client.transport;

import org.eclipse.jetty.client.Request;

/** The requests that {@link org.eclipse.jetty.client.HttpClient} makes, which some libraries name by this type. */
public abstract class HttpRequest implements Request {
    protected HttpRequest() {}
}
