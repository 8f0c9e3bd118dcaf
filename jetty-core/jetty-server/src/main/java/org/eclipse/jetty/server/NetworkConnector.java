package org.eclipse.jetty.server;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A connector with a host and a port. */
public interface NetworkConnector extends Connector, Closeable {
    /** Binds, before the connector starts, which else binds itself. */
    void open() throws IOException;

    @Override
    void close();

    boolean isOpen();

    /** The local host; null for all. */
    @Nullable
    String getHost();

    /** The port that was configured; 0 for any free one. */
    int getPort();

    /** The port that is listened to; -1 if it was not opened, -2 if it was closed. */
    int getLocalPort();
}
