package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.coding.DecodingSource;
import org.eclipse.jetty.http.coding.GzipDecoder;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.compression.InflaterPool;

/** Decodes gzip, as much as is read. Thread-safe. */
public final class GzipContentDecoder extends ContentDecoder.Factory {
    private static final int BUFFER_SIZE = 8192;

    private final InflaterPool inflaters;
    private final HttpClient client;

    public GzipContentDecoder(InflaterPool inflaters, HttpClient client) {
        super("gzip");
        this.inflaters = inflaters;
        this.client = client;
    }

    @Override
    public Content.Source newDecoderContentSource(Content.Source source) {
        return new DecodingSource(
                source,
                new GzipDecoder(inflaters.acquire()),
                client.getByteBufferPool(),
                BUFFER_SIZE,
                false,
                -1,
                client.getExecutor());
    }
}
