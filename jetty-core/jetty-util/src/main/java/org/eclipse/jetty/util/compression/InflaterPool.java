package org.eclipse.jetty.util.compression;

import java.util.zip.Inflater;
import org.eclipse.jetty.util.component.Container;

/** A pool of inflaters. Thread-safe. */
public class InflaterPool extends CompressionPool<Inflater> {
    private final boolean nowrap;

    /**
     * Creates a pool.
     *
     * @param nowrap whether there is no header of zlib, as in gzip
     */
    public InflaterPool(int capacity, boolean nowrap) {
        super(capacity);
        this.nowrap = nowrap;
    }

    /** Whether what is inflated has no header of zlib. */
    public boolean isNoWrap() {
        return nowrap;
    }

    @Override
    protected Inflater newPooled() {
        return new Inflater(nowrap);
    }

    @Override
    protected void end(Inflater inflater) {
        inflater.end();
    }

    @Override
    protected void reset(Inflater inflater) {
        inflater.reset();
    }

    /** The pool that is a bean of the container, made if needed. */
    public static InflaterPool ensurePool(Container container) {
        InflaterPool pool = container.getBean(InflaterPool.class);
        if (pool != null) {
            return pool;
        }
        pool = new InflaterPool(DEFAULT_CAPACITY, true);
        container.addBean(pool, true);
        return pool;
    }
}
