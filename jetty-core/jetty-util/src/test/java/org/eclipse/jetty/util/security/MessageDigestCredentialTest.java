package org.eclipse.jetty.util.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageDigestCredentialTest {
    /** Of "hello". */
    private static final String SHA_256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MD:SHA-256:" + SHA_256,
                "MD:MD5:5d41402abc4b2a76b9719d911017c592",
                "MD:SHA-1:AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D"
            })
    void digestIsThatOfTheSecret(String text) {
        Credential credential = Credential.getCredential(text);
        assertThat(credential.check("hello")).isTrue();
        assertThat(credential.check("hello".toCharArray())).isTrue();
        assertThat(credential.check(new Password("hello"))).isTrue();
        assertThat(credential.check("Hello")).isFalse();
        assertThat(credential.check("")).isFalse();
        assertThat(credential.check(null)).isFalse();
        assertThat(credential)
                .isEqualTo(Credential.getCredential(text))
                .hasSameHashCodeAs(Credential.getCredential(text))
                .isNotEqualTo(new Password("hello"));
    }

    @Test
    void secretIsDigestedAsUtf8() {
        assertThat(Credential.getCredential(
                                "MD:SHA-256:4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c")
                        .check("\u00e9"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MD:" + SHA_256,
                "MD:SHA-256",
                "MD:SHA-257:" + SHA_256,
                "MD:SHA-256:",
                "MD:SHA-256:zz",
                "MD:SHA-256:2cf",
                "MD:SHA-1:" + SHA_256
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> Credential.getCredential(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: MD:, an algorithm, a colon and its hexadecimal digest");
    }
}
