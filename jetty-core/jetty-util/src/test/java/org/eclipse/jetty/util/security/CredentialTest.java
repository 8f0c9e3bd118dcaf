package org.eclipse.jetty.util.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$1$saltsalt$secret",
                "$5$rounds=1000$saltsalt$secret",
                "$6$saltsalt$secret",
                "$y$j9T$saltsalt$secret",
                "$apr1$saltsalt$secret",
                "$md5,rounds=5000$saltsalt$$secret",
                "$sha1$1$saltsalt$secret",
                "$argon2d$v=19$m=1024,t=2,p=1$saltsalt$secret"
            })
    void hashOfAnUnknownSchemeIsNoPasswordInClearText(String text) {
        assertThatThrownBy(() -> Credential.getCredential(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a hash of an unknown scheme")
                .hasMessageContaining("OBF:")
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("salt");
        assertThat(Credential.getCredential(Password.obfuscate(text)).check(text))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$ecret", "$", "$$", "a$1$b", "$ecret, and $ more"})
    void passwordWithDollarSignsStaysAPassword(String text) {
        assertThat(Credential.getCredential(text).check(text)).isTrue();
    }
}
