package org.eclipse.jetty.util.compression;

import java.util.zip.Deflater;
import org.eclipse.jetty.util.component.Container;

/** A pool of deflaters. Thread-safe. */
public class DeflaterPool extends CompressionPool<Deflater> {
    private final int compressionLevel;
    private final boolean nowrap;

    /**
     * Creates a pool.
     *
     * @param nowrap whether to leave out the header of zlib, as gzip needs it
     */
    public DeflaterPool(int capacity, int compressionLevel, boolean nowrap) {
        super(capacity);
        this.compressionLevel = compressionLevel;
        this.nowrap = nowrap;
    }

    @Override
    protected Deflater newPooled() {
        return new Deflater(compressionLevel, nowrap);
    }

    @Override
    protected void end(Deflater deflater) {
        deflater.end();
    }

    @Override
    protected void reset(Deflater deflater) {
        deflater.reset();
        deflater.setLevel(compressionLevel);
        deflater.setStrategy(Deflater.DEFAULT_STRATEGY);
    }

    /** The pool that is a bean of the container, made if needed. */
    public static DeflaterPool ensurePool(Container container) {
        DeflaterPool pool = container.getBean(DeflaterPool.class);
        if (pool != null) return pool;
        pool = new DeflaterPool(DEFAULT_CAPACITY, Deflater.DEFAULT_COMPRESSION, true);
        container.addBean(pool, true);
        return pool;
    }
}
