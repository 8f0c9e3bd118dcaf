package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.http.coding.DecodingSource;
import org.eclipse.jetty.http.coding.GzipDecoder;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.compression.InflaterPool;

/** Decodes gzip, as much as is read. Thread-safe. */
public final class GzipContentDecoder extends ContentDecoder.Factory {
    private static final int BUFFER_SIZE = 8192;

    private final InflaterPool inflaters;
    private final ClientConnector connector;

    public GzipContentDecoder(InflaterPool inflaters, ClientConnector connector) {
        super("gzip");
        this.inflaters = inflaters;
        this.connector = connector;
    }

    @Override
    public Content.Source newDecoderContentSource(Content.Source source) {
        return new DecodingSource(
                source,
                new GzipDecoder(inflaters.acquire()),
                StartedConnector.byteBufferPool(connector),
                BUFFER_SIZE,
                false,
                -1,
                StartedConnector.executor(connector));
    }
}
