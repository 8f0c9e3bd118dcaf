package org.eclipse.jetty.util.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PBKDF2Test {
    /** The vector of RFC 7914, section 11 for 1 round, its first 32 bytes: password "passwd", salt "salt". */
    private static final String PASSWD = "PBKDF2:1:c2FsdA==:VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLw=";

    private static final String DERIVED = PASSWD.substring(PASSWD.lastIndexOf(':') + 1);

    @Test
    void secretIsCheckedAgainstTheDerivedOne() {
        Credential credential = Credential.getCredential(PASSWD);
        for (int i = 0; i < 2; i++) {
            assertThat(credential.check("passwd")).isTrue();
            assertThat(credential.check("Passwd")).isFalse();
        }
        assertThat(credential.check("passwd".toCharArray())).isTrue();
        assertThat(credential.check(new Password("passwd"))).isTrue();
        assertThat(credential.check("")).isFalse();
        assertThat(credential.check(null)).isFalse();
        assertThat(credential.check(PASSWD)).isFalse();
        assertThat(credential.check(Credential.getCredential("MD5:76a2173be6393254e72ffa4d6df1030a")))
                .isFalse();
        assertThat(credential).isEqualTo(Credential.getCredential(PASSWD));
    }

    @Test
    void costIsThatOfTheRounds() {
        assertThat(Credential.getCredential(PASSWD).getCost()).isEqualTo(1);
        Credential costly = Credential.getCredential(PASSWD.replace(":1:", ":700000:"));
        assertThat(costly.getCost()).isEqualTo(700_000);
        for (Object credentials : new Object[] {"x", "x".toCharArray(), new Password("x"), "", null, costly}) {
            costly.spend(credentials, 1);
        }
    }

    @Test
    void whatIsPrintedIsReadAgainAndHasASaltOfItsOwn() {
        String text = PBKDF2.digest("gr\u00fcn");
        assertThat(text).startsWith("PBKDF2:600000:").isNotEqualTo(PBKDF2.digest("gr\u00fcn"));
        assertThat(Credential.getCredential(text).check("gr\u00fcn")).isTrue();
        assertThat(Credential.getCredential(text).check("grun")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PBKDF2:",
                "PBKDF2:x:c2FsdA==:",
                "PBKDF2:1:c2FsdA==:c2FsdA==",
                "PBKDF2:0:c2FsdA==:",
                "PBKDF2:1:?:"
            })
    void textThatIsNoneIsRefusedWithoutTellingIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Credential.getCredential(text.endsWith(":") ? text + DERIVED : text))
                .withMessageContaining("not a PBKDF2 credential")
                .withMessageNotContaining(DERIVED);
    }
}
