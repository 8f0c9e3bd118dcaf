package org.eclipse.jetty.compression.server;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.brotli.BrotliCompression;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.zstandard.ZstandardCompression;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;

/** The codings, each beside a decoder that is not ours. */
public enum Codings {
    GZIP,
    BR,
    ZSTD;

    public Compression compression() {
        return switch (this) {
            case GZIP -> new GzipCompression();
            case BR -> new BrotliCompression();
            case ZSTD -> new ZstandardCompression();
        };
    }

    public String encodingName() {
        return name().toLowerCase();
    }

    public byte[] decode(byte[] encoded) throws IOException {
        InputStream bytes = new ByteArrayInputStream(encoded);
        try (InputStream in =
                switch (this) {
                    case GZIP -> new GZIPInputStream(bytes);
                    case BR -> new BrotliInputStream(bytes);
                    case ZSTD -> new ZstdInputStreamNoFinalizer(bytes);
                }) {
            return in.readAllBytes();
        }
    }

    public byte[] encode(byte[] content) throws Exception {
        Compression compression = compression();
        compression.start();
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = compression.newEncoderOutputStream(bytes)) {
                out.write(content);
            }
            return bytes.toByteArray();
        } finally {
            compression.stop();
        }
    }

    /** Encodes one write through buffers of a size. */
    public static void encode(
            ContentEncoder encoder, ByteBuffer content, boolean last, ByteBuffer output, ByteArrayOutputStream to) {
        encoder.begin(content, last);
        boolean taken = false;
        while (!taken) {
            output.clear();
            taken = encoder.encode(output);
            drain(output, to);
        }
    }

    /** Decodes one chunk through buffers of a size. */
    public static void decode(ContentDecoder decoder, ByteBuffer input, ByteBuffer output, ByteArrayOutputStream to) {
        boolean more = true;
        while (more) {
            output.clear();
            decoder.decode(input, output);
            more = !output.hasRemaining();
            drain(output, to);
        }
    }

    private static void drain(ByteBuffer output, ByteArrayOutputStream to) {
        output.flip();
        while (output.hasRemaining()) {
            to.write(output.get());
        }
    }
}
