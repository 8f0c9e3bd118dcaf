package org.eclipse.jetty.compression.brotli;

import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.compression.EncoderConfig;

/** How brotli is decoded. Not to be changed while it is used. */
public class BrotliDecoderConfig implements DecoderConfig {
    public static final int DEFAULT_BUFFER_SIZE = 16384;
    public static final int MIN_BUFFER_SIZE = 32;

    private int bufferSize = DEFAULT_BUFFER_SIZE;

    @Override
    public int getBufferSize() {
        return bufferSize;
    }

    @Override
    public void setBufferSize(int size) {
        bufferSize = Math.max(MIN_BUFFER_SIZE, EncoderConfig.check("bufferSize", size, 0, Integer.MAX_VALUE));
    }
}
