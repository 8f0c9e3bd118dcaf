package org.eclipse.jetty.client;

import org.eclipse.jetty.client.internal.FollowUp;
import org.eclipse.jetty.client.internal.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Follows redirections (RFC 9110, section 15.4).
 *
 * <p>303, and a 301 or 302 of POST, become GET without content; the others keep method and content, which must be able to be sent
 * again. Credentials and cookies of the request stay with its origin. Thread-safe.
 */
public class RedirectProtocolHandler implements ProtocolHandler {
    public static final String NAME = "redirect";

    private final HttpClient client;

    public RedirectProtocolHandler(HttpClient client) {
        this.client = client;
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean accept(Request request, Response response) {
        return request.isFollowRedirects()
                && response.getHeaders().contains(HttpHeader.LOCATION)
                && HttpRedirector.isRedirect(response.getStatus());
    }

    @Override
    public Response.Listener getResponseListener() {
        return new Response.Listener() {
            @Override
            public void onComplete(Result result) {
                follow(result);
            }
        };
    }

    private void follow(Result result) {
        HttpRequest request = (HttpRequest) result.getRequest();
        Response response = result.getResponse();
        FollowUp followUp = new FollowUp(request);
        if (result.isFailed()) {
            followUp.fail(result, result.getFailure());
            return;
        }
        int limit = client.getMaxRedirects();
        if (limit >= 0 && followUp.nextRedirect() > limit) {
            followUp.fail(result, new HttpResponseException("Max redirects exceeded " + limit, response));
            return;
        }
        try {
            followUp.send(HttpRedirector.follow(request, response, request.getConversation()), result);
        } catch (RuntimeException x) {
            followUp.fail(result, x);
        }
    }
}
