package org.eclipse.jetty.client.internal;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** Decodes responses by the codings of a client. */
public final class ContentDecoding {
    private ContentDecoding() {}

    /** Decodes the last coding of a response, whose fields describe the decoded content afterwards. */
    public static Content.Source decode(
            ContentDecoder.Factories factories, Request request, HttpResponse response, Content.Source source) {
        HttpFields fields = response.getHeaders();
        if (!fields.contains(HttpHeader.CONTENT_ENCODING)
                || HttpMethod.HEAD.is(request.getMethod())
                || HttpStatus.hasNoBody(response.getStatus())
                // a part of coded content is not decodable by itself (RFC 9110, section 15.3.7)
                || response.getStatus() == HttpStatus.PARTIAL_CONTENT_206) {
            return source;
        }
        List<String> codings = new ArrayList<>(fields.getCSV(HttpHeader.CONTENT_ENCODING, false));
        codings.removeIf("identity"::equalsIgnoreCase);
        // of several codings, the last one was applied last (RFC 9110, section 8.4)
        ContentDecoder.Factory factory = codings.isEmpty() ? null : find(factories, codings.remove(codings.size() - 1));
        if (factory == null) {
            return source;
        }
        HttpFields.Mutable decoded = HttpFields.build(fields);
        decoded.remove(HttpHeader.CONTENT_LENGTH);
        decoded.remove(HttpHeader.CONTENT_ENCODING);
        if (!codings.isEmpty()) {
            decoded.put(HttpHeader.CONTENT_ENCODING, String.join(", ", codings));
        }
        response.setHeaders(decoded.asImmutable());
        return factory.newDecoderContentSource(source);
    }

    /** RFC 9110, section 8.4.1.3: {@code x-gzip} is gzip. */
    private static ContentDecoder.@Nullable Factory find(ContentDecoder.Factories factories, String coding) {
        ContentDecoder.Factory factory = factories.get(coding);
        return factory == null && "x-gzip".equalsIgnoreCase(coding) ? factories.get("gzip") : factory;
    }
}
