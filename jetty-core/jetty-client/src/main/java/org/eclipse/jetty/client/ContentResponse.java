package org.eclipse.jetty.client;

import org.eclipse.jetty.client.internal.HttpContentResponse;
import org.jspecify.annotations.Nullable;

/** A response with its content in memory. Immutable. */
public interface ContentResponse extends Response {
    /** Adds content to a response. */
    static ContentResponse from(
            Response response, byte[] content, @Nullable String mediaType, @Nullable String encoding) {
        return new HttpContentResponse(response, content, mediaType, encoding);
    }

    /** Returns the media type without parameters. */
    @Nullable
    String getMediaType();

    /** Returns the charset that Content-Type names. */
    @Nullable
    String getEncoding();

    byte[] getContent();

    /** Returns the content in its charset, or else in UTF-8. */
    String getContentAsString();
}
