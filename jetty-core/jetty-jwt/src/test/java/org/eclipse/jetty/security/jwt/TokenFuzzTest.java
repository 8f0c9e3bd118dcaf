package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.SignedToken;
import org.junit.jupiter.api.Test;

/** Tokens of which bytes were changed. {@code -Dfuzz.seed} tries others. */
class TokenFuzzTest {
    private static final String[] PARTS = {
        "{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"first\",\"crit\":[\"x\"],\"x5c\":[\"AAAA\"]}",
        "{\"iss\":\"http://a\",\"aud\":[\"b\"],\"exp\":17e8,\"cnf\":{\"jkt\":null}}",
        "signature"
    };
    private static final String BYTES = "{}[]\",:.null0-9e\\u0000 true";

    private final Random random = new Random(Long.getLong("fuzz.seed", 7));

    private String mutate(String part) {
        StringBuilder text = new StringBuilder(part);
        for (int i = random.nextInt(3); i > 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            char other = BYTES.charAt(random.nextInt(BYTES.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, other);
                case 1 -> text.insert(at, other);
                case 2 -> text.deleteCharAt(at);
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }

    @Test
    void tokenIsReadOrRefused() {
        for (int i = 0; i < 20_000; i++) {
            StringBuilder token = new StringBuilder();
            for (String part : PARTS) {
                byte[] bytes = mutate(part).getBytes(StandardCharsets.UTF_8);
                token.append(token.isEmpty() ? "" : ".")
                        .append(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
            }
            String text = random.nextInt(4) == 0 ? mutate(token.toString()) : token.toString();
            try {
                SignedToken.parse(text).claims();
            } catch (InvalidTokenException x) {
                // refused
                continue;
            } catch (RuntimeException x) {
                fail(text, x);
            }
        }
    }
}
