package org.eclipse.jetty.benchmarks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Frames of HTTP/2, put together by hand (RFC 9113, section 4.1). Not thread-safe. */
final class Http2Frames extends ByteArrayOutputStream {
    /** What a client sends first, with empty settings. */
    static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);

    void frame(int type, int flags, int stream, byte[] payload) {
        write(payload.length >> 16);
        write(payload.length >> 8);
        write(payload.length);
        write(type);
        write(flags);
        for (int shift = 24; shift >= 0; shift -= 8) {
            write(stream >> shift);
        }
        writeBytes(payload);
    }
}
