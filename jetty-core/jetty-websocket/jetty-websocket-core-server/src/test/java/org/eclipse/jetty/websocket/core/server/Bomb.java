package org.eclipse.jetty.websocket.core.server;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Some payload of permessage-deflate (RFC 7692, section 7.2.1) that becomes a thousand times as much. */
public final class Bomb {
    /** What a client offers, and a server accepts. */
    public static final String FIELD = "Sec-WebSocket-Extensions";

    public static final String EXTENSION = "permessage-deflate";

    private static final int BLOCK = 1 << 20;

    private Bomb() {}

    /** Returns about a thousandth of this many MiB: characters of code 0, which are valid UTF-8. */
    public static byte[] ofMebibytes(int count) {
        byte[] block = new byte[BLOCK / 100];
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(new byte[BLOCK]);
        int length = deflater.deflate(block, 0, block.length, Deflater.FULL_FLUSH);
        deflater.end();
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            payload.write(block, 0, length);
        }
        // the tail that the receiver appends (section 7.2.2)
        return Arrays.copyOf(payload.toByteArray(), payload.size() - 4);
    }
}
