package org.eclipse.jetty.compression;

import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.DecodingSource;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.SerializedInvoker;

/** Decodes what it reads from another source. Thread-safe. */
public final class DecoderSource extends DecodingSource {
    DecoderSource(Content.Source source, ContentDecoder decoder, ByteBufferPool pool, int bufferSize) {
        super(source, decoder, pool, bufferSize, true, -1, new SerializedInvoker()::run);
    }
}
