package org.eclipse.jetty.compression.zstandard.internal;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
import org.eclipse.jetty.compression.zstandard.ZstandardCompression;
import org.eclipse.jetty.compression.zstandard.ZstandardEncoderConfig;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.util.BufferUtil;

/** Encodes one frame (RFC 8878, section 3.1). Confined to its message. */
public final class ZstandardEncoder implements ContentEncoder {
    /** The highest level whose window is not larger than the coding allows (RFC 9659, section 3). */
    private static final int LEVEL_OF_LARGEST_WINDOW = 19;

    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private final DirectBuffers buffers;
    private final EndDirective flush;
    private ByteBuffer content = BufferUtil.EMPTY_BUFFER;
    private EndDirective end = EndDirective.CONTINUE;

    public ZstandardEncoder(ZstandardCompression compression, ZstandardEncoderConfig config) {
        buffers = new DirectBuffers(compression, config.getBufferSize());
        flush = config.isSyncFlush() ? EndDirective.FLUSH : EndDirective.CONTINUE;
        try {
            configure(config);
        } catch (RuntimeException x) {
            context.close();
            throw x;
        }
    }

    private void configure(ZstandardEncoderConfig config) {
        context.setLevel(config.getCompressionLevel());
        if (config.getCompressionLevel() > LEVEL_OF_LARGEST_WINDOW) {
            context.setWindowLog(ZstandardFrameHeader.MAX_WINDOW_LOG);
        }
        if (config.getStrategy() > 0) {
            context.setStrategy(config.getStrategy());
        }
        context.setChecksum(config.isChecksum());
        context.setMagicless(config.isMagicless());
    }

    @Override
    public void begin(ByteBuffer bytes, boolean last) {
        content = bytes;
        end = last ? EndDirective.END : flush;
    }

    @Override
    public boolean encode(ByteBuffer output) {
        while (output.hasRemaining()) {
            boolean ended = buffers.run(content, output, (input, target) -> {
                // a copy may be a part only, after which nothing ends
                boolean whole = input.remaining() == content.remaining();
                EndDirective directive = whole ? end : EndDirective.CONTINUE;
                boolean flushed = context.compressDirectByteBufferStream(target, input, directive);
                return whole && (end == EndDirective.CONTINUE ? !input.hasRemaining() : flushed);
            });
            if (ended) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void release() {
        context.close();
    }
}
