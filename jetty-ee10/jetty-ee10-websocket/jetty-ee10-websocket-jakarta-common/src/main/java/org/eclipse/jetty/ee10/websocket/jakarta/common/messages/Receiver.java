package org.eclipse.jetty.ee10.websocket.jakarta.common.messages;

/**
 * Who takes messages, and as what.
 *
 * @param owner the message handler or the method, by which it is known
 * @param type the type of messages, or of their parts
 * @param partial whether it takes parts
 * @param maxSize the size in bytes up to which whole messages are taken; -1 for that of the session
 * @param delivery takes them
 */
public record Receiver(Object owner, Class<?> type, boolean partial, long maxSize, Delivery delivery) {
    /** Takes a message, or a part of one. */
    @FunctionalInterface
    public interface Delivery {
        void deliver(Object message, boolean last) throws Throwable;
    }
}
