package org.eclipse.jetty.tests;

import java.io.Closeable;
import java.io.IOException;

/** A connection of {@link LoadClient}, which sends one request after the other. Confined to its thread. */
interface LoadConnection extends Closeable {
    /** In place of a status: the server has ended the connection, and said that it has not begun with this request. */
    int UNPROCESSED = 0;

    /** Sends the request, and returns the status when the response has been read. */
    int exchange() throws IOException;

    /** Whether the server said that it takes no other request. */
    boolean isLast();
}
