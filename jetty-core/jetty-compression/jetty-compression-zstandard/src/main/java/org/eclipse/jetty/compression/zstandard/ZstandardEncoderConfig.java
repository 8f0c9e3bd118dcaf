package org.eclipse.jetty.compression.zstandard;

import org.eclipse.jetty.compression.EncoderConfig;

/** How zstd is encoded. Not to be changed while it is used. */
public class ZstandardEncoderConfig implements EncoderConfig {
    public static final int DEFAULT_BUFFER_SIZE = 8192;
    public static final int MIN_BUFFER_SIZE = 32;
    public static final int DEFAULT_COMPRESSION_LEVEL = 3;
    public static final int MIN_COMPRESSION_LEVEL = -(1 << 17);
    public static final int MAX_COMPRESSION_LEVEL = 22;

    private int bufferSize = DEFAULT_BUFFER_SIZE;
    private int compressionLevel = DEFAULT_COMPRESSION_LEVEL;
    private int strategy = -1;
    private boolean checksum;
    private boolean magicless;
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

    /** To 22 (smallest); negative levels are the fastest. */
    @Override
    public void setCompressionLevel(int level) {
        compressionLevel = EncoderConfig.check("compressionLevel", level, MIN_COMPRESSION_LEVEL, MAX_COMPRESSION_LEVEL);
    }

    @Override
    public int getStrategy() {
        return strategy;
    }

    /** From 1 (fast) to 9 (ultra); -1 for that of the level. */
    @Override
    public void setStrategy(int strategy) {
        this.strategy = EncoderConfig.check("strategy", strategy, -1, 9);
    }

    public boolean isChecksum() {
        return checksum;
    }

    /** Whether frames end with a checksum. */
    public void setChecksum(boolean checksum) {
        this.checksum = checksum;
    }

    public boolean isMagicless() {
        return magicless;
    }

    /** Whether frames begin without magic number, which only clients can decode that are set up so. */
    public void setMagicless(boolean magicless) {
        this.magicless = magicless;
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
