package org.eclipse.jetty.http.coding;

import org.eclipse.jetty.http.EtagUtils;
import org.eclipse.jetty.http.HttpField;

/** A content coding (RFC 9110, section 8.4.1), as the handlers that code content use it. Thread-safe. */
public interface ContentCoding {
    /** Its registered name, in lower case. */
    String getEncodingName();

    /** The Content-Encoding field of what is encoded. */
    HttpField getContentEncodingField();

    /** The field that tells that content was encoded, which it is no more. */
    HttpField getXContentEncodingField();

    /** What the entity tags of what is encoded end with, within their quotes. */
    default String getEtagSuffix() {
        return EtagUtils.ETAG_SEPARATOR + getEncodingName();
    }

    /** An entity tag with this coding's suffix, in front of which it keeps all of its own characters. */
    default String etag(String etag) {
        boolean quoted = etag.endsWith("\"") && etag.indexOf('"') < etag.length() - 1;
        return quoted
                ? etag.substring(0, etag.length() - 1) + getEtagSuffix() + '"'
                : EtagUtils.rewriteWithSuffix(etag, getEtagSuffix());
    }

    /** A list of entity tags without this coding's suffix. */
    default String stripSuffixes(String etagsList) {
        return etagsList.replace(getEtagSuffix() + '"', "\"");
    }

    /** The least bytes that are encoded, where the length is known. */
    int getMinCompressSize();

    /** The least bytes of a buffer for what is encoded. */
    int getEncoderBufferSize();

    /** The bytes of a buffer for what is decoded. */
    int getDecoderBufferSize();

    /** Begins to encode; the caller releases the encoder. */
    ContentEncoder newEncoder();

    /** Begins to decode; the caller releases the decoder. */
    ContentDecoder newDecoder();

    /** Whether a coding named in a field is this one; {@code x-gzip} is gzip (RFC 9110, section 8.4.1.3). */
    default boolean isNamed(String coding) {
        return getEncodingName().equalsIgnoreCase(coding)
                || "gzip".equals(getEncodingName()) && "x-gzip".equalsIgnoreCase(coding);
    }
}
