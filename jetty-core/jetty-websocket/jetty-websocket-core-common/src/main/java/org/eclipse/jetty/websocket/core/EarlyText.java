package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import org.eclipse.jetty.websocket.core.util.Utf8Validator;

/**
 * Looks at text before its frame is whole (RFC 6455, section 8.1). Who gathers the message checks all of it; this one does not know
 * how the frame before ended, and takes the rest of a character for granted. Confined to its parser.
 */
final class EarlyText {
    /** A character has one byte to begin with, and up to three more. */
    private static final int MAX_REST = 3;

    private final Utf8Validator validator = new Utf8Validator();

    /** How many bytes may still be the rest of a character. */
    private int rest;

    /** @param begins whether a message begins here */
    EarlyText(boolean begins) {
        rest = begins ? 0 : MAX_REST;
    }

    /** Takes the next bytes, which are not consumed; returns whether they may be part of UTF-8. */
    boolean update(ByteBuffer bytes) {
        int from = 0;
        while (rest > 0 && from < bytes.remaining()) {
            if ((bytes.get(bytes.position() + from) & 0xC0) == 0x80) {
                from++;
                rest--;
            } else {
                rest = 0;
            }
        }
        return validator.update(bytes.slice(bytes.position() + from, bytes.remaining() - from));
    }
}
