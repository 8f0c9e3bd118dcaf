package org.eclipse.jetty.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Field lines that most clients and servers send, found by their octets without making a String. Thread-safe. */
final class CommonFields {
    private record Entry(byte[] value, HttpField field) {}

    private static final Entry[][] BY_HEADER = new Entry[HttpHeader.values().length][];

    static {
        put(HttpHeader.CONNECTION, HttpFields.CONNECTION_KEEPALIVE);
        put(HttpHeader.CONNECTION, HttpFields.CONNECTION_CLOSE);
        put(HttpHeader.CONNECTION, "Keep-Alive", "Upgrade", "Upgrade, HTTP2-Settings", "keep-alive, Upgrade");
        put(HttpHeader.ACCEPT, "*/*", "text/html", "application/json", "application/json, text/plain, */*");
        put(HttpHeader.ACCEPT, "text/plain", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
        put(
                HttpHeader.ACCEPT_ENCODING,
                "gzip",
                "gzip, deflate",
                "gzip, deflate, br",
                "gzip, deflate, br, zstd",
                "gzip,deflate",
                "identity");
        put(HttpHeader.ACCEPT_LANGUAGE, "en-US,en;q=0.9", "en-US,en;q=0.5", "en-GB,en;q=0.5", "en-US");
        put(HttpHeader.CACHE_CONTROL, "no-cache", "max-age=0", "no-store", "no-store, no-cache");
        put(HttpHeader.PRAGMA, "no-cache");
        put(
                HttpHeader.CONTENT_TYPE,
                "text/plain",
                "text/html",
                "application/json",
                "application/x-www-form-urlencoded");
        put(
                HttpHeader.CONTENT_TYPE,
                "text/plain;charset=utf-8",
                "text/html;charset=utf-8",
                "application/json;charset=utf-8");
        put(
                HttpHeader.CONTENT_TYPE,
                "text/plain; charset=utf-8",
                "text/html; charset=utf-8",
                "application/octet-stream");
        put(HttpHeader.CONTENT_ENCODING, "gzip", "deflate", "br");
        put(HttpHeader.CONTENT_LENGTH, HttpFields.CONTENT_LENGTH_0);
        put(HttpHeader.TRANSFER_ENCODING, "chunked");
        put(HttpHeader.EXPECT, "100-continue");
        put(HttpHeader.UPGRADE, "websocket", "h2c");
        put(HttpHeader.SEC_WEBSOCKET_VERSION, "13");
        put(HttpHeader.TE, "trailers");
        put(HttpHeader.ORIGIN, "null");
        put(HttpHeader.X_FORWARDED_PROTO, "https", "http");
    }

    private CommonFields() {}

    private static void put(HttpHeader header, String... values) {
        for (String value : values) {
            put(header, new HttpField(header, value));
        }
    }

    private static void put(HttpHeader header, HttpField field) {
        String value = Objects.requireNonNull(field.getValue());
        Entry[] old = BY_HEADER[header.ordinal()];
        Entry[] entries = old == null ? new Entry[1] : Arrays.copyOf(old, old.length + 1);
        entries[entries.length - 1] = new Entry(value.getBytes(StandardCharsets.ISO_8859_1), field);
        BY_HEADER[header.ordinal()] = entries;
    }

    /** The field of a header whose value is {@code bytes[from, to)}. */
    static @Nullable HttpField get(HttpHeader header, byte[] bytes, int from, int to) {
        Entry[] entries = BY_HEADER[header.ordinal()];
        if (entries == null) {
            return null;
        }
        int length = to - from;
        for (Entry entry : entries) {
            byte[] value = entry.value;
            if (value.length == length && Arrays.equals(value, 0, length, bytes, from, to)) {
                return entry.field;
            }
        }
        return null;
    }
}
