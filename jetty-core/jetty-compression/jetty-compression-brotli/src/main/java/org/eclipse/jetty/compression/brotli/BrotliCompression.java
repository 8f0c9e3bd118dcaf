package org.eclipse.jetty.compression.brotli;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.compression.EncoderConfig;
import org.eclipse.jetty.compression.brotli.internal.BrotliDecoder;
import org.eclipse.jetty.compression.brotli.internal.BrotliEncoder;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;

/** Brotli (RFC 7932). Thread-safe once started. */
public class BrotliCompression extends Compression {
    public static final String ENCODING_NAME = "br";
    public static final int DEFAULT_MIN_BROTLI_SIZE = 48;

    public BrotliCompression() {
        super(ENCODING_NAME, new BrotliEncoderConfig(), new BrotliDecoderConfig());
        setMinCompressSize(DEFAULT_MIN_BROTLI_SIZE);
    }

    @Override
    protected void doStart() throws Exception {
        Brotli4jLoader.ensureAvailability();
        super.doStart();
    }

    @Override
    public String getName() {
        return "brotli";
    }

    @Override
    public List<String> getFileExtensionNames() {
        return List.of("br");
    }

    /** At least {@link #DEFAULT_MIN_BROTLI_SIZE}. */
    @Override
    public void setMinCompressSize(int minCompressSize) {
        super.setMinCompressSize(Math.max(minCompressSize, DEFAULT_MIN_BROTLI_SIZE));
    }

    @Override
    public ContentEncoder newEncoder(EncoderConfig config) {
        try {
            return new BrotliEncoder(check(BrotliEncoderConfig.class, config));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @Override
    public ContentDecoder newDecoder(DecoderConfig config) {
        try {
            return new BrotliDecoder(check(BrotliDecoderConfig.class, config));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
