package org.eclipse.jetty.client;

import org.eclipse.jetty.client.internal.HttpContentResponse;

/** A response with its content in memory. Immutable. */
public interface ContentResponse extends Response {
    /** Adds content to a response. */
    static ContentResponse from(Response response, byte[] content, String mediaType, String encoding) {
        return new HttpContentResponse(response, content, mediaType, encoding);
    }

    /** Returns the media type without parameters; null if it is not known. */
    String getMediaType();

    /** Returns the charset that Content-Type names; null for none. */
    String getEncoding();

    byte[] getContent();

    /** Returns the content in its charset, or else in UTF-8. */
    String getContentAsString();
}
