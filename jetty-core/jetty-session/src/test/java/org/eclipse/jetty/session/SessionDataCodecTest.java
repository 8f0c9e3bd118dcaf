package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions as the bytes in stores: limited, encrypted, of keys that change. */
class SessionDataCodecTest {
    private static final String ONE =
            Base64.getEncoder().encodeToString("one key of 32 bytes, of a test..".getBytes(StandardCharsets.US_ASCII));
    private static final String OTHER =
            Base64.getEncoder().encodeToString("another key of 32 bytes of tests".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    Path directory;

    private final SessionContext context = new SessionContext("node", "/shop", null);

    private SessionKeys keys(String... lines) throws IOException {
        return SessionKeys.read(Files.writeString(directory.resolve("keys"), String.join("\n", lines)));
    }

    private static SessionData data(Map<String, ?> attributes) {
        SessionData data = new SessionData("id", "_shop", "0.0.0.0", 1, 2, 3, 4);
        attributes.forEach(data::setAttribute);
        return data;
    }

    private static SessionDataCodec codec(SessionKeys keys) {
        return new SessionDataCodec(null, 0, keys);
    }

    @Test
    void encryptedSessionIsReadWithItsKeyAndShowsNothingInTheStore() throws Exception {
        SessionDataCodec codec = codec(keys("# of today", "", ONE));
        byte[] bytes = codec.encode(context, "id", data(Map.of("user", "alice")));
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("alice", "user", "_shop");
        assertThat(codec.encode(context, "id", data(Map.of("user", "alice")))).isNotEqualTo(bytes);
        assertThat(codec.decode(context, "id", bytes).getAttribute("user")).isEqualTo("alice");
    }

    @Test
    void firstKeyEncryptsAndAllOfThemDecrypt() throws Exception {
        SessionDataCodec before = codec(keys(ONE));
        SessionDataCodec during = codec(keys(OTHER, ONE));
        SessionDataCodec after = codec(keys(OTHER));
        byte[] old = before.encode(context, "id", data(Map.of("a", 1)));
        assertThat(during.decode(context, "id", old).getAttribute("a")).isEqualTo(1);
        byte[] renewed = during.encode(context, "id", data(Map.of("a", 2)));
        assertThat(after.decode(context, "id", renewed).getAttribute("a")).isEqualTo(2);
        assertThatThrownBy(() -> after.decode(context, "id", old))
                .isInstanceOf(UnreadableSessionDataException.class)
                .hasStackTraceContaining("encrypted with a key that is not in")
                .hasStackTraceContaining("keys");
    }

    @Test
    void encryptedSessionIsReadInNoOtherPlaceAndNotOnceItWasChanged() throws Exception {
        SessionDataCodec codec = codec(keys(ONE));
        byte[] bytes = codec.encode(context, "id", data(Map.of("a", 1)));
        assertThatThrownBy(() -> codec.decode(context, "other", bytes))
                .isInstanceOf(UnreadableSessionDataException.class);
        assertThatThrownBy(() -> codec.decode(new SessionContext("node", "/blog", null), "id", bytes))
                .isInstanceOf(UnreadableSessionDataException.class);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> codec.decode(context, "id", changed))
                    .as("byte %d", i)
                    .isInstanceOf(UnreadableSessionDataException.class);
        }
    }

    @Test
    void plainSessionIsRefusedWhereThereAreKeysUnlessTheyAllowIt() throws Exception {
        byte[] plain = codec(null).encode(context, "id", data(Map.of("a", 1)));
        SessionDataCodec strict = codec(keys(ONE));
        assertThatThrownBy(() -> strict.decode(context, "id", plain)).hasStackTraceContaining("not encrypted");
        assertThat(codec(keys(ONE, "plain")).decode(context, "id", plain).getAttribute("a"))
                .isEqualTo(1);
        byte[] encrypted = strict.encode(context, "id", data(Map.of()));
        assertThatThrownBy(() -> codec(null).decode(context, "id", encrypted))
                .hasStackTraceContaining("jetty.session.keyFile");
    }

    @Test
    void fileWithoutAKeyOrWithABadOneIsRefusedByItsLineWithoutTheKey() {
        assertThatThrownBy(() -> keys("# none", "plain")).hasMessageContaining("has no key (expected");
        assertThatThrownBy(() -> keys(ONE, "c2hvcnQ="))
                .hasMessageContaining("keys:2: a key of 5 bytes (expected: 32")
                .hasMessageNotContaining("c2hvcnQ");
        assertThatThrownBy(() -> keys("!?")).hasMessageContaining("keys:1: not Base64");
        FileSessionDataStoreFactory factory = new FileSessionDataStoreFactory();
        assertThatThrownBy(() -> factory.setKeyFile(directory.resolve("missing").toString()))
                .hasMessageContaining("missing (expected: a file that can be read)");
    }

    @Test
    void sessionAboveTheLimitIsRefusedWithTheNamesOfItsLargestAttributes() throws Exception {
        SessionDataCodec codec = new SessionDataCodec(null, 1000, null);
        codec.encode(context, "id", data(Map.of("cart", "x".repeat(500))));
        assertThatThrownBy(() -> codec.encode(
                        context,
                        "id",
                        data(Map.of("a", 1, "b", "x".repeat(100), "cart", "x".repeat(900), "user", "y".repeat(300)))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too large to be saved (expected: 1000 bytes at most, jetty.session.maxSize)")
                .hasMessageContaining("cart (907 bytes), user (307 bytes), b (107 bytes)");
        assertThatThrownBy(() -> new FileSessionDataStoreFactory().setMaxSize(-1))
                .hasMessageContaining("maxSize: -1 (expected");
    }

    @Test
    void attributeThatTheFilterRefusesIsLostAlone() throws Exception {
        SessionDataCodec codec =
                new SessionDataCodec(ObjectInputFilter.Config.createFilter("java.lang.*;!*"), 0, keys(ONE));
        byte[] bytes = codec.encode(context, "id", data(Map.of("a", 1, "b", new java.util.ArrayList<>())));
        assertThat(codec.decode(context, "id", bytes).getAllAttributes()).isEqualTo(Map.of("a", 1));
    }
}
