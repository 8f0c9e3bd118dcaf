package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DigestsTest {
    /** FIPS 180-4: the example of three letters. */
    @Test
    void digestIsThatOfTheStandard() {
        String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assertThat(HexFormat.of().formatHex(Digests.sha256("abc"))).isEqualTo(abc);
        assertThat(HexFormat.of().formatHex(Digests.sha256(new byte[] {'a', 'b', 'c'})))
                .isEqualTo(abc);
    }

    /** RFC 7636, appendix B. */
    @Test
    void base64IsThatForUris() {
        assertThat(Digests.sha256Base64Url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
                .isEqualTo("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
