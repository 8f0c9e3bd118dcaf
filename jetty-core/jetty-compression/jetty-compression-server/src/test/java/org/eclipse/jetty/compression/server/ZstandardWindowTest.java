package org.eclipse.jetty.compression.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.eclipse.jetty.compression.zstandard.ZstandardCompression;
import org.eclipse.jetty.compression.zstandard.ZstandardEncoderConfig;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.coding.ContentDecoder;
import org.eclipse.jetty.http.coding.ContentEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9659, section 3: windows of 8 MiB at most. */
class ZstandardWindowTest {
    private static final int EIGHT_MIB_EXPONENT = 23 - 10;

    /** The header of a frame: frame header descriptor, and what follows it, in hexadecimal digits. */
    @ParameterizedTest
    @CsvSource({
        "00, 68, true",
        "00, 69, false",
        "00, 70, false",
        "a0, 00008000, true",
        "a0, 01008000, false",
        "e0, 0000000000000080, false"
    })
    void largerWindowsAreRefused(String descriptor, String following, boolean accepted) throws Exception {
        ZstandardCompression compression = new ZstandardCompression();
        compression.start();
        ContentDecoder decoder = compression.newDecoder();
        byte[] header = HexFormat.of().parseHex("28b52ffd" + descriptor + following);
        ByteBuffer output = ByteBuffer.allocate(100);
        if (accepted) {
            decoder.decode(ByteBuffer.wrap(header), output);
            assertThat(decoder.isComplete()).isFalse();
        } else {
            assertThatThrownBy(() -> {
                        for (byte b : header) {
                            decoder.decode(ByteBuffer.wrap(new byte[] {b}), output);
                        }
                    })
                    .isInstanceOf(HttpException.RuntimeException.class)
                    .hasMessageContaining("window");
        }
        decoder.release();
        compression.stop();
    }

    @Test
    void highestLevelKeepsToTheWindow() throws Exception {
        ZstandardCompression compression = new ZstandardCompression();
        ZstandardEncoderConfig config = new ZstandardEncoderConfig();
        config.setCompressionLevel(22);
        compression.setDefaultEncoderConfig(config);
        compression.start();
        ContentEncoder encoder = compression.newEncoder();
        encoder.begin(ByteBuffer.wrap(new byte[100]), false);
        ByteBuffer output = ByteBuffer.allocate(1000);
        encoder.encode(output);
        encoder.begin(ByteBuffer.wrap(new byte[100]), true);
        encoder.encode(output);
        encoder.release();
        compression.stop();
        assertThat(output.get(4) & 0x20).as("single segment").isZero();
        assertThat(output.get(5) >> 3).isEqualTo(EIGHT_MIB_EXPONENT);
    }
}
