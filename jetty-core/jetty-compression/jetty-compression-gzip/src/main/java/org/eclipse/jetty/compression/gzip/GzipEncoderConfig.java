package org.eclipse.jetty.compression.gzip;

import java.util.zip.Deflater;
import org.eclipse.jetty.compression.EncoderConfig;

/** How gzip is encoded. Not to be changed while it is used. */
public class GzipEncoderConfig implements EncoderConfig {
    public static final int DEFAULT_BUFFER_SIZE = 512;
    public static final int MIN_BUFFER_SIZE = 32;

    private int bufferSize = DEFAULT_BUFFER_SIZE;
    private int compressionLevel = Deflater.DEFAULT_COMPRESSION;
    private int strategy = Deflater.DEFAULT_STRATEGY;
    private boolean syncFlush;

    @Override
    public int getBufferSize() {
        return bufferSize;
    }

    @Override
    public void setBufferSize(int size) {
        bufferSize = Math.max(MIN_BUFFER_SIZE, EncoderConfig.check("bufferSize", size, 0, Integer.MAX_VALUE));
    }

    @Override
    public int getCompressionLevel() {
        return compressionLevel;
    }

    /** From 0 (none) to 9 (best); -1 for that of the pool of deflaters. */
    @Override
    public void setCompressionLevel(int level) {
        compressionLevel = EncoderConfig.check("compressionLevel", level, -1, 9);
    }

    @Override
    public int getStrategy() {
        return strategy;
    }

    /** 0 for all kinds of content, 1 for filtered values, 2 for Huffman coding only ({@link Deflater}). */
    @Override
    public void setStrategy(int strategy) {
        this.strategy = EncoderConfig.check("strategy", strategy, 0, 2);
    }

    @Override
    public boolean isSyncFlush() {
        return syncFlush;
    }

    @Override
    public void setSyncFlush(boolean syncFlush) {
        this.syncFlush = syncFlush;
    }
}
