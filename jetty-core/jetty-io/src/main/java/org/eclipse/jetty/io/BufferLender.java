package org.eclipse.jetty.io;

/** What a caller that was compiled against the general return type links to. */
interface BufferLender {
    RetainableByteBuffer acquire(int size, boolean direct);
}
