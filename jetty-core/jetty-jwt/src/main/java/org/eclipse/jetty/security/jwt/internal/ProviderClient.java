package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.FormRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a provider. Answers are limited in time and bytes, redirections are not followed.
 *
 * <p>The calling thread waits for the answer. Thread-safe.
 */
public final class ProviderClient {
    private static final String JSON = "application/json";

    /** Requests that wait for the provider: each holds a thread of the server. */
    private static final int MAX_WAITING = 32;

    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    private final HttpClient client;
    private final long timeout;
    private final int maxBytes;

    /**
     * @param timeout the milliseconds that a request may take until its answer is complete
     * @param maxBytes the most bytes of an answer
     */
    public ProviderClient(HttpClient client, long timeout, int maxBytes) {
        this.client = client;
        this.timeout = timeout;
        this.maxBytes = maxBytes;
    }

    /** A client for providers, which is not started yet. */
    public static HttpClient newHttpClient() {
        HttpClient created = new HttpClient();
        created.setFollowRedirects(false);
        created.setUserAgentField(null);
        // cookies of one user's request must not be sent with those of others
        created.setHttpCookieStore(new HttpCookieStore.Empty());
        return created;
    }

    /** The answer of a provider. Immutable. */
    public record Answer(String uri, int status, @Nullable String type, String content) {
        /** Without the content, which may have tokens. */
        @Override
        public String toString() {
            return uri + ": status " + status + ", " + type + ", " + content.length() + " characters";
        }
    }

    /**
     * Gets a document.
     *
     * @throws IOException if the status is not 200, or there is no answer within the limits
     */
    public String get(String uri, String accept) throws IOException {
        Answer answer = ask(uri, accept);
        if (answer.status() != HttpStatus.OK_200) {
            throw new IOException(uri + ": status " + answer.status() + " (expected: 200)");
        }
        return answer.content();
    }

    /** Gets a document, whatever its status. */
    public Answer ask(String uri, String accept) throws IOException {
        return send(
                client.newRequest(uri).method(HttpMethod.GET).headers(fields -> fields.put(HttpHeader.ACCEPT, accept)));
    }

    /** Gets a document with an access token (RFC 6750, section 2.1). */
    public Answer getWithToken(String uri, String token) throws IOException {
        return send(client.newRequest(uri).method(HttpMethod.GET).headers(fields -> fields.put(HttpHeader.ACCEPT, JSON)
                .put(HttpHeader.AUTHORIZATION, "Bearer " + token)));
    }

    /** Posts a form; the answer is JSON, whatever its status. */
    public Answer post(String uri, Fields form, Consumer<HttpFields.Mutable> headers) throws IOException {
        return send(client.POST(uri)
                .headers(fields -> fields.put(HttpHeader.ACCEPT, JSON))
                .headers(headers)
                .body(new FormRequestContent(form)));
    }

    private Answer send(Request request) throws IOException {
        String uri = request.getURI().toString();
        request.followRedirects(false).timeout(timeout, TimeUnit.MILLISECONDS);
        if (!waiting.tryAcquire()) {
            throw new IOException(uri + ": " + MAX_WAITING + " requests wait for it already");
        }
        try {
            ContentResponse response =
                    new CompletableResponseListener(request, maxBytes).send().get(2 * timeout, TimeUnit.MILLISECONDS);
            return new Answer(uri, response.getStatus(), response.getMediaType(), response.getContentAsString());
        } catch (ExecutionException x) {
            throw new IOException(uri + ": " + x.getCause(), x.getCause());
        } catch (TimeoutException x) {
            throw new IOException(uri + ": no answer within " + timeout + " ms", x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException(uri + ": interrupted").initCause(x);
        } finally {
            waiting.release();
        }
    }
}
