package org.eclipse.jetty.http;

/**
 * Content-Length fields of small lengths, made once each when first wanted. Thread-safe: fields are immutable, and two
 * threads that make the same one at a time make equal ones.
 */
final class ContentLengthFields {
    private static final HttpField[] FIELDS = new HttpField[4096];

    private ContentLengthFields() {}

    static HttpField of(long length) {
        if (length == 0) {
            return HttpFields.CONTENT_LENGTH_0;
        }
        if (length < 0 || length >= FIELDS.length) {
            return new HttpField.LongValueHttpField(HttpHeader.CONTENT_LENGTH, length);
        }
        HttpField field = FIELDS[(int) length];
        if (field == null) {
            FIELDS[(int) length] = field = new HttpField.LongValueHttpField(HttpHeader.CONTENT_LENGTH, length);
        }
        return field;
    }
}
