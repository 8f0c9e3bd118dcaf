package org.eclipse.jetty.compression;

/** How content is decoded. Not to be changed while it is used. */
public interface DecoderConfig {
    int getBufferSize();

    /** The bytes of a buffer for decoded content. */
    void setBufferSize(int size);
}
