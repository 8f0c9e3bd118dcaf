package org.eclipse.jetty.security.jaas.callback;

import javax.security.auth.callback.Callback;
import org.eclipse.jetty.server.Request;

/** Asks for the request that a user logs in with. Confined to one login. */
public class RequestCallback implements Callback {
    private Request request;

    public RequestCallback() {}

    public void setRequest(Request request) {
        this.request = request;
    }

    public Request getRequest() {
        return request;
    }
}
