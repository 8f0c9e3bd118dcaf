package org.eclipse.jetty.proxy;

import org.eclipse.jetty.client.ProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Takes over interim responses of a status above 103, such as 104 of resumable uploads, which a proxy must pass on (RFC 9110, section 15.2).
 * Thread-safe.
 */
public abstract class InterimProtocolHandler implements ProtocolHandler {
    public static final String NAME = "interim";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean accept(Request request, Response response) {
        return HttpStatus.isInterim(response.getStatus()) && response.getStatus() > HttpStatus.EARLY_HINT_103;
    }

    @Override
    public Response.Listener getResponseListener() {
        return new Response.Listener() {
            @Override
            public void onSuccess(Response response) {
                onInterim(response.getRequest(), response);
            }
        };
    }

    /** Called upon such a response. */
    protected abstract void onInterim(Request request, Response response);
}
