package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;

/** Decodes responses by the codings of a client. */
public final class ContentDecoding {
    private ContentDecoding() {}

    /** Decodes the last coding of a response, whose fields describe the decoded content afterwards. */
    public static Content.Source decode(
            ContentDecoder.Factories factories, Request request, HttpResponse response, Content.Source source) {
        HttpFields fields = response.getHeaders();
        String value = fields.get(HttpHeader.CONTENT_ENCODING);
        if (value == null || HttpMethod.HEAD.is(request.getMethod()) || HttpStatus.hasNoBody(response.getStatus())) {
            return source;
        }
        // of several codings, the last one was applied last (RFC 9110, section 8.4)
        int comma = value.lastIndexOf(',');
        ContentDecoder.Factory factory =
                factories.get(value.substring(comma + 1).trim());
        if (factory == null) {
            return source;
        }
        HttpFields.Mutable decoded = HttpFields.build(fields);
        decoded.remove(HttpHeader.CONTENT_LENGTH);
        decoded.remove(HttpHeader.CONTENT_ENCODING);
        if (comma >= 0) {
            decoded.put(HttpHeader.CONTENT_ENCODING, value.substring(0, comma).trim());
        }
        response.setHeaders(decoded.asImmutable());
        return factory.newDecoderContentSource(source);
    }
}
