package org.eclipse.jetty.server.isolation;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Components;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** All that an application can get hold of while it handles a request, kept beyond its end. */
final class Kept {
    static final String ATTRIBUTE = "kept";

    final Request request;
    final Response response;
    final Callback callback;
    final HttpFields fields;
    final Iterator<HttpField> fieldsIterator;
    final HttpURI uri;
    final List<HttpCookie> cookies;
    final Fields parameters;
    final ConnectionMetaData connection;
    final Components components;
    final Request readOnly;
    final Request other;
    final InputStream inputStream;
    final HttpFields.Mutable responseFields;
    final Content.Sink bufferedSink;
    final OutputStream outputStream;
    final OutputStream bufferedStream;
    HttpFields trailers;
    HttpStream stream;
    ListIterator<HttpField> responseFieldsIterator;
    Set<String> attributeNames;
    Map<String, Object> attributeMap;
    Attributes attributes;

    /** What the misuses have seen. */
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private final Map<String, String> values = new HashMap<>();
    private final List<CompletableFuture<Void>> writes = new ArrayList<>();

    /** Keeps everything, and answers as {@link SecretAnswer} says. */
    Kept(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        fields = request.getHeaders();
        fieldsIterator = fields.iterator();
        fieldsIterator.next();
        uri = request.getHttpURI();
        cookies = Request.getCookies(request);
        parameters = Request.extractQueryParameters(request);
        connection = request.getConnectionMetaData();
        components = request.getComponents();
        readOnly = Request.asReadOnly(request);
        other = Request.serveAs(request, HttpURI.from("http://localhost/other?" + uri.getQuery()));
        inputStream = Request.asInputStream(request);
        responseFields = response.getHeaders();
        bufferedSink = Response.asBufferedSink(request, response);
        outputStream = Content.Sink.asOutputStream(response);
        bufferedStream = Response.asBufferedOutputStream(request, response);
        request.addHttpStreamWrapper(wrapped -> {
            stream = wrapped;
            return wrapped;
        });
    }

    /** Reads the request, and answers it up to the last write. */
    void answer() throws Exception {
        String secret = fields.get(HttpHeader.AUTHORIZATION);
        request.setAttribute(ATTRIBUTE, secret);
        attributeNames = request.getAttributeNameSet();
        attributeMap = request.asAttributeMap();
        attributes = new Attributes.Layer(request);
        String content = Content.Source.asString(request);
        trailers = request.getTrailers();
        String text = SecretAnswer.first(
                        request.getMethod(), uri.getPathQuery(), cookies.get(0).getValue())
                + content;
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        responseFields.put(SecretAnswer.FIELD, secret);
        responseFields.put(HttpHeader.SET_COOKIE, "secret=" + cookies.get(0).getValue());
        responseFields.put(HttpHeader.CONTENT_LENGTH, bytes.remaining());
        responseFieldsIterator = responseFields.listIterator();
        responseFieldsIterator.next();
        response.setStatus(200);
        Content.Sink.write(response, false, bytes);
        readAll();
    }

    /** Notes what a misuse found. */
    void see(Object what) {
        seen.add(String.valueOf(what));
    }

    /** Notes what can be read of a source without waiting. */
    void see(Content.Source source) {
        for (int i = 0; i < 10; i++) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                return;
            }
            see(StandardCharsets.UTF_8.decode(chunk.getByteBuffer().slice()));
            boolean end = chunk.isLast();
            chunk.release();
            if (end) {
                return;
            }
        }
    }

    List<String> seen() {
        return seen;
    }

    /** The callback of a write that comes too late. */
    Callback lateWrite() {
        CompletableFuture<Void> written = new CompletableFuture<>();
        writes.add(written);
        return Callback.from(
                () -> complete(written, written.complete(null)),
                failure -> complete(written, written.completeExceptionally(failure)));
    }

    private void complete(CompletableFuture<Void> written, boolean first) {
        if (!first) {
            writes.add(CompletableFuture.failedFuture(new AssertionError("completed twice: " + written)));
        }
    }

    /** The callbacks of late writes. */
    List<CompletableFuture<Void>> lateWrites() {
        return writes;
    }

    /** What could be read of everything when the response was written. */
    Map<String, String> valuesWhenAnswered() {
        return values;
    }

    private void readAll() throws Exception {
        for (LateRead read : LateRead.all()) {
            if (read.own()) {
                values.put(read.name(), show(read.read().read(this)));
            }
        }
    }

    /** Anything as text. */
    static String show(Object value) {
        return String.valueOf(value);
    }

    /** The values of all fields. */
    static String all(HttpFields fields) {
        return fields == null ? null : fields.asString();
    }

    /** What a name stands for in the attributes that a function takes from this. */
    Object attribute(Function<Kept, Attributes> from) {
        return from.apply(this).getAttribute(ATTRIBUTE);
    }
}
