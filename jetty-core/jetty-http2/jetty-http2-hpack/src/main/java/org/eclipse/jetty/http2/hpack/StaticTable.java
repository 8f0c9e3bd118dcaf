package org.eclipse.jetty.http2.hpack;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;

/** The static table of RFC 7541, appendix A. Thread-safe. */
final class StaticTable {
    static final int SIZE = 61;
    static final int STATUS = 8;

    private static final String[] ENTRIES = {
        ":authority", "",
        ":method", "GET",
        ":method", "POST",
        ":path", "/",
        ":path", "/index.html",
        ":scheme", "http",
        ":scheme", "https",
        ":status", "200",
        ":status", "204",
        ":status", "206",
        ":status", "304",
        ":status", "400",
        ":status", "404",
        ":status", "500",
        "accept-charset", "",
        "accept-encoding", "gzip, deflate",
        "accept-language", "",
        "accept-ranges", "",
        "accept", "",
        "access-control-allow-origin", "",
        "age", "",
        "allow", "",
        "authorization", "",
        "cache-control", "",
        "content-disposition", "",
        "content-encoding", "",
        "content-language", "",
        "content-length", "",
        "content-location", "",
        "content-range", "",
        "content-type", "",
        "cookie", "",
        "date", "",
        "etag", "",
        "expect", "",
        "expires", "",
        "from", "",
        "host", "",
        "if-match", "",
        "if-modified-since", "",
        "if-none-match", "",
        "if-range", "",
        "if-unmodified-since", "",
        "last-modified", "",
        "link", "",
        "location", "",
        "max-forwards", "",
        "proxy-authenticate", "",
        "proxy-authorization", "",
        "range", "",
        "referer", "",
        "refresh", "",
        "retry-after", "",
        "server", "",
        "set-cookie", "",
        "strict-transport-security", "",
        "transfer-encoding", "",
        "user-agent", "",
        "vary", "",
        "via", "",
        "www-authenticate", ""
    };

    private static final HttpField[] FIELDS = new HttpField[SIZE + 1];
    private static final int[] BY_HEADER = new int[HttpHeader.values().length];
    private static final Map<String, Integer> BY_NAME = new HashMap<>();

    static {
        for (int i = 1; i <= SIZE; i++) {
            String name = ENTRIES[2 * i - 2];
            HttpHeader header = HttpHeader.fromString(name);
            FIELDS[i] = new HttpField(header, header == null ? name : null, ENTRIES[2 * i - 1]);
            if (header != null && BY_HEADER[header.ordinal()] == 0) {
                BY_HEADER[header.ordinal()] = i;
            }
            BY_NAME.putIfAbsent(name, i);
        }
    }

    private StaticTable() {}

    /** @param index from 1 to 61 */
    static HttpField get(int index) {
        return FIELDS[index];
    }

    /** The first index of a name; 0 if there is none. */
    static int indexOf(HttpField field) {
        HttpHeader header = field.getHeader();
        if (header != null) {
            return BY_HEADER[header.ordinal()];
        }
        Integer index = BY_NAME.get(field.getLowerCaseName());
        return index == null ? 0 : index;
    }

    /** The index of name and value, where {@code first} is the first one of the name; 0 if there is none. */
    static int indexOf(HttpField field, int first) {
        for (int i = first; i <= SIZE && FIELDS[i].isSameName(field); i++) {
            if (Objects.equals(FIELDS[i].getValue(), field.getValue())) {
                return i;
            }
        }
        return 0;
    }
}
