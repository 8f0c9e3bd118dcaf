package org.eclipse.jetty.client;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/** Takes over 102 Processing. Thread-safe. */
public class ProcessingProtocolHandler implements ProtocolHandler {
    public static final String NAME = "processing";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean accept(Request request, Response response) {
        return response.getStatus() == HttpStatus.PROCESSING_102;
    }

    @Override
    public Response.Listener getResponseListener() {
        return new Response.Listener() {
            @Override
            public void onSuccess(Response response) {
                onProcessing(response.getRequest(), response.getHeaders());
            }
        };
    }

    /** Called upon 102. */
    protected void onProcessing(Request request, HttpFields responseHeaders) {}
}
