package org.eclipse.jetty.client;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A request to be sent once, and its listeners.
 *
 * <pre>
 * client.newRequest("http://host/path").headers(h -&gt; h.put("X-Name", "value")).timeout(5, TimeUnit.SECONDS).send(result -&gt; ...);
 * </pre>
 *
 * <p>Confined to the thread that makes it until it is sent; then it is not changed any more, but for {@link #abort}, which any
 * thread may call. It ends exactly once: {@link Response.CompleteListener#onComplete} is called, with what failed, if anything.
 *
 * <p>An idempotent request (RFC 9110, section 9.2.2) that a server has closed a kept connection instead of answering is sent
 * again by itself, if its content can be rewound; its request events are repeated then.
 */
public interface Request {
    /** Returns the connection that carries it; null before it has one. */
    default @Nullable Connection getConnection() {
        return null;
    }

    String getScheme();

    Request scheme(String scheme);

    String getHost();

    Request host(String host);

    int getPort();

    Request port(int port);

    /** Sets what carries it; null for the default of the client's transport. */
    Request transport(@Nullable Transport transport);

    @Nullable
    Transport getTransport();

    String getMethod();

    Request method(HttpMethod method);

    Request method(String method);

    /** Returns the raw path, without the query. */
    String getPath();

    /** Sets the raw path, which may have a query. */
    Request path(String path);

    /** Returns the raw query. */
    @Nullable
    String getQuery();

    URI getURI();

    HttpVersion getVersion();

    /** Sets the version; by default that of the protocol in use. */
    Request version(HttpVersion version);

    /**
     * Returns the parameters of the query, decoded in UTF-8.
     *
     * @throws IllegalArgumentException if the query is not encoded in UTF-8, which does not keep it from being sent
     */
    Fields getParams();

    /** Adds a parameter to the query, percent-encoded in UTF-8; null for one without "=". */
    Request param(String name, @Nullable String value);

    HttpFields getHeaders();

    /** Changes the header fields. */
    Request headers(Consumer<HttpFields.Mutable> consumer);

    @Nullable
    Supplier<HttpFields> getTrailersSupplier();

    /** Sets what supplies the trailer fields, called once the content has been sent. */
    Request trailersSupplier(@Nullable Supplier<HttpFields> supplier);

    /** Returns the cookies that were set on this request, without those of the client's store. */
    List<HttpCookie> getCookies();

    Request cookie(HttpCookie cookie);

    /** Sets a tag: requests with different tags use different connections. */
    Request tag(@Nullable Object tag);

    @Nullable
    Object getTag();

    /** Sets an attribute, which is not sent; null removes it. */
    Request attribute(String name, @Nullable Object value);

    Map<String, Object> getAttributes();

    @Nullable
    Content getBody();

    /** Sets the content; its type is sent unless the fields have one. */
    Request body(@Nullable Content content);

    /** Sends the content of a file, as {@code application/octet-stream}. */
    Request file(Path file) throws IOException;

    Request file(Path file, String contentType) throws IOException;

    @Nullable
    String getAgent();

    Request agent(String agent);

    /** Sets the accepted media types. */
    Request accept(String... accepts);

    /** Returns the milliseconds without traffic after which it fails; -1 for those of the client. */
    long getIdleTimeout();

    Request idleTimeout(long timeout, TimeUnit unit);

    /** Returns the milliseconds from sending until its end, in all; 0 for no limit. */
    long getTimeout();

    Request timeout(long timeout, TimeUnit unit);

    boolean isFollowRedirects();

    Request followRedirects(boolean follow);

    default Request listener(Listener listener) {
        return onRequestListener(listener);
    }

    default Request onRequestListener(Listener listener) {
        return onRequestQueued(listener)
                .onRequestBegin(listener)
                .onRequestHeaders(listener)
                .onRequestCommit(listener)
                .onRequestContent(listener)
                .onRequestSuccess(listener)
                .onRequestFailure(listener);
    }

    Request onRequestQueued(QueuedListener listener);

    Request onRequestBegin(BeginListener listener);

    Request onRequestHeaders(HeadersListener listener);

    Request onRequestCommit(CommitListener listener);

    Request onRequestContent(ContentListener listener);

    Request onRequestSuccess(SuccessListener listener);

    Request onRequestFailure(FailureListener listener);

    /** Adds a listener of all events of the response. */
    Request onResponseListener(Response.Listener listener);

    Request onResponseBegin(Response.BeginListener listener);

    Request onResponseHeader(Response.HeaderListener listener);

    Request onResponseHeaders(Response.HeadersListener listener);

    Request onResponseContent(Response.ContentListener listener);

    Request onResponseContentAsync(Response.AsyncContentListener listener);

    Request onResponseContentSource(Response.ContentSourceListener listener);

    Request onResponseSuccess(Response.SuccessListener listener);

    Request onResponseFailure(Response.FailureListener listener);

    Request onComplete(Response.CompleteListener listener);

    /**
     * Sends it and waits for the whole response, whose content may have 2 MiB at most.
     *
     * @throws ExecutionException if it fails; the cause says why
     * @throws TimeoutException if its {@linkplain #getTimeout() timeout} expires
     * @throws InterruptedException if the thread is interrupted while it waits; the request is aborted
     */
    ContentResponse send() throws InterruptedException, TimeoutException, ExecutionException;

    /** Sends it without waiting; the listener, if any, is added to the others. */
    void send(Response.@Nullable CompleteListener listener);

    /** Ends it with a cause, before or while it is sent; the future is true if it had not ended. */
    CompletableFuture<Boolean> abort(Throwable cause);

    /** Returns the cause of {@link #abort}. */
    @Nullable
    Throwable getAbortCause();

    /** The content of a request. */
    interface Content extends org.eclipse.jetty.io.Content.Source {
        /** Returns the media type; null if it is not known. */
        default @Nullable String getContentType() {
            return "application/octet-stream";
        }
    }

    /** A listener of the events of a request. */
    interface RequestListener extends EventListener {}

    /** Called when it waits for a connection. */
    interface QueuedListener extends RequestListener {
        void onQueued(Request request);
    }

    /** Called when it has a connection, before it is sent. */
    interface BeginListener extends RequestListener {
        void onBegin(Request request);
    }

    /** Called when its header fields are final, before they are sent. */
    interface HeadersListener extends RequestListener {
        void onHeaders(Request request);
    }

    /** Called when the header fields have been sent. */
    interface CommitListener extends RequestListener {
        void onCommit(Request request);
    }

    /** Called after each piece of content has been sent, with a view of its bytes. */
    interface ContentListener extends RequestListener {
        void onContent(Request request, ByteBuffer content);
    }

    /** Called when all of it has been sent. */
    interface SuccessListener extends RequestListener {
        void onSuccess(Request request);
    }

    /** Called when it could not be sent, or not as a whole. */
    interface FailureListener extends RequestListener {
        void onFailure(Request request, Throwable failure);
    }

    /** A listener of all events. */
    interface Listener
            extends QueuedListener,
                    BeginListener,
                    HeadersListener,
                    CommitListener,
                    ContentListener,
                    SuccessListener,
                    FailureListener {
        @Override
        default void onQueued(Request request) {}

        @Override
        default void onBegin(Request request) {}

        @Override
        default void onHeaders(Request request) {}

        @Override
        default void onCommit(Request request) {}

        @Override
        default void onContent(Request request, ByteBuffer content) {}

        @Override
        default void onSuccess(Request request) {}

        @Override
        default void onFailure(Request request, Throwable failure) {}
    }
}
