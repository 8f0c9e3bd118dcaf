package org.eclipse.jetty.client;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jetty.client.internal.FollowUp;
import org.eclipse.jetty.client.internal.UriReference;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Follows redirections (RFC 9110, section 15.4).
 *
 * <p>303, and a 301 or 302 of POST, become GET without content; the others keep method and content, which must be able to be sent
 * again. Credentials and cookies of the request stay with its origin. Thread-safe.
 */
public class RedirectProtocolHandler implements ProtocolHandler {
    public static final String NAME = "redirect";

    /** Fields that go with the content when a request becomes GET (RFC 9110, section 15.4), and those of sending it. */
    private static final List<String> OF_CONTENT = List.of(
            "Content-Type",
            "Content-Length",
            "Content-Encoding",
            "Content-Language",
            "Content-Location",
            "Content-Range",
            "Content-Digest",
            "Repr-Digest",
            "Digest",
            "Last-Modified",
            "Transfer-Encoding",
            "Trailer",
            "Expect");

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
                && isRedirect(response.getStatus());
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
        Throwable failure = result.getFailure();
        if (failure != null) {
            followUp.fail(result, failure);
            return;
        }
        int limit = client.getMaxRedirects();
        if (limit >= 0 && followUp.nextRedirect() > limit) {
            followUp.fail(result, new HttpResponseException("Max redirects exceeded " + limit, response));
            return;
        }
        try {
            followUp.send(follow(request, response, request::copy), result);
        } catch (RuntimeException x) {
            followUp.fail(result, x);
        }
    }

    static boolean isRedirect(int status) {
        return switch (status) {
            case HttpStatus.MOVED_PERMANENTLY_301,
                    HttpStatus.FOUND_302,
                    HttpStatus.SEE_OTHER_303,
                    HttpStatus.TEMPORARY_REDIRECT_307,
                    HttpStatus.PERMANENT_REDIRECT_308 -> true;
            default -> false;
        };
    }

    /**
     * Creates the request by which a redirection is followed.
     *
     * @param copy a copy of the request with another URI
     * @throws HttpResponseException if it cannot be
     */
    static HttpRequest follow(HttpRequest request, Response response, Function<URI, HttpRequest> copy) {
        String location = response.getHeaders().get(HttpHeader.LOCATION);
        if (location == null || !isRedirect(response.getStatus())) {
            throw new HttpResponseException(
                    response.getStatus() + " (expected: a redirection, with a Location)", response);
        }
        try {
            URI target = UriReference.resolve(request.getURI(), location);
            HttpRequest next = copy.apply(target);
            method(next, request, response.getStatus());
            next.headers(fields -> fields.remove(HttpHeader.HOST));
            next.dropAddedCredentials();
            if (!sameOrigin(request, next)) {
                next.dropCredentials();
            }
            if (next.getBody() != null && !next.getBody().rewind()) {
                throw new HttpResponseException("The content cannot be sent again to " + target, response);
            }
            return next;
        } catch (IllegalArgumentException x) {
            throw new HttpResponseException("Location: " + location, response, x);
        }
    }

    private static void method(HttpRequest next, HttpRequest request, int status) {
        boolean post = HttpMethod.POST.is(request.getMethod());
        boolean toGet =
                switch (status) {
                    case HttpStatus.SEE_OTHER_303 -> !HttpMethod.HEAD.is(request.getMethod());
                    case HttpStatus.MOVED_PERMANENTLY_301, HttpStatus.FOUND_302 -> post;
                    default -> false;
                };
        if (toGet) {
            next.method(HttpMethod.GET);
            next.body(null);
            next.trailersSupplier(null);
            next.headers(fields -> OF_CONTENT.forEach(fields::remove));
        }
    }

    private static boolean sameOrigin(Request one, Request other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost())
                && one.getPort() == other.getPort();
    }
}
