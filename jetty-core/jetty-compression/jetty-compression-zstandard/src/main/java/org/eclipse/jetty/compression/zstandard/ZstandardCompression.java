package org.eclipse.jetty.compression.zstandard;

import com.github.luben.zstd.util.Native;
import java.util.List;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.compression.EncoderConfig;
import org.eclipse.jetty.compression.zstandard.internal.ZstandardDecoder;
import org.eclipse.jetty.compression.zstandard.internal.ZstandardEncoder;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Zstandard (RFC 8878), with windows of 8 MiB at most (RFC 9659). Thread-safe once started. */
public class ZstandardCompression extends Compression {
    public static final String ENCODING_NAME = "zstd";
    public static final int DEFAULT_MIN_ZSTD_SIZE = 48;

    public ZstandardCompression() {
        super(ENCODING_NAME, new ZstandardEncoderConfig(), new ZstandardDecoderConfig());
        setMinCompressSize(DEFAULT_MIN_ZSTD_SIZE);
    }

    @Override
    protected void doStart() throws Exception {
        Native.load();
        super.doStart();
    }

    @Override
    public String getName() {
        return "zstandard";
    }

    @Override
    public List<String> getFileExtensionNames() {
        return List.of("zst");
    }

    /** At least {@link #DEFAULT_MIN_ZSTD_SIZE}. */
    @Override
    public void setMinCompressSize(int minCompressSize) {
        super.setMinCompressSize(Math.max(minCompressSize, DEFAULT_MIN_ZSTD_SIZE));
    }

    /** A direct buffer, as the native library needs it. */
    @Override
    public RetainableByteBuffer.Mutable acquireByteBuffer(int length) {
        return getByteBufferPool().acquire(length, true);
    }

    @Override
    public ContentEncoder newEncoder(EncoderConfig config) {
        return new ZstandardEncoder(this, check(ZstandardEncoderConfig.class, config));
    }

    @Override
    public ContentDecoder newDecoder(DecoderConfig config) {
        return new ZstandardDecoder(this, check(ZstandardDecoderConfig.class, config));
    }
}
