package org.eclipse.jetty.security.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ServiceLoader;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.CredentialProvider;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes that PHP, Python's hashlib and crypt(3) made of the same password. */
class PasswordHashTest {
    private static final String SECRET = "Gr\u00fc\u00dfe 1";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$argon2id$v=19$m=1024,t=2,p=1$YmxNcjE5MTQyb0h3eFZZbg$B/fea+w2vl5OdC92sTsxRRzctP+2odgZw9SV0MnkbG0",
                "$argon2i$v=19$m=1024,t=2,p=1$NUpvQ1lpZVc4WUozclp1Rw$9tACtgSeAxy9Oea5lFfJWECv2cPH5jRzgN1dZ4jw18w",
                "$2y$05$E.YSfuzI8RFlx5NXWZRYiOp7dIEwE0vCVOt07ynI/EOAxGLQsxmua",
                "$2b$05$abcdefghijklmnopqrstuumIQpLuOkaPxEUWC.Sbu9mR2LuVbqJCe",
                "$scrypt$ln=10,r=8,p=2$MDEyMzQ1Njc4OWFiY2RlZg$ROD2CzWBJ0ZdTEORqBdlesbv7TjoHUcE2TZhEe0HPlo",
                "$pbkdf2-sha256$i=1000,l=32$MDEyMzQ1Njc4OWFiY2RlZg$lsg+57TNZ1gFcFAwyjkYnSpB2/N1m2uywwjyllwefTo",
                "$pbkdf2-sha512$1000$MDEyMzQ1Njc4OWFiY2RlZg$rRZs3le9.VG5gKCPQhhWuB.OtI5uP2rTV3TGzs/KJd9VUOq5teH8B86nJ2K7e.k.HuOL0iU/6UHzrelaR/FaFw"
            })
    void hashesOfOtherProgramsAreChecked(String text) throws Exception {
        Credential credential = Credential.getCredential(text);
        for (int i = 0; i < 2; i++) {
            assertThat(credential.check("Gr\u00fc\u00dfe 2")).isFalse();
            assertThat(credential.check(SECRET)).isTrue();
        }
        assertThat(credential.check(SECRET.toCharArray())).isTrue();
        assertThat(credential.check(new Password(SECRET))).isTrue();
        assertThat(credential.check("")).isFalse();
        assertThat(credential.check(null)).isFalse();
        // a stolen hash is no password
        assertThat(credential.check(text)).isFalse();
        assertThat(credential.getCost()).isPositive();
        assertThat(credential).isEqualTo(Credential.getCredential(text)).isNotEqualTo(new Password(text));
        Credential copy = copy(credential);
        assertThat(copy).isEqualTo(credential);
        assertThat(copy.check(SECRET)).isTrue();
    }

    private static Credential copy(Credential credential) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(credential);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Credential) in.readObject();
        }
    }

    @Test
    void eachProviderMakesHashesThatItChecksWithAnotherSaltEachTime() {
        int count = 0;
        for (CredentialProvider provider : ServiceLoader.load(CredentialProvider.class)) {
            String text = provider.digest(SECRET);
            assertThat(text).startsWith(provider.getPrefix()).isNotEqualTo(provider.digest(SECRET));
            assertThat(Credential.getCredential(text).check(SECRET)).as(text).isTrue();
            count++;
        }
        assertThat(count).isEqualTo(4);
    }

    @Test
    void bcryptMakesNoHashOfASecretOfWhichItWouldIgnoreTheEnd() {
        assertThat(new Bcrypt().digest("x".repeat(73))).isNull();
        assertThat(new Bcrypt().digest("x".repeat(72))).startsWith("$2b$12$");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$argon2id$v=19$m=1024,t=2,p=1$YmxNcjE5MTQyb0h3eFZZbg",
                "$argon2id$v=19$m=99999999,t=2,p=1$YmxNcjE5MTQyb0h3eFZZbg$B/fea+w2vl5OdC92sTsxRRzctP+2odgZw9SV0MnkbG0",
                "$argon2id$v=19$m=1024,t=2$YmxNcjE5MTQyb0h3eFZZbg$B/fea+w2vl5OdC92sTsxRRzctP+2odgZw9SV0MnkbG0",
                "$argon2id$v=19$m=1024,m=1024,t=2,p=1$YmxNcjE5MTQyb0h3eFZZbg$B/fea+w2vl5OdC92sTsxRRzctP+2odgZw9SV0MnkbG0",
                "$argon2id$v=19$m=x,t=2,p=1$YmxNcjE5MTQyb0h3eFZZbg$B/fea+w2vl5OdC92sTsxRRzctP+2odgZw9SV0MnkbG0",
                "$argon2id$v=19$m=1024,t=2,p=1$YmxNcjE5MTQyb0h3eFZZbg$***",
                "$2y$99$E.YSfuzI8RFlx5NXWZRYiOp7dIEwE0vCVOt07ynI/EOAxGLQsxmua",
                "$2y$05$short",
                "$scrypt$ln=30,r=8,p=2$MDEyMzQ1Njc4OWFiY2RlZg$ROD2CzWBJ0ZdTEORqBdlesbv7TjoHUcE2TZhEe0HPlo",
                "$scrypt$",
                "$pbkdf2-sha256$i=1000,l=31$MDEyMzQ1Njc4OWFiY2RlZg$lsg+57TNZ1gFcFAwyjkYnSpB2/N1m2uywwjyllwefTo",
                "$pbkdf2-sha256$i=0$MDEyMzQ1Njc4OWFiY2RlZg$lsg+57TNZ1gFcFAwyjkYnSpB2/N1m2uywwjyllwefTo"
            })
    void malformedHashesAreRefusedWithoutShowingThem(String text) {
        assertThatThrownBy(() -> Credential.getCredential(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a hash")
                .hasMessageContaining("(expected: ")
                .hasMessageNotContaining("B/fea");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$2cool4you", "$pbkdf2-sharp", "$argon2!", "$", "scrypt"})
    void passwordsThatOnlyBeginLikeAHashStayPasswords(String text) {
        assertThat(Credential.getCredential(text).check(text)).isTrue();
    }
}
