package org.eclipse.jetty.server.handler;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/**
 * Sends the content of requests back, with its type and length, for tests. Thread-safe.
 *
 * <p>This one copies chunks as they come, without blocking, and the trailers of content of unknown length; the nested ones do the same by the other ways of reading and writing.
 */
public class EchoHandler extends Handler.Abstract.NonBlocking {
    private static final HttpField OCTETS =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/octet-stream");

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        response.setStatus(HttpStatus.OK_200);
        HttpField type = request.getHeaders().getField(HttpHeader.CONTENT_TYPE);
        response.getHeaders().put(type == null ? OCTETS : type);
        long length = request.getLength();
        if (length >= 0) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
        }
        copy(request, response, callback);
        return true;
    }

    /** Copies the content, and completes the callback. */
    protected void copy(Request request, Response response, Callback callback) throws Exception {
        if (request.getLength() >= 0) {
            Content.copy(request, response, callback);
        } else {
            Content.copy(request, response, Response.newTrailersChunkProcessor(response), callback);
        }
    }

    /** Copies by the streams, which block. */
    public static class Stream extends EchoHandler {
        @Override
        public InvocationType getInvocationType() {
            return InvocationType.BLOCKING;
        }

        @Override
        protected void copy(Request request, Response response, Callback callback) throws Exception {
            try (InputStream in = Content.Source.asInputStream(request);
                    OutputStream out = Content.Sink.asOutputStream(response)) {
                in.transferTo(out);
            }
            callback.succeeded();
        }
    }

    /** Blocks until all of the content has come, and writes it at once. */
    public static class Buffered extends EchoHandler {
        @Override
        public InvocationType getInvocationType() {
            return InvocationType.BLOCKING;
        }

        @Override
        protected void copy(Request request, Response response, Callback callback) throws Exception {
            response.write(true, Content.Source.asByteBuffer(request), callback);
        }
    }

    /** Waits without blocking until all of the content has come, and writes it at once. */
    public static class BufferedAsync extends EchoHandler {
        @Override
        protected void copy(Request request, Response response, Callback callback) {
            Content.Source.asByteBuffer(request, new Promise<>() {
                @Override
                public void succeeded(ByteBuffer content) {
                    response.write(true, content, callback);
                }

                @Override
                public void failed(Throwable failure) {
                    callback.failed(failure);
                }
            });
        }
    }

    /** Copies by a publisher and a subscriber. */
    public static class Reactive extends EchoHandler {
        @Override
        protected void copy(Request request, Response response, Callback callback) {
            Content.Source.asPublisher(request).subscribe(Content.Sink.asSubscriber(response, callback));
        }
    }
}
