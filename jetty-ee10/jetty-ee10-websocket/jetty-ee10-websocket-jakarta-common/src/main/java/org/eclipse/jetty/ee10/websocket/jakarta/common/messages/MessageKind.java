package org.eclipse.jetty.ee10.websocket.jakarta.common.messages;

import jakarta.websocket.PongMessage;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Primitives;

/** The kinds of messages that a peer sends; an endpoint takes each in one place (WebSocket section 2.5). */
public enum MessageKind {
    TEXT,
    BINARY,
    PONG;

    private static final Set<Class<?>> PARTS = Set.of(String.class, ByteBuffer.class, byte[].class);

    /** Whether messages are passed in parts as this type, with a flag that tells the last. */
    public static boolean isPart(Class<?> type) {
        return PARTS.contains(type);
    }

    /**
     * Returns the kinds of messages that can be passed as a type, whole or in parts: none where it takes a decoder that is not
     * there, more than one where decoders make it of both.
     */
    public static EnumSet<MessageKind> of(Class<?> type, boolean partial, Decoders decoders) {
        if (type == PongMessage.class) {
            return partial ? EnumSet.noneOf(MessageKind.class) : EnumSet.of(PONG);
        }
        EnumSet<MessageKind> kinds = EnumSet.noneOf(MessageKind.class);
        if (partial) {
            if (type == String.class) {
                kinds.add(TEXT);
            } else if (isPart(type)) {
                kinds.add(BINARY);
            }
            return kinds;
        }
        if (Primitives.isOne(type)
                || type == Reader.class
                || !decoders.find(type, true).isEmpty()) {
            kinds.add(TEXT);
        }
        if (isPart(type) && type != String.class
                || type == InputStream.class
                || !decoders.find(type, false).isEmpty()) {
            kinds.add(BINARY);
        }
        return kinds;
    }
}
