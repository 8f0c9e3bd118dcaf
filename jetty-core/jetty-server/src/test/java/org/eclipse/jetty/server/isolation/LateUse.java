package org.eclipse.jetty.server.isolation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Something that is done with a kept object once its request has ended.
 *
 * @param name the kept object and what is done with it, the end of a sentence
 */
record LateUse(String name, Use use) {
    interface Use {
        void use(Kept kept) throws Exception;
    }

    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static List<LateUse> all() {
        List<LateUse> all = new ArrayList<>();
        callback(all);
        write(all);
        responseFields(all);
        content(all);
        attributes(all);
        listeners(all);
        stream(all);
        return all;
    }

    private static void add(List<LateUse> all, String name, Use use) {
        all.add(new LateUse(name, use));
    }

    private static ByteBuffer late() {
        return ByteBuffer.wrap("late".getBytes(StandardCharsets.UTF_8));
    }

    private static void callback(List<LateUse> all) {
        add(all, "the callback, succeeded again", k -> k.callback.succeeded());
        add(all, "the callback, failed", k -> k.callback.failed(new Failure()));
        add(all, "the callback, failed without a cause", k -> k.callback.failed(null));
        add(all, "the callback, succeeded and failed", k -> {
            k.callback.succeeded();
            k.callback.failed(new Failure());
        });
        add(all, "the callback, failed and succeeded", k -> {
            k.callback.failed(new Failure());
            k.callback.succeeded();
        });
        add(
                all,
                "the callback, completed with a future",
                k -> k.callback.completeWith(CompletableFuture.completedFuture(null)));
        add(all, "the callback, nested in another one that fails", k -> Callback.from(k.callback, () -> k.see("nested"))
                .failed(new Failure()));
    }

    private static void write(List<LateUse> all) {
        add(all, "the response, written to", k -> k.response.write(false, late(), k.lateWrite()));
        add(all, "the response, written to for the last time", k -> k.response.write(true, late(), k.lateWrite()));
        add(all, "the response, ended by an empty write", k -> k.response.write(true, null, k.lateWrite()));
        add(all, "the response, written to by several writes", k -> {
            k.response.write(false, late(), k.lateWrite());
            k.response.write(false, late(), k.lateWrite());
            k.response.write(true, late(), k.lateWrite());
            k.callback.succeeded();
        });
        add(
                all,
                "the response, written to as a sink",
                k -> Content.Sink.write(k.response, true, "late", k.lateWrite()));
        add(all, "the response, copied to", k -> Content.copy(Content.Source.from(late()), k.response, k.lateWrite()));
        add(
                all,
                "the buffered sink, written to",
                k -> k.bufferedSink.write(false, ByteBuffer.allocate(100_000), k.lateWrite()));
        add(all, "the buffered sink, ended", k -> k.bufferedSink.write(true, late(), k.lateWrite()));
        add(all, "the output stream, written to", k -> k.outputStream.write(late().array()));
        add(all, "the output stream, closed", k -> k.outputStream.close());
        add(all, "the buffered output stream, flushed", k -> {
            k.bufferedStream.write(late().array());
            k.bufferedStream.flush();
        });
        add(all, "the response, sent an interim response", k -> k.response
                .writeInterim(103, HttpFields.build().put("Late", "late"))
                .get());
        add(all, "the response, redirected", k -> Response.sendRedirect(k.request, k.response, k.lateWrite(), "/late"));
        add(
                all,
                "the response, turned into an error",
                k -> Response.writeError(k.request, k.response, k.lateWrite(), 503));
        add(
                all,
                "the response, turned into an error with the callback",
                k -> Response.writeError(k.request, k.response, k.callback, new Failure()));
    }

    private static void responseFields(List<LateUse> all) {
        add(all, "the response, given a status", k -> k.response.setStatus(503));
        add(all, "the response, given a field", k -> k.response.getHeaders().add("Late", "late"));
        add(all, "the response, given a cookie", k -> Response.addCookie(k.response, HttpCookie.from("late", "late")));
        add(
                all,
                "the response, with a cookie replaced",
                k -> Response.putCookie(k.response, HttpCookie.from("secret", "late")));
        add(all, "the response, not to be persistent", k -> Response.ensureNotPersistent(k.request, k.response));
        add(all, "the response, reset", k -> k.response.reset());
        add(
                all,
                "the response, given trailers",
                k -> k.response.setTrailersSupplier(() -> HttpFields.build().put("Late", "late")));
        add(all, "the fields of the response, added to", k -> k.responseFields.add("Late", "late"));
        add(all, "the fields of the response, one put", k -> k.responseFields.put(SecretAnswer.FIELD, "late"));
        add(all, "the fields of the response, one removed", k -> k.responseFields.remove(SecretAnswer.FIELD));
        add(all, "the fields of the response, cleared", k -> k.responseFields.clear());
        add(
                all,
                "the fields of the response, computed",
                k -> k.responseFields.computeField(SecretAnswer.FIELD, (name, fields) -> new HttpField(name, "late")));
        add(
                all,
                "the iterator of the fields of the response, one set",
                k -> k.responseFieldsIterator.set(new HttpField("Late", "late")));
        add(
                all,
                "the iterator of the fields of the response, one added",
                k -> k.responseFieldsIterator.add(new HttpField("Late", "late")));
        add(all, "the iterator of the fields of the response, one removed", k -> k.responseFieldsIterator.remove());
    }

    private static void content(List<LateUse> all) {
        add(all, "the request, read", k -> k.see(k.request));
        add(all, "the request, demanded content of", k -> k.request.demand(() -> k.see(k.request)));
        add(
                all,
                "the request, demanded content of by what fails",
                k -> k.request.demand(() -> {
                    throw new IllegalArgumentException("late demand");
                }));
        add(all, "the request, its content consumed", k -> k.see(k.request.consumeAvailable()));
        add(all, "the request, failed", k -> k.request.fail(new Failure()));
        add(all, "the request, failed for a while", k -> k.request.fail(new Failure(), false));
        add(all, "the wrapper of the request, read", k -> k.see(k.other));
        add(all, "the read-only wrapper of the request, consumed", k -> k.see(k.readOnly.consumeAvailable()));
        add(
                all,
                "the request, copied from",
                k -> Content.copy(k.request, (last, bytes, callback) -> callback.succeeded(), k.lateWrite()));
        add(
                all,
                "the request, its form read",
                k -> k.see(FormFields.from(k.request).isDone()));
        add(all, "the input stream, asked what is available", k -> k.see(k.inputStream.available()));
        add(all, "the input stream, closed", k -> k.inputStream.close());
    }

    private static void attributes(List<LateUse> all) {
        add(all, "the request, given an attribute", k -> k.request.setAttribute(Kept.ATTRIBUTE, "late"));
        add(all, "the request, with an attribute removed", k -> k.request.removeAttribute(Kept.ATTRIBUTE));
        add(all, "the request, with its attributes cleared", k -> k.request.clearAttributes());
        add(
                all,
                "the request, given a connection to upgrade to",
                k -> k.request.setAttribute(
                        HttpStream.UPGRADE_CONNECTION_ATTRIBUTE,
                        new AbstractConnection(
                                k.connection.getConnection().getEndPoint(),
                                k.connection.getConnector().getExecutor()) {
                            @Override
                            public void onFillable() {
                                k.see("upgraded");
                            }
                        }));
        add(
                all,
                "the request, given an authentication",
                k -> Request.setAuthenticationState(k.request, Request.AuthenticationState.NONE));
        add(all, "the layer of attributes, cleared", k -> k.attributes.clearAttributes());
        add(all, "the components, given an attribute of the connection", k -> k.components
                .getCache()
                .setAttribute("late", "late"));
    }

    private static void listeners(List<LateUse> all) {
        add(all, "the request, given a failure listener", k -> k.request.addFailureListener(k::see));
        add(
                all,
                "the request, given an idle timeout listener",
                k -> k.request.addIdleTimeoutListener(timeout -> {
                    k.see(timeout);
                    return true;
                }));
        add(
                all,
                "the request, given a completion listener",
                k -> Request.addCompletionListener(k.request, failure -> {
                    throw new IllegalArgumentException("late completion listener");
                }));
        add(
                all,
                "the request, given a stream wrapper",
                k -> k.request.addHttpStreamWrapper(wrapped -> new HttpStream.Wrapper(wrapped) {
                    @Override
                    public Content.Chunk read() {
                        Content.Chunk chunk = super.read();
                        k.see(chunk);
                        return chunk == null ? null : Content.Chunk.from(new Failure());
                    }

                    @Override
                    public void prepareResponse(HttpFields.Mutable headers) {
                        k.see(headers);
                        headers.put("Late", "late");
                    }
                }));
    }

    private static void stream(List<LateUse> all) {
        add(all, "the stream, succeeded again", k -> k.stream.succeeded());
        add(all, "the stream, failed", k -> k.stream.failed(new Failure()));
        add(all, "the stream, read", k -> {
            Content.Chunk chunk = k.stream.read();
            if (chunk != null) {
                k.see(StandardCharsets.UTF_8.decode(chunk.getByteBuffer().slice()));
                chunk.release();
            }
        });
        add(all, "the stream, demanded content of", k -> k.stream.demand());
        add(all, "the stream, its content consumed", k -> k.see(k.stream.consumeAvailable()));
        add(
                all,
                "the stream, sent a response",
                k -> k.stream.send(
                        null,
                        new MetaData.Response(
                                200,
                                null,
                                HttpVersion.HTTP_1_1,
                                HttpFields.build()
                                        .put(HttpHeader.CONTENT_LENGTH, 4)
                                        .asImmutable()),
                        true,
                        late(),
                        k.lateWrite()));
        add(all, "the stream, sent content", k -> k.stream.send(null, null, false, late(), k.lateWrite()));
        add(
                all,
                "the stream, sent an interim response",
                k -> k.stream.send(
                        null,
                        new MetaData.Response(103, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY),
                        false,
                        null,
                        k.lateWrite()));
        add(all, "the stream, with its send cancelled", k -> {
            Runnable task = k.stream.cancelSend(new Failure(), Callback.NOOP);
            if (task != null) {
                task.run();
            }
        });
        add(all, "the stream, asked to prepare a response", k -> k.stream.prepareResponse(HttpFields.build()));
        add(all, "the stream, given an idle timeout", k -> k.stream.setIdleTimeout(17_000));
    }

    @Override
    public String toString() {
        return name;
    }
}
