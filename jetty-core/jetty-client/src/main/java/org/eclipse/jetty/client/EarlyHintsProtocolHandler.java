package org.eclipse.jetty.client;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/** Takes over 103 Early Hints (RFC 8297). Thread-safe. */
public class EarlyHintsProtocolHandler implements ProtocolHandler {
    public static final String NAME = "early-hints";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean accept(Request request, Response response) {
        return response.getStatus() == HttpStatus.EARLY_HINT_103;
    }

    @Override
    public Response.Listener getResponseListener() {
        return new Response.Listener() {
            @Override
            public void onSuccess(Response response) {
                onEarlyHints(response.getRequest(), response.getHeaders());
            }
        };
    }

    /** Called upon 103. */
    protected void onEarlyHints(Request request, HttpFields responseHeaders) {}
}
