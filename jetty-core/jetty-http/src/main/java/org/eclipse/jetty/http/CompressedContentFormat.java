package org.eclipse.jetty.http;

import java.util.Locale;
import java.util.Objects;

/** A content coding of precompressed files: its name and the extension of its files. Thread-safe. */
public class CompressedContentFormat {
    public static final CompressedContentFormat GZIP = new CompressedContentFormat("gzip", ".gz");
    public static final CompressedContentFormat BR = new CompressedContentFormat("br", ".br");
    public static final CompressedContentFormat[] NONE = {};

    private final String encoding;
    private final String extension;
    private final String etagSuffix;
    private final PreEncodedHttpField contentEncoding;

    public CompressedContentFormat(String encoding, String extension) {
        this.encoding = Objects.requireNonNull(encoding, "encoding");
        this.extension = Objects.requireNonNull(extension, "extension");
        this.etagSuffix = EtagUtils.ETAG_SEPARATOR + encoding;
        this.contentEncoding = new PreEncodedHttpField(HttpHeader.CONTENT_ENCODING, encoding);
    }

    public String getEncoding() {
        return encoding;
    }

    public String getExtension() {
        return extension;
    }

    public String getEtagSuffix() {
        return etagSuffix;
    }

    public HttpField getContentEncoding() {
        return contentEncoding;
    }

    /** An entity tag with this format's suffix. */
    public String etag(String etag) {
        return EtagUtils.rewriteWithSuffix(etag, etagSuffix);
    }

    /** A list of entity tags without this format's suffix. */
    public String stripSuffixes(String etagsList) {
        return etagsList.replace(etagSuffix + "\"", "\"");
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof CompressedContentFormat other
                && encoding.equalsIgnoreCase(other.encoding)
                && extension.equalsIgnoreCase(other.extension);
    }

    @Override
    public int hashCode() {
        return Objects.hash(encoding.toLowerCase(Locale.ENGLISH), extension.toLowerCase(Locale.ENGLISH));
    }

    @Override
    public String toString() {
        return encoding;
    }
}
