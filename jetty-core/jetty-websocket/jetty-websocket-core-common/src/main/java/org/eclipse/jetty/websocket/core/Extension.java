package org.eclipse.jetty.websocket.core;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * Changes frames between the network and the application (RFC 6455, section 9).
 *
 * <p>Extensions are found by {@link java.util.ServiceLoader} or registered with a {@link WebSocketExtensionRegistry}, and
 * made once per session. Frames of each direction come one at a time.
 */
public interface Extension extends IncomingFrames, OutgoingFrames, Closeable {
    /**
     * Prepares it.
     *
     * @param config the parameters that were offered or accepted; a server's extension changes them to what it accepts
     * @throws IllegalArgumentException if the parameters cannot be met, so that it is not used
     */
    void init(ExtensionConfig config, WebSocketComponents components);

    /** Gives back what it holds, at the end of the session. */
    @Override
    default void close() {}

    /**
     * Compares the answer of a server with what the client offered.
     *
     * @param offer an offer of this extension
     * @param answer the parameters by which the server accepted
     * @return why the answer is none to this offer, so that a client must fail the connection; null if it is one
     */
    default @Nullable String mismatch(ExtensionConfig offer, ExtensionConfig answer) {
        return null;
    }

    ExtensionConfig getConfig();

    String getName();

    /** Whether it uses the first reserved bit. */
    boolean isRsv1User();

    boolean isRsv2User();

    boolean isRsv3User();

    /** Where incoming frames go. */
    void setNextIncomingFrames(IncomingFrames nextIncoming);

    /** Where outgoing frames go. */
    void setNextOutgoingFrames(OutgoingFrames nextOutgoing);

    void setCoreSession(CoreSession coreSession);
}
