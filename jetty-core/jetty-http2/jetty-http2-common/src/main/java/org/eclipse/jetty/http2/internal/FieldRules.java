package org.eclipse.jetty.http2.internal;

import org.eclipse.jetty.http.HttpHeader;

/** What requests and responses alike must keep to (RFC 9113, section 8.2). */
public final class FieldRules {
    private FieldRules() {}

    /** Returns whether a field is of HTTP/1.1 alone, so that a message with it is malformed (section 8.2.2). */
    public static boolean isForHttp1(HttpHeader header) {
        return switch (header) {
            case CONNECTION, KEEP_ALIVE, PROXY_CONNECTION, TRANSFER_ENCODING, UPGRADE -> true;
            default -> false;
        };
    }

    /** Returns the number of a Content-Length field; -1 if it is not one of at most 18 digits. */
    public static long parseLength(String text) {
        long length = 0;
        if (text.isEmpty() || text.length() > 18) {
            return -1;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            length = length * 10 + c - '0';
        }
        return length;
    }
}
