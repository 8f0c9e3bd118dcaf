package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.eclipse.jetty.http.internal.AsciiTable;
import org.eclipse.jetty.util.Index;
import org.jspecify.annotations.Nullable;

/** Well-known field names (RFC 9110 and the IANA registry) and the pseudo-fields of HTTP/2 and HTTP/3. Thread-safe. */
public enum HttpHeader {
    CONNECTION("Connection"),
    CACHE_CONTROL("Cache-Control"),
    DATE("Date"),
    PRAGMA("Pragma"),
    PROXY_CONNECTION("Proxy-Connection"),
    TRAILER("Trailer"),
    TRANSFER_ENCODING("Transfer-Encoding"),
    UPGRADE("Upgrade"),
    VIA("Via"),
    WARNING("Warning"),
    NEGOTIATE("Negotiate"),
    ALLOW("Allow"),
    CONTENT_DISPOSITION("Content-Disposition"),
    CONTENT_ENCODING("Content-Encoding"),
    CONTENT_LANGUAGE("Content-Language"),
    CONTENT_LENGTH("Content-Length"),
    CONTENT_LOCATION("Content-Location"),
    CONTENT_MD5("Content-MD5"),
    CONTENT_RANGE("Content-Range"),
    CONTENT_TRANSFER_ENCODING("Content-Transfer-Encoding"),
    CONTENT_TYPE("Content-Type"),
    EXPIRES("Expires"),
    LAST_MODIFIED("Last-Modified"),
    ACCEPT("Accept"),
    ACCEPT_CHARSET("Accept-Charset"),
    ACCEPT_ENCODING("Accept-Encoding"),
    ACCEPT_LANGUAGE("Accept-Language"),
    ACCESS_CONTROL_REQUEST_HEADERS("Access-Control-Request-Headers"),
    ACCESS_CONTROL_REQUEST_METHOD("Access-Control-Request-Method"),
    AUTHORIZATION("Authorization"),
    EXPECT("Expect"),
    FORWARDED("Forwarded"),
    FROM("From"),
    HOST("Host"),
    IF_MATCH("If-Match"),
    IF_MODIFIED_SINCE("If-Modified-Since"),
    IF_NONE_MATCH("If-None-Match"),
    IF_RANGE("If-Range"),
    IF_UNMODIFIED_SINCE("If-Unmodified-Since"),
    KEEP_ALIVE("Keep-Alive"),
    MAX_FORWARDS("Max-Forwards"),
    PROXY_AUTHORIZATION("Proxy-Authorization"),
    RANGE("Range"),
    REQUEST_RANGE("Request-Range"),
    REFERER("Referer"),
    TE("TE"),
    USER_AGENT("User-Agent"),
    X_FORWARDED_FOR("X-Forwarded-For"),
    X_FORWARDED_PORT("X-Forwarded-Port"),
    X_FORWARDED_PROTO("X-Forwarded-Proto"),
    X_FORWARDED_SERVER("X-Forwarded-Server"),
    X_FORWARDED_HOST("X-Forwarded-Host"),
    ACCEPT_RANGES("Accept-Ranges"),
    ACCESS_CONTROL_ALLOW_ORIGIN("Access-Control-Allow-Origin"),
    ACCESS_CONTROL_ALLOW_METHODS("Access-Control-Allow-Methods"),
    ACCESS_CONTROL_ALLOW_HEADERS("Access-Control-Allow-Headers"),
    ACCESS_CONTROL_MAX_AGE("Access-Control-Max-Age"),
    ACCESS_CONTROL_ALLOW_CREDENTIALS("Access-Control-Allow-Credentials"),
    ACCESS_CONTROL_EXPOSE_HEADERS("Access-Control-Expose-Headers"),
    AGE("Age"),
    ALT_SVC("Alt-Svc"),
    ETAG("ETag"),
    LINK("Link"),
    LOCATION("Location"),
    PROXY_AUTHENTICATE("Proxy-Authenticate"),
    RETRY_AFTER("Retry-After"),
    SERVER("Server"),
    SERVLET_ENGINE("Servlet-Engine"),
    TIMING_ALLOW_ORIGIN("Timing-Allow-Origin"),
    VARY("Vary"),
    WWW_AUTHENTICATE("WWW-Authenticate"),
    ORIGIN("Origin"),
    SEC_WEBSOCKET_KEY("Sec-WebSocket-Key"),
    SEC_WEBSOCKET_VERSION("Sec-WebSocket-Version"),
    SEC_WEBSOCKET_EXTENSIONS("Sec-WebSocket-Extensions"),
    SEC_WEBSOCKET_SUBPROTOCOL("Sec-WebSocket-Protocol"),
    SEC_WEBSOCKET_ACCEPT("Sec-WebSocket-Accept"),
    COOKIE("Cookie"),
    SET_COOKIE("Set-Cookie"),
    SET_COOKIE2("Set-Cookie2"),
    MIME_VERSION("MIME-Version"),
    IDENTITY("identity"),
    X_POWERED_BY("X-Powered-By"),
    HTTP2_SETTINGS("HTTP2-Settings"),
    STRICT_TRANSPORT_SECURITY("Strict-Transport-Security"),
    C_METHOD(":method", true),
    C_SCHEME(":scheme", true),
    C_AUTHORITY(":authority", true),
    C_PATH(":path", true),
    C_STATUS(":status", true),
    C_PROTOCOL(":protocol", true);

    private static final AsciiTable<HttpHeader> BY_NAME = new AsciiTable<>(128, false);

    /** Fields that describe content, and make no sense without it. */
    public static final EnumSet<HttpHeader> CONTENT_HEADERS = EnumSet.of(
            CACHE_CONTROL,
            TRANSFER_ENCODING,
            CONTENT_ENCODING,
            CONTENT_LANGUAGE,
            CONTENT_LENGTH,
            CONTENT_LOCATION,
            CONTENT_MD5,
            CONTENT_RANGE,
            CONTENT_TYPE,
            EXPIRES,
            LAST_MODIFIED,
            ETAG,
            VARY);

    /** Fields that describe content, without those that 304 keeps (RFC 9110, section 15.4.5). */
    public static final EnumSet<HttpHeader> CONTENT_HEADERS_304;

    /** Names in any case. */
    public static final Index<HttpHeader> CACHE;

    static {
        CONTENT_HEADERS_304 = EnumSet.copyOf(CONTENT_HEADERS);
        CONTENT_HEADERS_304.remove(ETAG);
        Index.Builder<HttpHeader> index = new Index.Builder<HttpHeader>().caseSensitive(false);
        for (HttpHeader header : values()) {
            BY_NAME.put(header.name, header);
            index.with(header.name, header);
        }
        CACHE = index.build();
    }

    private final String name;
    private final String lowerCaseName;
    private final byte[] bytes;
    private final byte[] bytesColonSpace;
    private final boolean pseudo;

    HttpHeader(String name) {
        this(name, false);
    }

    HttpHeader(String name, boolean pseudo) {
        this.name = name;
        this.lowerCaseName = lower(name);
        this.bytes = name.getBytes(StandardCharsets.US_ASCII);
        this.bytesColonSpace = (name + ": ").getBytes(StandardCharsets.US_ASCII);
        this.pseudo = pseudo;
    }

    private static String lower(String name) {
        char[] chars = name.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= 'A' && chars[i] <= 'Z') {
                chars[i] += 32;
            }
        }
        return new String(chars);
    }

    /** The name in lower case, as HTTP/2 sends it. */
    public String lowerCaseName() {
        return lowerCaseName;
    }

    /** The name as a read-only buffer. */
    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** The name as octets; not to be changed. */
    public byte[] getBytes() {
        return bytes;
    }

    /** The name, a colon and a space as octets; not to be changed. */
    public byte[] getBytesColonSpace() {
        return bytesColonSpace;
    }

    /** Whether a name is this one, in any case. */
    public boolean is(String s) {
        return name.equalsIgnoreCase(s);
    }

    /** Whether this is a pseudo-field of HTTP/2 (RFC 9113, section 8.3). */
    public boolean isPseudo() {
        return pseudo;
    }

    /** The name on the wire. */
    public String asString() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The header of a name in any case. */
    public static @Nullable HttpHeader fromString(String name) {
        return BY_NAME.get(name);
    }

    static @Nullable HttpHeader fromBytes(byte[] bytes, int from, int to) {
        return BY_NAME.get(bytes, from, to);
    }
}
