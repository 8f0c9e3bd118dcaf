package org.eclipse.jetty.io;

import java.net.Socket;
import java.nio.ByteBuffer;

/** Is shown the bytes that a {@link NetworkTrafficSocketChannelEndPoint} reads and writes. */
public interface NetworkTrafficListener {
    default void opened(Socket socket) {}

    /** Called with the bytes read; read-only. */
    default void incoming(Socket socket, ByteBuffer bytes) {}

    /** Called with the bytes written; read-only. */
    default void outgoing(Socket socket, ByteBuffer bytes) {}

    default void closed(Socket socket) {}
}
