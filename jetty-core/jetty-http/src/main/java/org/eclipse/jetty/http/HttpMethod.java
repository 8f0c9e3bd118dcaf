package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.internal.AsciiTable;
import org.eclipse.jetty.util.Index;
import org.jspecify.annotations.Nullable;

/** Request methods of RFC 9110, section 9.3 and the IANA registry. Method names are case-sensitive. Thread-safe. */
public enum HttpMethod {
    ACL(Type.IDEMPOTENT),
    BASELINE_CONTROL("BASELINE-CONTROL", Type.IDEMPOTENT),
    BIND(Type.IDEMPOTENT),
    CHECKIN(Type.IDEMPOTENT),
    CHECKOUT(Type.IDEMPOTENT),
    CONNECT(Type.NORMAL),
    COPY(Type.IDEMPOTENT),
    DELETE(Type.IDEMPOTENT),
    GET(Type.SAFE),
    HEAD(Type.SAFE),
    LABEL(Type.IDEMPOTENT),
    LINK(Type.IDEMPOTENT),
    LOCK(Type.NORMAL),
    MERGE(Type.IDEMPOTENT),
    MKACTIVITY(Type.IDEMPOTENT),
    MKCALENDAR(Type.IDEMPOTENT),
    MKCOL(Type.IDEMPOTENT),
    MKREDIRECTREF(Type.IDEMPOTENT),
    MKWORKSPACE(Type.IDEMPOTENT),
    MOVE(Type.IDEMPOTENT),
    OPTIONS(Type.SAFE),
    ORDERPATCH(Type.IDEMPOTENT),
    PATCH(Type.NORMAL),
    POST(Type.NORMAL),
    PRI(Type.SAFE),
    PROPFIND(Type.SAFE),
    PROPPATCH(Type.IDEMPOTENT),
    PUT(Type.IDEMPOTENT),
    REBIND(Type.IDEMPOTENT),
    REPORT(Type.SAFE),
    SEARCH(Type.SAFE),
    TRACE(Type.SAFE),
    UNBIND(Type.IDEMPOTENT),
    UNCHECKOUT(Type.IDEMPOTENT),
    UNLINK(Type.IDEMPOTENT),
    UNLOCK(Type.IDEMPOTENT),
    UPDATE(Type.IDEMPOTENT),
    UPDATEREDIRECTREF(Type.IDEMPOTENT),
    VERSION_CONTROL("VERSION-CONTROL", Type.IDEMPOTENT),
    PROXY(Type.NORMAL);

    private enum Type {
        NORMAL,
        IDEMPOTENT,
        SAFE
    }

    private static final AsciiTable<HttpMethod> BY_NAME = new AsciiTable<>(64, true);

    /** Methods by exact name. */
    public static final Index<HttpMethod> CACHE;
    /** Methods by name in any case. */
    public static final Index<HttpMethod> INSENSITIVE_CACHE;

    static {
        Index.Builder<HttpMethod> exact = new Index.Builder<HttpMethod>().caseSensitive(true);
        Index.Builder<HttpMethod> any = new Index.Builder<HttpMethod>().caseSensitive(false);
        for (HttpMethod method : values()) {
            BY_NAME.put(method.name, method);
            exact.with(method.name, method);
            any.with(method.name, method);
        }
        CACHE = exact.build();
        INSENSITIVE_CACHE = any.build();
    }

    private final String name;
    private final byte[] bytes;
    private final Type type;

    HttpMethod(Type type) {
        this(null, type);
    }

    HttpMethod(@Nullable String name, Type type) {
        this.name = name == null ? name() : name;
        this.bytes = this.name.getBytes(StandardCharsets.US_ASCII);
        this.type = type;
    }

    /** The name as octets; not to be changed. */
    public byte[] getBytes() {
        return bytes;
    }

    /** Whether the name is this method's, in any case. */
    public boolean is(@Nullable String s) {
        return name.equalsIgnoreCase(s);
    }

    /** Whether the method is safe (RFC 9110, section 9.2.1). */
    public boolean isSafe() {
        return type == Type.SAFE;
    }

    /** Whether the method is idempotent (RFC 9110, section 9.2.2). */
    public boolean isIdempotent() {
        return type != Type.NORMAL;
    }

    /** The name as a read-only buffer. */
    public ByteBuffer asBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** The name on the wire. */
    public String asString() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The method of exactly that name. */
    public static @Nullable HttpMethod fromString(String method) {
        return BY_NAME.get(method);
    }

    static @Nullable HttpMethod fromBytes(byte[] bytes, int from, int to) {
        return BY_NAME.get(bytes, from, to);
    }
}
