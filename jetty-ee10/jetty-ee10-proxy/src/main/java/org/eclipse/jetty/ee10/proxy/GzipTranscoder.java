package org.eclipse.jetty.ee10.proxy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.coding.GzipDecoder;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.jspecify.annotations.Nullable;

/** Decodes gzip for a transformer, and encodes its results. Confined to one request. */
final class GzipTranscoder {
    private static final int BUFFER_SIZE = 8192;

    private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    private final GzipDecoder decoder;
    private @Nullable GZIPOutputStream encoder;
    private boolean begun;
    private boolean released;

    /** @param client whose inflaters are used; null for one of its own */
    GzipTranscoder(@Nullable HttpClient client) {
        InflaterPool pool = client == null ? new InflaterPool(1, true) : InflaterPool.ensurePool(client);
        decoder = new GzipDecoder(pool.acquire());
    }

    void transform(
            AsyncMiddleManServlet.ContentTransformer transformer,
            ByteBuffer input,
            boolean finished,
            List<ByteBuffer> output)
            throws IOException {
        begun |= input.hasRemaining();
        ByteBuffer decoded;
        do {
            decoded = ByteBuffer.allocate(BUFFER_SIZE);
            if (input.hasRemaining() || begun && !decoder.isComplete()) {
                decoder.decode(input, decoded);
            }
            decoded.flip();
            if (decoded.hasRemaining()) {
                encode(transformer, decoded, false);
            }
        } while (input.hasRemaining() || decoded.limit() == BUFFER_SIZE);
        if (finished) {
            if (!decoder.isComplete()) {
                throw new EOFException("The gzip content ended early");
            }
            encode(transformer, BufferUtil.EMPTY_BUFFER, true);
        }
        if (encoded.size() > 0) {
            output.add(ByteBuffer.wrap(encoded.toByteArray()));
            encoded.reset();
        }
    }

    private void encode(AsyncMiddleManServlet.ContentTransformer transformer, ByteBuffer decoded, boolean finished)
            throws IOException {
        List<ByteBuffer> results = new ArrayList<>();
        transformer.transform(decoded, finished, results);
        for (ByteBuffer result : results) {
            if (result.hasRemaining()) {
                encoder().write(BufferUtil.toArray(result));
            }
        }
        if (finished && (begun || encoder != null)) {
            encoder().close();
        }
    }

    private GZIPOutputStream encoder() throws IOException {
        if (encoder == null) {
            encoder = new GZIPOutputStream(encoded, BUFFER_SIZE);
        }
        return encoder;
    }

    void release() {
        if (!released) {
            released = true;
            decoder.release();
        }
    }
}
