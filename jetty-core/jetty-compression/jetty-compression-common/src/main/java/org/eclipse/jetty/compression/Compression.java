package org.eclipse.jetty.compression;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http.coding.ContentCoding;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * A content coding (RFC 9110, section 8.4.1): its names, its configuration, and streams, sinks and sources that encode and
 * decode. Implementations are found as services. Thread-safe once started.
 */
@ManagedObject("A content coding")
public abstract class Compression extends ContainerLifeCycle implements ContentCoding {
    private final String encodingName;
    private final String etagSuffix;
    private final HttpField contentEncoding;
    private final HttpField xContentEncoding;
    private @Nullable Container container;
    private ByteBufferPool byteBufferPool;
    private int minCompressSize;
    private EncoderConfig encoderConfig;
    private DecoderConfig decoderConfig;

    /**
     * A coding by its registered name.
     *
     * @param encoderConfig the defaults of encoding; others must be of the same class
     * @param decoderConfig the defaults of decoding; others must be of the same class
     */
    protected Compression(String encodingName, EncoderConfig encoderConfig, DecoderConfig decoderConfig) {
        this.encodingName = Objects.requireNonNull(encodingName, "encodingName");
        this.encoderConfig = Objects.requireNonNull(encoderConfig, "encoderConfig");
        this.decoderConfig = Objects.requireNonNull(decoderConfig, "decoderConfig");
        this.etagSuffix = ContentCoding.super.getEtagSuffix();
        this.contentEncoding = new PreEncodedHttpField(HttpHeader.CONTENT_ENCODING, encodingName);
        this.xContentEncoding = new PreEncodedHttpField("X-Content-Encoding", encodingName);
    }

    @Override
    protected void doStart() throws Exception {
        if (byteBufferPool == null) {
            ByteBufferPool pool = container == null ? null : container.getBean(ByteBufferPool.class);
            byteBufferPool = pool == null ? new ArrayByteBufferPool() : pool;
        }
        super.doStart();
    }

    /** The name in configurations and logs. */
    @ManagedAttribute("The name in configurations")
    public abstract String getName();

    @Override
    @ManagedAttribute("The registered name of the coding")
    public String getEncodingName() {
        return encodingName;
    }

    /** The extensions of files that are encoded, without a dot; the usual one first. */
    public abstract List<String> getFileExtensionNames();

    @Override
    public String getEtagSuffix() {
        return etagSuffix;
    }

    @Override
    public HttpField getContentEncodingField() {
        return contentEncoding;
    }

    @Override
    public HttpField getXContentEncodingField() {
        return xContentEncoding;
    }

    @Override
    @ManagedAttribute("The least bytes that are encoded, where the length is known")
    public int getMinCompressSize() {
        return minCompressSize;
    }

    /** The least bytes that are encoded, where the length is known; never less than what an encoded empty stream takes. */
    public void setMinCompressSize(int minCompressSize) {
        this.minCompressSize = minCompressSize;
    }

    public @Nullable Container getContainer() {
        return container;
    }

    /** Where pools are taken from, by default those of the handler's server. */
    public void setContainer(Container container) {
        this.container = container;
    }

    public ByteBufferPool getByteBufferPool() {
        return byteBufferPool;
    }

    /** The buffers, by default those of the container. */
    public void setByteBufferPool(ByteBufferPool pool) {
        byteBufferPool = pool;
    }

    /** A buffer as this coding needs it, with room for so many bytes; in the heap, unless a coding says otherwise. */
    public RetainableByteBuffer.Mutable acquireByteBuffer(int length) {
        return getByteBufferPool().acquire(length, false);
    }

    public EncoderConfig getDefaultEncoderConfig() {
        return encoderConfig;
    }

    /** @throws IllegalArgumentException if the configuration is that of another coding */
    public void setDefaultEncoderConfig(EncoderConfig config) {
        encoderConfig = check(encoderConfig.getClass(), Objects.requireNonNull(config, "config"));
    }

    public DecoderConfig getDefaultDecoderConfig() {
        return decoderConfig;
    }

    /** @throws IllegalArgumentException if the configuration is that of another coding */
    public void setDefaultDecoderConfig(DecoderConfig config) {
        decoderConfig = check(decoderConfig.getClass(), Objects.requireNonNull(config, "config"));
    }

    @Override
    public int getEncoderBufferSize() {
        return getDefaultEncoderConfig().getBufferSize();
    }

    @Override
    public int getDecoderBufferSize() {
        return getDefaultDecoderConfig().getBufferSize();
    }

    @Override
    public ContentEncoder newEncoder() {
        return newEncoder(getDefaultEncoderConfig());
    }

    @Override
    public ContentDecoder newDecoder() {
        return newDecoder(getDefaultDecoderConfig());
    }

    /**
     * Begins to encode.
     *
     * @throws IllegalArgumentException if the configuration is that of another coding
     */
    public abstract ContentEncoder newEncoder(EncoderConfig config);

    /**
     * Begins to decode.
     *
     * @throws IllegalArgumentException if the configuration is that of another coding
     */
    public abstract ContentDecoder newDecoder(DecoderConfig config);

    public EncoderSink newEncoderSink(Content.Sink sink) {
        return newEncoderSink(sink, getDefaultEncoderConfig());
    }

    /** A sink that encodes; what is encoded is written to another one. */
    public EncoderSink newEncoderSink(Content.Sink sink, EncoderConfig config) {
        return new EncoderSink(sink, newEncoder(config), getByteBufferPool(), config.getBufferSize());
    }

    public DecoderSource newDecoderSource(Content.Source source) {
        return newDecoderSource(source, getDefaultDecoderConfig());
    }

    /** A source that decodes what it reads from another one. */
    public DecoderSource newDecoderSource(Content.Source source, DecoderConfig config) {
        return new DecoderSource(source, newDecoder(config), getByteBufferPool(), config.getBufferSize());
    }

    public OutputStream newEncoderOutputStream(OutputStream out) throws IOException {
        return newEncoderOutputStream(out, getDefaultEncoderConfig());
    }

    /** A stream that encodes, and closes the other one when it is closed. */
    public OutputStream newEncoderOutputStream(OutputStream out, EncoderConfig config) throws IOException {
        return Content.Sink.asOutputStream(newEncoderSink(Content.Sink.from(out), config));
    }

    public InputStream newDecoderInputStream(InputStream in) throws IOException {
        return newDecoderInputStream(in, getDefaultDecoderConfig());
    }

    /** A stream that decodes what it reads from another one. */
    public InputStream newDecoderInputStream(InputStream in, DecoderConfig config) throws IOException {
        return Content.Source.asInputStream(newDecoderSource(Content.Source.from(in), config));
    }

    /** The configuration as that of this coding. */
    protected <C> C check(Class<C> type, Object config) {
        if (!type.isInstance(config)) {
            throw new IllegalArgumentException(
                    config + " is not a configuration of " + encodingName + " (expected: " + type.getName() + ")");
        }
        return type.cast(config);
    }

    @Override
    public String toString() {
        return String.format("%s@%x{%s,%s}", getClass().getSimpleName(), hashCode(), encodingName, getState());
    }
}
