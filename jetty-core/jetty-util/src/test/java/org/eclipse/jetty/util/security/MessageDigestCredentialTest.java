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

    /** Directories and databases digest UTF-8, older files have ISO-8859-1. */
    @ParameterizedTest
    @ValueSource(strings = {"MD5:07117fe4a1ebd544965dc19573183da2", "MD5:961f50f6282239d09e48f812c1ca7276"})
    void md5OfASecretIsThatOfEitherCharset(String text) {
        Credential credential = Credential.getCredential(text);
        assertThat(credential.check("caf\u00e9")).isTrue();
        assertThat(credential.check("caf\u00e8")).isFalse();
        assertThat(credential.check("cafe")).isFalse();
    }

    @Test
    void md5TellsCharactersBeyondIso88591Apart() {
        Credential credential = Credential.getCredential(Credential.MD5.digest("\u043f\u0430\u0440\u043e\u043b\u044c"));
        assertThat(credential.check("\u043f\u0430\u0440\u043e\u043b\u044c")).isTrue();
        assertThat(credential.check("\u0434\u0440\u0443\u0433\u043e\u0439")).isFalse();
        assertThat(credential.check("??????")).isFalse();
        assertThat(Credential.getCredential(Credential.MD5.digest("??????"))
                        .check("\u0434\u0440\u0443\u0433\u043e\u0439"))
                .isFalse();
    }
}
