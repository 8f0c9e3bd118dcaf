package org.eclipse.jetty.http;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.http.internal.TraceState;
import org.jspecify.annotations.Nullable;

/**
 * The place of a request in a distributed trace: the fields {@code traceparent} and {@code tracestate} (W3C Trace Context).
 *
 * <p>A server makes one for each request, as a {@linkplain #newChild child} of what the client sent or as the
 * {@linkplain #newRoot root} of a new trace. It is the current one of threads that handle the request, so that clients send it on:
 *
 * <pre>{@code
 * try (TraceContext.Scope scope = TraceContext.enter(context)) {
 *     // requests of HttpClient that this thread sends belong to the trace
 * }
 * }</pre>
 *
 * <p>Immutable.
 */
public final class TraceContext {
    /** The name of the field with the ids and flags. */
    public static final String TRACEPARENT = "traceparent";

    /** The name of the field with what each system adds. */
    public static final String TRACESTATE = "tracestate";

    private static final int LENGTH = 55;
    private static final int SAMPLED = 1;
    /** Whether the lower 56 bits of the trace id are random (level 2, section 2.2.1.2): kept as long as the trace id. */
    private static final int RANDOM = 2;

    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final ThreadLocal<Innermost> CURRENT = ThreadLocal.withInitial(Innermost::new);

    private final long traceHigh;
    private final long traceLow;
    private final long span;
    private final int flags;
    private final @Nullable String state;

    private TraceContext(long traceHigh, long traceLow, long span, int flags, @Nullable String state) {
        this.traceHigh = traceHigh;
        this.traceLow = traceLow;
        this.span = span;
        this.flags = flags;
        this.state = state;
    }

    /** Returns the root of a new trace, with random ids. */
    public static TraceContext newRoot(boolean sampled) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new TraceContext(random.nextLong(), notZero(random), notZero(random), RANDOM | flag(sampled), null);
    }

    /** Returns a span of the same trace, with a random id, and what other systems have added to the trace. */
    public TraceContext newChild(boolean sampled) {
        long id = notZero(ThreadLocalRandom.current());
        return new TraceContext(traceHigh, traceLow, id, flags & RANDOM | flag(sampled), state);
    }

    private static int flag(boolean sampled) {
        return sampled ? SAMPLED : 0;
    }

    private static long notZero(ThreadLocalRandom random) {
        long id;
        do {
            id = random.nextLong();
        } while (id == 0);
        return id;
    }

    /**
     * Reads the context that a client sent.
     *
     * @return null if there is no {@code traceparent}, more than one, or one that is malformed; a {@code tracestate} that is malformed is
     * left out (W3C Trace Context, section 4.3)
     */
    public static @Nullable TraceContext from(HttpFields fields) {
        String parent = null;
        for (HttpField field : fields) {
            if (field.getHeader() == null && TRACEPARENT.equalsIgnoreCase(field.getName())) {
                if (parent != null) {
                    return null;
                }
                parent = field.getValue();
            }
        }
        TraceContext context = parent == null ? null : parse(parent);
        String state = context == null ? null : TraceState.read(fields);
        return context == null || state == null ? context : context.with(state);
    }

    private TraceContext with(@Nullable String newState) {
        return new TraceContext(traceHigh, traceLow, span, flags, newState);
    }

    /** Section 3.2: version "-" trace-id "-" parent-id "-" trace-flags, and more in versions to come. */
    private static @Nullable TraceContext parse(String parent) {
        int length = parent.length();
        if (length < LENGTH || parent.charAt(2) != '-' || parent.charAt(35) != '-' || parent.charAt(52) != '-') {
            return null;
        }
        if (!isHex(parent, 0, 2) || !isHex(parent, 3, 35) || !isHex(parent, 36, 52) || !isHex(parent, 53, LENGTH)) {
            return null;
        }
        long version = hex(parent, 0, 2);
        if (version == 0xFF || length > LENGTH && (version == 0 || parent.charAt(LENGTH) != '-')) {
            return null;
        }
        long high = hex(parent, 3, 19);
        long low = hex(parent, 19, 35);
        long span = hex(parent, 36, 52);
        if ((high | low) == 0 || span == 0) {
            return null;
        }
        int flags = (int) hex(parent, 53, LENGTH) & (SAMPLED | RANDOM);
        return new TraceContext(high, low, span, flags, null);
    }

    private static boolean isHex(String text, int begin, int end) {
        for (int i = begin; i < end; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static long hex(String text, int begin, int end) {
        return Long.parseUnsignedLong(text, begin, end, 16);
    }

    /**
     * Returns a context of ids that something else has made.
     *
     * @param traceId 32 hexadecimal digits in lower case, not all 0
     * @param spanId 16 of them
     * @param state the value of {@code tracestate}; null for none
     */
    public static TraceContext of(String traceId, String spanId, boolean sampled, @Nullable String state) {
        TraceContext context = parse("00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00"));
        if (context == null) {
            throw new IllegalArgumentException("trace id " + traceId + ", span id " + spanId
                    + " (expected: 32 and 16 hexadecimal digits in lower case, not all 0)");
        }
        return state == null
                ? context
                : context.with(TraceState.read(HttpFields.build().put(TRACESTATE, state)));
    }

    /** The trace: 32 hexadecimal digits in lower case. */
    public String getTraceId() {
        char[] text = new char[32];
        digits(traceHigh, text, 0);
        digits(traceLow, text, 16);
        return new String(text);
    }

    /** The span, which is the parent of those of requests that are sent for it: 16 hexadecimal digits in lower case. */
    public String getSpanId() {
        char[] text = new char[16];
        digits(span, text, 0);
        return new String(text);
    }

    private static void digits(long value, char[] text, int begin) {
        for (int i = 0; i < 16; i++) {
            text[begin + i] = HEX[(int) (value >>> 60 - 4 * i) & 0xF];
        }
    }

    /** Whether spans of the trace are recorded. */
    public boolean isSampled() {
        return (flags & SAMPLED) != 0;
    }

    /** What systems have added to the trace: the value of {@code tracestate}; null if there is none. */
    public @Nullable String getState() {
        return state;
    }

    /** The value of {@code traceparent}. */
    public String toTraceparent() {
        char[] text = new char[LENGTH];
        text[0] = '0';
        text[1] = '0';
        text[2] = '-';
        digits(traceHigh, text, 3);
        digits(traceLow, text, 19);
        text[35] = '-';
        digits(span, text, 36);
        text[52] = '-';
        text[53] = '0';
        text[54] = HEX[flags];
        return new String(text);
    }

    /** Sets the fields of a request that belongs to the trace. */
    public void setTo(HttpFields.Mutable fields) {
        fields.put(TRACEPARENT, toTraceparent());
        if (state == null) {
            fields.remove(TRACESTATE);
        } else {
            fields.put(TRACESTATE, state);
        }
    }

    // ---- the current one of a thread

    /** The time in which a context is the current one of a thread. Confined to its thread. */
    public static final class Scope implements AutoCloseable {
        private final @Nullable TraceContext context;
        private final @Nullable Scope outer;

        private Scope(@Nullable TraceContext context, @Nullable Scope outer) {
            this.context = context;
            this.outer = outer;
        }

        /** Makes the context current again that was so before, also if scopes within this one were not closed. */
        @Override
        public void close() {
            CURRENT.get().scope = outer;
        }
    }

    /** The innermost scope of a thread. It stays with its thread, as to set a value of a thread costs more than to look one up. */
    private static final class Innermost {
        private @Nullable Scope scope;
    }

    /** The context of the request that this thread handles; null if there is none. */
    public static @Nullable TraceContext current() {
        Scope scope = CURRENT.get().scope;
        return scope == null ? null : scope.context;
    }

    /** Makes a context the current one of this thread, until the scope is closed. Null for none. */
    public static Scope enter(@Nullable TraceContext context) {
        Innermost innermost = CURRENT.get();
        Scope scope = new Scope(context, innermost.scope);
        innermost.scope = scope;
        return scope;
    }

    /** Closes the innermost scope of this thread, if there is one. */
    public static void exit() {
        Innermost innermost = CURRENT.get();
        if (innermost.scope != null) {
            innermost.scope = innermost.scope.outer;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TraceContext that
                && traceHigh == that.traceHigh
                && traceLow == that.traceLow
                && span == that.span
                && flags == that.flags
                && Objects.equals(state, that.state);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(traceLow ^ span);
    }

    @Override
    public String toString() {
        return toTraceparent();
    }
}
