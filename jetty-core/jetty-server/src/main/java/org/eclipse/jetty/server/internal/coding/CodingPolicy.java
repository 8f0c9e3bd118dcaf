package org.eclipse.jetty.server.internal.coding;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.jspecify.annotations.Nullable;

/** What a handler encodes. Thread-safe. */
public interface CodingPolicy {
    /** The Vary field of responses that are encoded for some clients. */
    HttpField VARY = new PreEncodedHttpField(HttpHeader.VARY, "Accept-Encoding");

    /** The codings of responses, the preferred ones first, in the order of preference. */
    ContentCoding[] getCodings();

    /** How many of the codings are preferred. */
    int getPreferred();

    /** Whether content of a type, which may be null or have parameters, is encoded. */
    boolean isMimeTypeIncluded(@Nullable String mimeType);

    /** The Vary field of responses that are encoded for some clients; null for none. */
    HttpField getVary();
}
