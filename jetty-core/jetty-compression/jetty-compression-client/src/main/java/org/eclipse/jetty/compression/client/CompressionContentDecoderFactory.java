package org.eclipse.jetty.compression.client;

import org.eclipse.jetty.client.CodingContentDecoder;
import org.eclipse.jetty.compression.Compression;

/**
 * Decodes the responses that a client receives by a coding that the application has made and configured.
 *
 * <pre>
 * client.getContentDecoderFactories().put(new CompressionContentDecoderFactory(new ZstandardCompression()));
 * </pre>
 *
 * <p>It takes the place of the decoder that the client has found for the same coding. What a response decodes to is limited by
 * {@link org.eclipse.jetty.client.HttpClient#setMaxResponseContentSize}. Thread-safe once started.
 */
public class CompressionContentDecoderFactory extends CodingContentDecoder {
    /** @param compression the coding, which starts and stops with this */
    public CompressionContentDecoderFactory(Compression compression) {
        super(compression);
    }

    /**
     * Creates a factory of decoders that servers are told to prefer, or not.
     *
     * @param weight from 0 to 1 (RFC 9110, section 12.4.2), or {@link #NO_WEIGHT}
     */
    public CompressionContentDecoderFactory(Compression compression, float weight) {
        super(compression, weight);
    }
}
