package org.eclipse.jetty.compression.brotli.internal;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.EncoderJNI;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.compression.brotli.BrotliEncoderConfig;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.util.BufferUtil;

/** Encodes one stream (RFC 7932). Confined to its message. */
public final class BrotliEncoder implements ContentEncoder {
    private final EncoderJNI.Wrapper encoder;
    private final boolean syncFlush;
    private ByteBuffer content = BufferUtil.EMPTY_BUFFER;
    private ByteBuffer encoded = ByteBuffer.allocate(0);
    private boolean last;
    private boolean ended;

    public BrotliEncoder(BrotliEncoderConfig config) throws IOException {
        Encoder.Parameters parameters = config.asEncoderParams();
        encoder = new EncoderJNI.Wrapper(
                config.getBufferSize(), parameters.quality(), parameters.lgwin(), parameters.mode());
        syncFlush = config.isSyncFlush();
    }

    @Override
    public void begin(ByteBuffer bytes, boolean lastWrite) {
        content = bytes;
        last = lastWrite;
        ended = false;
    }

    @Override
    public boolean encode(ByteBuffer output) {
        while (true) {
            copy(output);
            if (encoded.hasRemaining()) {
                return false;
            }
            if (encoder.hasMoreOutput()) {
                encoded = encoder.pull();
            } else if (encoder.hasRemainingInput()) {
                push(EncoderJNI.Operation.PROCESS, 0);
            } else if (content.hasRemaining()) {
                push(EncoderJNI.Operation.PROCESS, take());
            } else if (last ? encoder.isFinished() : ended || !syncFlush) {
                return true;
            } else {
                // flushing twice in a row would add an empty block
                ended = true;
                push(last ? EncoderJNI.Operation.FINISH : EncoderJNI.Operation.FLUSH, 0);
            }
        }
    }

    private void copy(ByteBuffer output) {
        int count = Math.min(encoded.remaining(), output.remaining());
        output.put(output.position(), encoded, encoded.position(), count);
        output.position(output.position() + count);
        encoded.position(encoded.position() + count);
    }

    /** Fills the input of the native library; returns the number of bytes. */
    private int take() {
        ByteBuffer input = encoder.getInputBuffer();
        input.clear();
        int count = Math.min(input.remaining(), content.remaining());
        input.put(0, content, content.position(), count);
        content.position(content.position() + count);
        return count;
    }

    private void push(EncoderJNI.Operation operation, int length) {
        encoder.push(operation, length);
        if (!encoder.isSuccess()) {
            throw new IllegalStateException("brotli encoder failed at " + operation);
        }
    }

    @Override
    public void release() {
        encoder.destroy();
    }
}
