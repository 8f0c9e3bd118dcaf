package org.eclipse.jetty.compression.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.compression.DecoderConfig;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Codings.class)
class CodingsTest {
    private static final byte[] TEXT =
            "the quick brown fox jumps over the lazy dog\n".repeat(40).getBytes(ISO_8859_1);

    @Parameter
    Codings coding;

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private Compression compression;

    @BeforeEach
    void start() throws Exception {
        compression = coding.compression();
        compression.setByteBufferPool(pool);
        compression.start();
    }

    @AfterEach
    void stop() throws Exception {
        compression.stop();
        assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero();
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(1).nextBytes(noise);
        return noise;
    }

    private static ByteBuffer buffer(int size, boolean direct) {
        return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    }

    private static ByteBuffer buffer(byte[] bytes, boolean direct) {
        return buffer(bytes.length, direct).put(bytes).flip();
    }

    @ParameterizedTest
    @CsvSource({"16,true", "16,false", "100,true", "100,false", "70000,true", "70000,false"})
    void whatIsEncodedThroughBuffersOfAnySizeIsDecodedByOthers(int size, boolean direct) throws Exception {
        for (byte[] content : new byte[][] {{}, TEXT, noise(200_000)}) {
            ContentEncoder encoder = compression.newEncoder();
            ByteArrayOutputStream encoded = new ByteArrayOutputStream();
            ByteBuffer output = buffer(size, direct);
            int third = content.length / 3;
            Codings.encode(encoder, buffer(Arrays.copyOf(content, third), direct), false, output, encoded);
            Codings.encode(encoder, ByteBuffer.allocate(0), false, output, encoded);
            byte[] rest = Arrays.copyOfRange(content, third, content.length);
            Codings.encode(encoder, buffer(rest, !direct), true, output, encoded);
            encoder.release();
            assertThat(coding.decode(encoded.toByteArray())).isEqualTo(content);
        }
    }

    @Test
    void everySplitOfTheInputIsDecodedToTheSame() throws Exception {
        byte[] encoded = coding.encode(TEXT);
        for (int split = 0; split <= encoded.length; split++) {
            for (int size : new int[] {1, 7, 4000}) {
                boolean direct = split % 2 == 0;
                ContentDecoder decoder = compression.newDecoder();
                ByteArrayOutputStream decoded = new ByteArrayOutputStream();
                ByteBuffer output = buffer(size, direct);
                Codings.decode(decoder, buffer(Arrays.copyOf(encoded, split), direct), output, decoded);
                assertThat(decoder.isComplete()).isEqualTo(split == 0 || split == encoded.length);
                byte[] rest = Arrays.copyOfRange(encoded, split, encoded.length);
                Codings.decode(decoder, buffer(rest, !direct), output, decoded);
                assertThat(decoder.isComplete()).isTrue();
                assertThat(decoded.toByteArray()).isEqualTo(TEXT);
                decoder.release();
            }
        }
    }

    @Test
    void byteByByteIsDecodedToTheSame() throws Exception {
        byte[] content = noise(20_000);
        ContentDecoder decoder = compression.newDecoder();
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        ByteBuffer output = ByteBuffer.allocate(3);
        for (byte b : coding.encode(content)) {
            Codings.decode(decoder, ByteBuffer.wrap(new byte[] {b}), output, decoded);
        }
        assertThat(decoder.isComplete()).isTrue();
        assertThat(decoded.toByteArray()).isEqualTo(content);
        decoder.release();
    }

    @Test
    void eachWriteCanBeDecodedAtOnceIfItIsFlushed() {
        compression.getDefaultEncoderConfig().setSyncFlush(true);
        ContentEncoder encoder = compression.newEncoder();
        ContentDecoder decoder = compression.newDecoder();
        ByteBuffer output = ByteBuffer.allocate(100);
        for (int i = 0; i < 20; i++) {
            ByteArrayOutputStream encoded = new ByteArrayOutputStream();
            Codings.encode(encoder, ByteBuffer.wrap(TEXT), false, output, encoded);
            ByteArrayOutputStream decoded = new ByteArrayOutputStream();
            Codings.decode(decoder, ByteBuffer.wrap(encoded.toByteArray()), output, decoded);
            assertThat(decoded.toByteArray()).isEqualTo(TEXT);
        }
        encoder.release();
        decoder.release();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void bytesAfterTheEndAreRefusedWhereverTheInputIsSplit(int extra) throws Exception {
        byte[] encoded = coding.encode(TEXT);
        byte[] bytes = Arrays.copyOf(encoded, encoded.length + extra);
        Arrays.fill(bytes, encoded.length, bytes.length, (byte) 0xff);
        for (int split = 0; split < bytes.length; split += 5) {
            ContentDecoder decoder = compression.newDecoder();
            ByteArrayOutputStream decoded = new ByteArrayOutputStream();
            ByteBuffer output = ByteBuffer.allocate(10_000);
            int at = split;
            assertThatThrownBy(() -> {
                        Codings.decode(decoder, ByteBuffer.wrap(bytes, 0, at), output, decoded);
                        Codings.decode(decoder, ByteBuffer.wrap(bytes, at, bytes.length - at), output, decoded);
                        if (!decoder.isComplete()) {
                            throw ContentDecoder.malformed("any", "truncated");
                        }
                    })
                    .isInstanceOf(HttpException.RuntimeException.class);
            decoder.release();
        }
    }

    @Test
    void noiseIsMalformed() {
        for (int seed = 0; seed < 200; seed++) {
            byte[] noise = new byte[2000];
            new Random(seed).nextBytes(noise);
            ContentDecoder decoder = compression.newDecoder();
            try {
                Codings.decode(decoder, ByteBuffer.wrap(noise), ByteBuffer.allocate(100), new ByteArrayOutputStream());
                assertThat(decoder.isComplete()).isFalse();
            } catch (HttpException.RuntimeException x) {
                assertThat(x.getCode()).isEqualTo(400);
            }
            decoder.release();
        }
    }

    @Test
    void streamsEncodeAndDecode() throws Exception {
        byte[] content = noise(100_000);
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (OutputStream out = compression.newEncoderOutputStream(encoded)) {
            out.write(content, 0, 5);
            out.flush();
            out.write(content, 5, content.length - 5);
        }
        assertThat(coding.decode(encoded.toByteArray())).isEqualTo(content);
        assertThat(compression.newDecoderInputStream(new ByteArrayInputStream(encoded.toByteArray())))
                .hasBinaryContent(content);
        byte[] truncated = Arrays.copyOf(encoded.toByteArray(), encoded.size() - 1);
        assertThatThrownBy(() -> compression
                        .newDecoderInputStream(new ByteArrayInputStream(truncated))
                        .readAllBytes())
                .isInstanceOfAny(IOException.class, HttpException.RuntimeException.class);
    }

    @Test
    void sinkRefusesASecondWriteAndWritesAfterTheLast() throws Exception {
        Callback[] pending = new Callback[1];
        Content.Sink slow = (last, content, callback) -> {
            content.position(content.limit());
            pending[0] = callback;
        };
        Content.Sink sink = compression.newEncoderSink(slow);
        Callback.Completable first = new Callback.Completable();
        sink.write(true, ByteBuffer.wrap(TEXT), first);
        assertThat(first).isNotDone();
        Callback.Completable second = new Callback.Completable();
        sink.write(true, ByteBuffer.wrap(TEXT), second);
        assertThat(second).isCompletedExceptionally();
        while (!first.isDone()) {
            pending[0].succeeded();
        }
        Callback.Completable third = new Callback.Completable();
        sink.write(true, ByteBuffer.wrap(TEXT), third);
        assertThat(third).isCompletedExceptionally();
    }

    @Test
    void configurationOfAnotherCodingIsRefused() {
        DecoderConfig other = new DecoderConfig() {
            @Override
            public int getBufferSize() {
                return 1;
            }

            @Override
            public void setBufferSize(int size) {}
        };
        assertThatThrownBy(() -> compression.setDefaultDecoderConfig(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(coding.encodingName());
        assertThatThrownBy(() -> compression.getDefaultEncoderConfig().setCompressionLevel(99))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("99");
    }
}
