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
     * @param compressionLevel from 0 (none) to 9 (best), or -1 for the default
     * @param nowrap whether to leave out the header of zlib, as gzip needs it
     * @throws IllegalArgumentException if there is no such level
     */
    public DeflaterPool(int capacity, int compressionLevel, boolean nowrap) {
        super(capacity);
        if (compressionLevel < Deflater.DEFAULT_COMPRESSION || compressionLevel > Deflater.BEST_COMPRESSION) {
            throw new IllegalArgumentException("compressionLevel " + compressionLevel + " (expected: -1 to 9)");
        }
        this.compressionLevel = compressionLevel;
        this.nowrap = nowrap;
    }

    /** Whether what is deflated has no header of zlib. */
    public boolean isNoWrap() {
        return nowrap;
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
        if (pool != null) {
            return pool;
        }
        pool = new DeflaterPool(DEFAULT_CAPACITY, Deflater.DEFAULT_COMPRESSION, true);
        container.addBean(pool, true);
        return pool;
    }
}
