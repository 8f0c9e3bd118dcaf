package org.eclipse.jetty.http2.client;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.eclipse.jetty.http2.internal.FieldRules;
import org.jspecify.annotations.Nullable;

/** Makes heads and trailers of responses of blocks of fields (RFC 9113, section 8.3.2). Confined to its connection. */
final class ResponseDecoder implements HpackDecoder.Fields {
    private final HpackDecoder decoder;
    private final int maxSize;
    private HttpFields lastFields = HttpFields.EMPTY;
    private final HttpFields.Mutable fields = HttpFields.build();
    private boolean regularSeen;
    private @Nullable String malformed;
    private int status;
    private long contentLength;
    private boolean tooLarge;

    /** @param maxSize the octets that the names and values of a response may take, with 32 for each field */
    ResponseDecoder(int maxSize) {
        this.maxSize = maxSize;
        decoder = new HpackDecoder(maxSize);
    }

    void setMaxTableCapacity(int capacity) {
        decoder.setMaxTableCapacity(capacity);
    }

    /**
     * Decodes a block; what was found is asked for afterwards.
     *
     * @param trailers whether it is to have no status
     */
    void decode(byte[] block, int from, int to, boolean trailers) throws HpackException {
        fields.clear();
        regularSeen = trailers;
        malformed = null;
        status = 0;
        contentLength = -1;
        tooLarge = !decoder.decode(block, from, to, this);
        if (!trailers && malformed == null && !tooLarge && status == 0) {
            malformed = "no :status";
        }
    }

    /** Decodes the block of a promised request; returns whether its fields are within their limit. */
    boolean decodePromise(byte[] block, int from, int to, PromiseDecoder promise) throws HpackException {
        return decoder.decode(block, from, to, promise);
    }

    /** Returns why the response is malformed; null if it is not. */
    @Nullable
    String getMalformed() {
        return malformed;
    }

    /** Returns whether the fields are beyond their limit. */
    boolean isTooLarge() {
        return tooLarge;
    }

    /** Returns how many times the limit of fields the block was. */
    int getExcess() {
        return (int) Math.min(Short.MAX_VALUE, decoder.getListSize() / Math.max(1, maxSize));
    }

    int getStatus() {
        return status;
    }

    /** Returns the length of the content; -1 if it is not given. */
    long getContentLength() {
        return contentLength;
    }

    /** Returns the fields as the response's own. A server repeats itself: where each field is that of the response before, so are all. */
    HttpFields takeFields() {
        lastFields = fields.asImmutable(lastFields);
        return lastFields;
    }

    @Override
    public void onField(HttpField field) {
        HttpHeader header = field.getHeader();
        if (header == null) {
            if (field.getName().charAt(0) == ':') {
                malformed("pseudo-field " + field.getName());
            }
            regularSeen = true;
            fields.add(field);
        } else if (header.isPseudo()) {
            onPseudoField(header, field);
        } else {
            regularSeen = true;
            if (header == HttpHeader.CONTENT_LENGTH) {
                onContentLength(field);
            } else if (FieldRules.isForHttp1(header)) {
                malformed("field " + field.getName() + ", which is for HTTP/1.1");
            }
            fields.add(field);
        }
    }

    @Override
    public void onBadField(String reason) {
        malformed(reason);
    }

    private void malformed(String reason) {
        if (malformed == null) {
            malformed = reason;
        }
    }

    private void onContentLength(HttpField field) {
        String value = field.getValue();
        long length = value == null ? -1 : FieldRules.parseLength(value);
        if (length < 0 || contentLength >= 0 && contentLength != length) {
            malformed("content-length");
        }
        contentLength = length;
    }

    private void onPseudoField(HttpHeader header, HttpField field) {
        if (regularSeen) {
            malformed("pseudo-field after a field, or in trailers");
        } else if (header != HttpHeader.C_STATUS) {
            malformed("pseudo-field " + field.getName());
        } else if (status != 0) {
            malformed("second :status");
        } else {
            status = parseStatus(field.getValue());
            if (status < 0) {
                malformed(":status (expected: 100 to 999)");
            } else if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
                malformed(":status 101, which is for HTTP/1.1");
            }
        }
    }

    private static int parseStatus(@Nullable String text) {
        if (text == null || text.length() != 3 || text.charAt(0) == '0') {
            return -1;
        }
        int result = 0;
        for (int i = 0; i < 3; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            result = result * 10 + c - '0';
        }
        return result;
    }
}
