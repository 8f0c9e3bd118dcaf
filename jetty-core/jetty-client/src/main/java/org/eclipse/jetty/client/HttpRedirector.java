package org.eclipse.jetty.client;

import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.client.internal.UriReference;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Follows redirections (RFC 9110, section 15.4) one at a time, for requests with {@code followRedirects(false)}.
 *
 * <pre>
 * Response response = client.newRequest(uri).followRedirects(false).send();
 * while (redirector.isRedirect(response)) {
 *     response = redirector.redirect(response.getRequest(), response).getResponse();
 * }
 * </pre>
 *
 * <p>What follows is as if the client did so: 303, and a 301 or 302 of POST, become GET without content; the others keep method and
 * content. Credentials and cookies of the request stay with its origin. At most {@link HttpClient#getMaxRedirects} follow each
 * other. Thread-safe.
 */
public class HttpRedirector {
    private static final String COUNT = HttpRedirector.class.getName() + ".count";

    private final HttpClient client;

    public HttpRedirector(HttpClient client) {
        this.client = Objects.requireNonNull(client);
    }

    /** Returns whether the status of a response is one of a redirection: 301, 302, 303, 307 or 308. */
    public boolean isRedirect(Response response) {
        return RedirectProtocolHandler.isRedirect(response.getStatus());
    }

    /**
     * Returns where a response redirects to, resolved by the URI of its request.
     *
     * @return null if it does not say so
     * @throws IllegalArgumentException if that is no URI
     */
    public @Nullable URI extractRedirectURI(Response response) {
        String location = response.getHeaders().get(HttpHeader.LOCATION);
        return location == null
                ? null
                : UriReference.resolve(response.getRequest().getURI(), location);
    }

    /**
     * Follows a redirection, and waits for the next response, without its content.
     *
     * @throws ExecutionException if it cannot be followed, or the request fails
     */
    public Result redirect(Request request, Response response) throws InterruptedException, ExecutionException {
        CompletableFuture<Result> future = new CompletableFuture<>();
        Request next = redirect(request, response, result -> {
            if (result.isFailed()) {
                future.completeExceptionally(result.getFailure());
            } else {
                future.complete(result);
            }
        });
        try {
            return future.get();
        } catch (InterruptedException x) {
            if (next != null) {
                next.abort(x);
            }
            throw x;
        }
    }

    /**
     * Follows a redirection.
     *
     * @param listener called with the next response; may be a listener of other events, too
     * @return the next request, which was sent; null if it cannot be, upon which the listener was called with the cause
     */
    public @Nullable Request redirect(Request request, Response response, Response.CompleteListener listener) {
        try {
            int count = request.getAttributes().get(COUNT) instanceof Integer before ? before + 1 : 1;
            int limit = client.getMaxRedirects();
            if (limit >= 0 && count > limit) {
                throw new HttpResponseException("Max redirects exceeded " + limit, response);
            }
            HttpRequest http = (HttpRequest) request;
            HttpRequest next =
                    RedirectProtocolHandler.follow(http, response, uri -> http.copy(uri, new HttpConversation()));
            next.attribute(COUNT, count);
            next.send(listener);
            return next;
        } catch (RuntimeException x) {
            listener.onComplete(new Result(request, response, x));
            return null;
        }
    }
}
