package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The part of an input stream that exists in this version of the Servlet API only. Used by one thread at a time. */
public abstract class InputApi extends ServletInputStream {
    /** Returns whether a read listener is set, so that reading must not block. */
    public abstract boolean isAsync();

    /** Returns whether reading would not wait: there is content, a failure or the end. */
    protected abstract boolean isReadable();

    /**
     * Reads what there is into a buffer, whose position moves by it. Blocks for the first byte in blocking mode.
     *
     * @return the number of bytes; 0 for a buffer without room; -1 at the end
     */
    protected abstract int fill(ByteBuffer target) throws IOException;

    /** Reads into a buffer, whose position moves by the number of bytes that is returned; -1 at the end. */
    public int read(ByteBuffer target) throws IOException {
        return fill(target);
    }
}
