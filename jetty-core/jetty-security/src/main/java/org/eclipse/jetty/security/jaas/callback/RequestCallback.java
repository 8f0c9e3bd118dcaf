package org.eclipse.jetty.security.jaas.callback;

import javax.security.auth.callback.Callback;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Asks for the request that a user logs in with. Confined to one login. */
public class RequestCallback implements Callback {
    private @Nullable Request request;

    public RequestCallback() {}

    public void setRequest(@Nullable Request request) {
        this.request = request;
    }

    public @Nullable Request getRequest() {
        return request;
    }
}
