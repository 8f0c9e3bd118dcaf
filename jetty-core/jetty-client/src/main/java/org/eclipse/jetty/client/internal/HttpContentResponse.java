package org.eclipse.jetty.client.internal;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** A response with its content. Immutable. */
public record HttpContentResponse(
        Response response,
        byte[] content,
        @Nullable String mediaType,
        @Nullable String encoding) implements ContentResponse {
    @Override
    public Request getRequest() {
        return response.getRequest();
    }

    @Override
    public HttpVersion getVersion() {
        return response.getVersion();
    }

    @Override
    public int getStatus() {
        return response.getStatus();
    }

    @Override
    public @Nullable String getReason() {
        return response.getReason();
    }

    @Override
    public HttpFields getHeaders() {
        return response.getHeaders();
    }

    @Override
    public @Nullable HttpFields getTrailers() {
        return response.getTrailers();
    }

    @Override
    public CompletableFuture<Boolean> abort(Throwable cause) {
        return response.abort(cause);
    }

    @Override
    public @Nullable String getMediaType() {
        return mediaType;
    }

    @Override
    public @Nullable String getEncoding() {
        return encoding;
    }

    @Override
    public byte[] getContent() {
        return content;
    }

    @Override
    public String getContentAsString() {
        return new String(content, encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding));
    }

    @Override
    public String toString() {
        return String.format(
                "%s[%s %d %s,%d bytes]",
                getClass().getSimpleName(), getVersion(), getStatus(), getReason(), content.length);
    }
}
