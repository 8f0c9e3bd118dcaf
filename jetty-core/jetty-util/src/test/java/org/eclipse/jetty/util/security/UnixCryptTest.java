package org.eclipse.jetty.util.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnixCryptTest {
    /** The first one is that of the manual of PHP, the others are what crypt(3) of the GNU C library says. */
    @ParameterizedTest
    @CsvSource({
        "rasmuslerdorf, rl.3StKT.4T8M",
        "'', abmF1QH4PEr.E",
        "a, ./xT2u5QYaHcU",
        "secret, jo9SpNfPHbmRk",
        "abcdefgh, zzcHgwjUppv8U",
        "abcdefghi, zzcHgwjUppv8U",
        "p\u00e4ssw\u00f6rd, abUHWcN08ZKKc"
    })
    void secretIsEncryptedAsByCrypt(String secret, String encrypted) {
        assertThat(UnixCrypt.crypt(secret, encrypted)).isEqualTo(encrypted);
        Credential credential = Credential.getCredential("CRYPT:" + encrypted);
        assertThat(credential.check(secret)).isTrue();
        assertThat(credential.check(secret.toCharArray())).isTrue();
        assertThat(credential.check(new Password(secret))).isTrue();
        assertThat(credential.check("x" + secret)).isFalse();
        assertThat(credential.check(encrypted)).isFalse();
        assertThat(credential.check(null)).isFalse();
        assertThat(credential.check(Credential.getCredential("MD5:76a2173be6393254e72ffa4d6df1030a")))
                .isFalse();
        assertThat(credential).isEqualTo(Credential.getCredential("CRYPT:" + encrypted));
    }

    @Test
    void whatIsPrintedIsReadAgainAndHasASaltOfItsOwn() {
        String text = Credential.Crypt.digest("green");
        assertThat(text).startsWith("CRYPT:").hasSize(19);
        assertThat(Credential.getCredential(text).check("green")).isTrue();
        assertThat(Credential.getCredential(text).check("grey")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "rl.3StKT.4T8", "rl.3StKT.4T8MM", "$1$abcdefgh$i", "rl.3StKT.4T8!"})
    void textThatIsNoneIsRefusedWithoutTellingIt(String text) {
        var failure = assertThatIllegalArgumentException().isThrownBy(() -> Credential.getCredential("CRYPT:" + text));
        failure.withMessageContaining("not a CRYPT credential");
        if (!text.isEmpty()) {
            failure.withMessageNotContaining(text);
        }
    }

    @Test
    void saltOfOtherCharactersIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> UnixCrypt.crypt("secret", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> UnixCrypt.crypt("secret", "a!"));
    }
}
