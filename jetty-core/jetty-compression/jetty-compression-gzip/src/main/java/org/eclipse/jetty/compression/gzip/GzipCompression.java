package org.eclipse.jetty.compression.gzip;

import java.util.List;
import java.util.zip.Deflater;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.compression.EncoderConfig;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.http.coding.GzipDecoder;
import org.eclipse.jetty.http.coding.GzipEncoder;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.compression.CompressionPool;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.eclipse.jetty.util.compression.InflaterPool;

/** Gzip (RFC 1952), by pooled deflaters and inflaters. Thread-safe once started. */
public class GzipCompression extends Compression {
    public static final String ENCODING_NAME = "gzip";
    public static final int DEFAULT_MIN_GZIP_SIZE = 32;

    private DeflaterPool deflaterPool;
    private InflaterPool inflaterPool;

    public GzipCompression() {
        super(ENCODING_NAME, new GzipEncoderConfig(), new GzipDecoderConfig());
        setMinCompressSize(DEFAULT_MIN_GZIP_SIZE);
    }

    @Override
    protected void doStart() throws Exception {
        Container container = getContainer();
        if (deflaterPool == null) {
            if (container == null) {
                setDeflaterPool(new DeflaterPool(CompressionPool.DEFAULT_CAPACITY, Deflater.DEFAULT_COMPRESSION, true));
            } else {
                deflaterPool = DeflaterPool.ensurePool(container);
            }
        }
        if (inflaterPool == null) {
            if (container == null) {
                setInflaterPool(new InflaterPool(CompressionPool.DEFAULT_CAPACITY, true));
            } else {
                inflaterPool = InflaterPool.ensurePool(container);
            }
        }
        super.doStart();
    }

    @Override
    public String getName() {
        return "gzip";
    }

    @Override
    public List<String> getFileExtensionNames() {
        return List.of("gz", "gzip");
    }

    /** At least {@link GzipEncoder#BREAK_EVEN_SIZE}. */
    @Override
    public void setMinCompressSize(int minCompressSize) {
        super.setMinCompressSize(Math.max(minCompressSize, GzipEncoder.BREAK_EVEN_SIZE));
    }

    public DeflaterPool getDeflaterPool() {
        return deflaterPool;
    }

    /** The deflaters, without the header of zlib; by default those of the container. */
    public void setDeflaterPool(DeflaterPool pool) {
        if (pool != null && !pool.isNoWrap()) {
            throw new IllegalArgumentException("noWrap false (expected: true, for gzip has no header of zlib)");
        }
        updateBean(deflaterPool, pool);
        deflaterPool = pool;
    }

    public InflaterPool getInflaterPool() {
        return inflaterPool;
    }

    /** The inflaters, without the header of zlib; by default those of the container. */
    public void setInflaterPool(InflaterPool pool) {
        if (pool != null && !pool.isNoWrap()) {
            throw new IllegalArgumentException("noWrap false (expected: true, for gzip has no header of zlib)");
        }
        updateBean(inflaterPool, pool);
        inflaterPool = pool;
    }

    @Override
    public ContentEncoder newEncoder(EncoderConfig config) {
        GzipEncoderConfig gzip = check(GzipEncoderConfig.class, config);
        CompressionPool<Deflater>.Entry entry = deflaterPool.acquire();
        Deflater deflater = entry.get();
        if (gzip.getCompressionLevel() != Deflater.DEFAULT_COMPRESSION) {
            deflater.setLevel(gzip.getCompressionLevel());
        }
        deflater.setStrategy(gzip.getStrategy());
        return new GzipEncoder(entry, gzip.isSyncFlush());
    }

    @Override
    public ContentDecoder newDecoder(DecoderConfig config) {
        check(GzipDecoderConfig.class, config);
        return new GzipDecoder(inflaterPool.acquire());
    }
}
