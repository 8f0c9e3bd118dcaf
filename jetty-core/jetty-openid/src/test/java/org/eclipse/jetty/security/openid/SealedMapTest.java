package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.security.openid.internal.SealedMap;
import org.eclipse.jetty.security.openid.internal.TokenCipher;
import org.junit.jupiter.api.Test;

class SealedMapTest {
    private static TokenCipher cipher(String secret) {
        return TokenCipher.of(secret.getBytes(StandardCharsets.UTF_8), "client");
    }

    private static byte[] write(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    @Test
    void clientWithTheSameSecretReadsWhatWasWritten() throws Exception {
        Map<String, Object> values = Map.of("access_token", "abc", "expires_in", 7L, "more", List.of("x"));
        byte[] bytes = write(new SealedMap(values, cipher("one")));
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("abc", "access_token");
        TokenCipher same = cipher("one");
        Object read = read(bytes);
        assertThat(read)
                .isEqualTo(values)
                .hasToString(((Map<?, ?>) read).keySet().toString());
        assertThat(read(write(read))).as("written again before it is opened").isEqualTo(values);
        assertThat(same).isNotNull();
    }

    @Test
    void changedBytesAreNotRead() throws Exception {
        TokenCipher cipher = cipher("two");
        byte[] bytes = write(new SealedMap(Map.of("access_token", "abc"), cipher));
        // before the byte that ends the object
        bytes[bytes.length - 2] ^= 1;
        assertThat((Map<?, ?>) read(bytes)).isEmpty();
        assertThat(cipher).isNotNull();
    }

    @Test
    void unknownKeyReadsNothing() throws Exception {
        TokenCipher cipher = cipher("three");
        byte[] bytes = write(new SealedMap(Map.of("access_token", "abc"), cipher));
        // the id of the key is at the start of the encrypted bytes, after the length of the array
        int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("xp") + 6;
        bytes[at] ^= 1;
        assertThat((Map<?, ?>) read(bytes)).isEmpty();
        assertThat(cipher).isNotNull();
    }
}
