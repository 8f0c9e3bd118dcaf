package org.eclipse.jetty.compression.zstandard.internal;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.compression.zstandard.ZstandardCompression;
import org.eclipse.jetty.compression.zstandard.ZstandardDecoderConfig;
import org.eclipse.jetty.http.coding.ContentDecoder;

/** Decodes frames (RFC 8878, section 3.1). Confined to its message. */
public final class ZstandardDecoder implements ContentDecoder {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final DirectBuffers buffers;
    private final ZstandardFrameHeader header;
    private boolean complete = true;
    private boolean pending;

    public ZstandardDecoder(ZstandardCompression compression, ZstandardDecoderConfig config) {
        buffers = new DirectBuffers(compression, config.getBufferSize());
        header = new ZstandardFrameHeader(config.isMagicless());
        context.setMagicless(config.isMagicless());
    }

    @Override
    public void decode(ByteBuffer input, ByteBuffer output) {
        try {
            while (output.hasRemaining() && (input.hasRemaining() || pending)) {
                header.inspect(input);
                complete = buffers.run(input, output, this::decompress);
                if (complete) {
                    header.reset();
                }
            }
        } catch (ZstdException x) {
            throw ContentDecoder.malformed("zstd", String.valueOf(x.getMessage()));
        }
    }

    /** Where the output is full, the next call has to ask for the rest, with or without input. */
    private boolean decompress(ByteBuffer input, ByteBuffer output) {
        boolean ended = context.decompressDirectByteBufferStream(output, input);
        pending = !ended && !output.hasRemaining();
        return ended;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public void release() {
        context.close();
    }
}
