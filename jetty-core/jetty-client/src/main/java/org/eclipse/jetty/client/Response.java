package org.eclipse.jetty.client;

import java.nio.ByteBuffer;
import java.util.EventListener;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.internal.ContentPump;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The head of a response, and its trailers once they have come. It belongs to one request.
 *
 * <p>The events of a response are reported one after the other: begin, header for each field, headers, content, success or
 * failure, complete. A listener that throws makes the request fail, but for those of failure and complete.
 */
public interface Response {
    Request getRequest();

    HttpVersion getVersion();

    int getStatus();

    /** Returns the reason phrase; null over protocols without one. */
    @Nullable
    String getReason();

    HttpFields getHeaders();

    /** Returns the trailer fields; null as long as there are none. */
    @Nullable
    HttpFields getTrailers();

    /** Ends the request with a cause; the future is true if it had not ended. */
    CompletableFuture<Boolean> abort(Throwable cause);

    /** A listener of the events of a response. */
    interface ResponseListener extends EventListener {}

    /** Called when the status is known. */
    interface BeginListener extends ResponseListener {
        void onBegin(Response response);
    }

    /** Called for each header field; returning false removes it from the response. */
    interface HeaderListener extends ResponseListener {
        boolean onHeader(Response response, HttpField field);
    }

    /** Called when the header fields are complete. */
    interface HeadersListener extends ResponseListener {
        void onHeaders(Response response);
    }

    /** Called once, after the headers, with what the content is read from; it must be read to its end, or failed. */
    interface ContentSourceListener extends ResponseListener {
        void onContentSource(Response response, Content.Source contentSource);
    }

    /** Called with each piece of content; the next one comes when {@code demander} is run. */
    interface AsyncContentListener extends ContentSourceListener {
        /**
         * Called with a piece of content.
         *
         * @param chunk released by the caller; to be retained by a listener that uses it after it has returned
         * @param demander to be run once, by any thread, to have the next piece read
         */
        void onContent(Response response, Content.Chunk chunk, Runnable demander) throws Exception;

        @Override
        default void onContentSource(Response response, Content.Source contentSource) {
            new ContentPump(response, contentSource, this).run();
        }
    }

    /** Called with each piece of content, whose buffer is used by others when it has returned. */
    interface ContentListener extends AsyncContentListener {
        void onContent(Response response, ByteBuffer content) throws Exception;

        @Override
        default void onContent(Response response, Content.Chunk chunk, Runnable demander) throws Exception {
            onContent(response, chunk.getByteBuffer());
            demander.run();
        }
    }

    /** Called when the response has come as a whole. */
    interface SuccessListener extends ResponseListener {
        void onSuccess(Response response);
    }

    /** Called when it has not. */
    interface FailureListener extends ResponseListener {
        void onFailure(Response response, Throwable failure);
    }

    /** Called once, when the request and its response have ended. */
    interface CompleteListener extends ResponseListener {
        void onComplete(Result result);
    }

    /** A listener of all events. */
    interface Listener
            extends BeginListener,
                    HeaderListener,
                    HeadersListener,
                    ContentListener,
                    SuccessListener,
                    FailureListener,
                    CompleteListener {
        @Override
        default void onBegin(Response response) {}

        @Override
        default boolean onHeader(Response response, HttpField field) {
            return true;
        }

        @Override
        default void onHeaders(Response response) {}

        @Override
        default void onContent(Response response, ByteBuffer content) throws Exception {}

        @Override
        default void onSuccess(Response response) {}

        @Override
        default void onFailure(Response response, Throwable failure) {}

        @Override
        default void onComplete(Result result) {}
    }
}
