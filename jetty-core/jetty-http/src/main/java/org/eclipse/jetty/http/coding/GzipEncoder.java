package org.eclipse.jetty.http.coding;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.eclipse.jetty.util.compression.CompressionPool;

/** Encodes gzip of one member (RFC 1952). Confined to its message. */
public final class GzipEncoder implements ContentEncoder {
    /** What header and trailer take: shorter content only grows. */
    public static final int BREAK_EVEN_SIZE = 23;

    /** No flags, no time, unknown operating system (RFC 1952, section 2.3). */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    private static final int TRAILER = 8;

    private final CompressionPool<Deflater>.Entry entry;
    private final Deflater deflater;
    private final boolean syncFlush;
    private final CRC32 crc = new CRC32();
    private boolean headerDone;
    private boolean last;
    private int size;

    /**
     * Encodes by a deflater that writes no header of zlib, which is given back at the release.
     *
     * @param syncFlush whether the end of each write can be decoded at once; else it may wait for more
     */
    public GzipEncoder(CompressionPool<Deflater>.Entry entry, boolean syncFlush) {
        this.entry = entry;
        this.deflater = entry.get();
        this.syncFlush = syncFlush;
    }

    @Override
    public void begin(ByteBuffer content, boolean lastWrite) {
        last = lastWrite;
        size += content.remaining();
        int position = content.position();
        crc.update(content);
        content.position(position);
        deflater.setInput(content);
        if (lastWrite) {
            deflater.finish();
        }
    }

    @Override
    public boolean encode(ByteBuffer output) {
        if (!headerDone) {
            headerDone = true;
            output.put(HEADER);
        }
        int flush = syncFlush && !last ? Deflater.SYNC_FLUSH : Deflater.NO_FLUSH;
        while (output.hasRemaining() && !deflater.finished()) {
            if (deflater.deflate(output, flush) == 0) {
                break;
            }
        }
        if (!last) {
            return output.hasRemaining();
        }
        if (!deflater.finished() || output.remaining() < TRAILER) {
            return false;
        }
        putLittleEndian(output, (int) crc.getValue());
        putLittleEndian(output, size);
        return true;
    }

    private static void putLittleEndian(ByteBuffer buffer, int value) {
        buffer.put((byte) value)
                .put((byte) (value >>> 8))
                .put((byte) (value >>> 16))
                .put((byte) (value >>> 24));
    }

    @Override
    public void release() {
        entry.release();
    }
}
