package org.eclipse.jetty.compression;

import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.http.coding.EncodingSink;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;

/** Encodes what is written to it and writes that to another sink. One write at a time, as for every sink. */
public final class EncoderSink extends EncodingSink {
    EncoderSink(Content.Sink sink, ContentEncoder encoder, ByteBufferPool pool, int bufferSize) {
        super(sink, encoder, pool, bufferSize, true);
    }
}
