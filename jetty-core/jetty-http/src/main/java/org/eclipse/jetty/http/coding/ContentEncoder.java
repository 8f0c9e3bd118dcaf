package org.eclipse.jetty.http.coding;

import java.nio.ByteBuffer;

/** Encodes the content of one message. Confined to the writes of that message, one at a time. */
public interface ContentEncoder {
    /**
     * Begins a write, after the one before was encoded.
     *
     * @param content the bytes, which are not changed until they are encoded
     * @param last whether nothing follows
     */
    void begin(ByteBuffer content, boolean last);

    /**
     * Encodes until the write is taken or the output is full.
     *
     * @param output the buffer, to be filled from its position
     * @return whether the write is taken, and after the last one whether the end was written; false if the output is too
     *     small for it
     */
    boolean encode(ByteBuffer output);

    /** Gives back what encoding needs; nothing is encoded afterwards. */
    void release();
}
