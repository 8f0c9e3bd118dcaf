package org.eclipse.jetty.websocket.core.client.internal;

import org.eclipse.jetty.http.HttpFields;

/** The status line and the fields of a response (RFC 9112 sections 4 and 5). Immutable. */
record ResponseHead(int status, HttpFields fields) {
    /**
     * Reads a head, in ISO-8859-1, with the line breaks of all its lines.
     *
     * @throws IllegalArgumentException where it is none
     */
    static ResponseHead parse(String head) {
        String[] lines = head.split("\r\n");
        if (!lines[0].matches("HTTP/1\\.1 [1-5][0-9]{2}( .*)?"))
            throw new IllegalArgumentException("Status line '" + lines[0] + "' (expected: of HTTP/1.1)");
        HttpFields.Mutable fields = HttpFields.build();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0 || !lines[i].substring(0, colon).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+"))
                throw new IllegalArgumentException("Field '" + lines[i] + "' of the response (expected: name: value)");
            fields.add(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).trim());
        }
        return new ResponseHead(Integer.parseInt(lines[0].substring(9, 12)), fields.asImmutable());
    }
}
