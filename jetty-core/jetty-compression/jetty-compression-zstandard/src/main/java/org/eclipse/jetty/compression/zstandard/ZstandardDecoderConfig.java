package org.eclipse.jetty.compression.zstandard;

import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.compression.EncoderConfig;

/** How zstd is decoded. Not to be changed while it is used. */
public class ZstandardDecoderConfig implements DecoderConfig {
    public static final int DEFAULT_BUFFER_SIZE = 8192;
    public static final int MIN_BUFFER_SIZE = 32;

    private int bufferSize = DEFAULT_BUFFER_SIZE;
    private boolean magicless;

    @Override
    public int getBufferSize() {
        return bufferSize;
    }

    @Override
    public void setBufferSize(int size) {
        bufferSize = Math.max(MIN_BUFFER_SIZE, EncoderConfig.check("bufferSize", size, 0, Integer.MAX_VALUE));
    }

    public boolean isMagicless() {
        return magicless;
    }

    /** Whether frames begin without magic number. */
    public void setMagicless(boolean magicless) {
        this.magicless = magicless;
    }
}
