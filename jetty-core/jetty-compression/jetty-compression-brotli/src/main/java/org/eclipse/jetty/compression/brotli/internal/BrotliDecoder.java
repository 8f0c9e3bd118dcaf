package org.eclipse.jetty.compression.brotli.internal;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.compression.brotli.BrotliDecoderConfig;
import org.eclipse.jetty.http.coding.ContentDecoder;

/** Decodes one stream (RFC 7932). Confined to its message. */
public final class BrotliDecoder implements ContentDecoder {
    private final DecoderJNI.Wrapper decoder;
    private ByteBuffer decoded = ByteBuffer.allocate(0);
    private boolean begun;

    public BrotliDecoder(BrotliDecoderConfig config) throws IOException {
        decoder = new DecoderJNI.Wrapper(config.getBufferSize());
    }

    @Override
    public void decode(ByteBuffer input, ByteBuffer output) {
        while (true) {
            copy(output);
            if (decoded.hasRemaining() || !output.hasRemaining()) {
                return;
            }
            if (decoder.hasOutput()) {
                decoded = decoder.pull();
                continue;
            }
            switch (decoder.getStatus()) {
                case NEEDS_MORE_OUTPUT -> decoded = decoder.pull();
                case OK, NEEDS_MORE_INPUT -> {
                    if (!input.hasRemaining()) {
                        return;
                    }
                    begun = true;
                    decoder.push(take(input));
                }
                case DONE -> {
                    if (input.hasRemaining()) {
                        throw ContentDecoder.malformed("br", "bytes after the end");
                    }
                    return;
                }
                default -> throw ContentDecoder.malformed("br", "malformed data");
            }
        }
    }

    private void copy(ByteBuffer output) {
        int count = Math.min(decoded.remaining(), output.remaining());
        output.put(output.position(), decoded, decoded.position(), count);
        output.position(output.position() + count);
        decoded.position(decoded.position() + count);
    }

    /** Fills the input of the native library; returns the number of bytes. */
    private int take(ByteBuffer input) {
        ByteBuffer buffer = decoder.getInputBuffer();
        buffer.clear();
        int count = Math.min(buffer.remaining(), input.remaining());
        buffer.put(0, input, input.position(), count);
        input.position(input.position() + count);
        return count;
    }

    @Override
    public boolean isComplete() {
        return !begun || decoder.getStatus() == DecoderJNI.Status.DONE && !decoded.hasRemaining();
    }

    @Override
    public void release() {
        decoder.destroy();
    }
}
