package org.eclipse.jetty.compression.brotli;

import com.aayushatharva.brotli4j.encoder.Encoder;
import org.eclipse.jetty.compression.EncoderConfig;

/** How brotli is encoded. Not to be changed while it is used. */
public class BrotliEncoderConfig implements EncoderConfig {
    public static final int DEFAULT_BUFFER_SIZE = 4096;
    public static final int MIN_BUFFER_SIZE = 32;
    public static final int DEFAULT_QUALITY = 11;
    public static final int DEFAULT_WINDOW = 22;

    private int bufferSize = DEFAULT_BUFFER_SIZE;
    private int quality = DEFAULT_QUALITY;
    private int lgWindow = DEFAULT_WINDOW;
    private Encoder.Mode mode = Encoder.Mode.GENERIC;
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
        return quality;
    }

    /** From 0 (fast) to 11 (smallest). */
    @Override
    public void setCompressionLevel(int level) {
        quality = EncoderConfig.check("compressionLevel", level, 0, 11);
    }

    @Override
    public int getStrategy() {
        return mode.ordinal();
    }

    /** 0 for all kinds of content, 1 for text in UTF-8, 2 for fonts. */
    @Override
    public void setStrategy(int strategy) {
        mode = Encoder.Mode.of(EncoderConfig.check("strategy", strategy, 0, 2));
    }

    public int getLgWindow() {
        return lgWindow;
    }

    /** The binary logarithm of the window's bytes: 10 to 24. */
    public void setLgWindow(int window) {
        lgWindow = EncoderConfig.check("lgWindow", window, 10, 24);
    }

    @Override
    public boolean isSyncFlush() {
        return syncFlush;
    }

    @Override
    public void setSyncFlush(boolean syncFlush) {
        this.syncFlush = syncFlush;
    }

    /** The same for the native library. */
    public Encoder.Parameters asEncoderParams() {
        return Encoder.Parameters.create(quality, lgWindow, mode);
    }
}
