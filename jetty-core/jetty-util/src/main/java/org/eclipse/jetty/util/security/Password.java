package org.eclipse.jetty.util.security;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * A plain secret, that may be written obfuscated ("OBF:..."), so that nobody reads it by accident. That is not encryption.
 *
 * <p>Each character, with the one at the same distance from the end, makes four digits of base 36.
 */
public class Password extends Credential {
    public static final String __OBFUSCATE = "OBF:";

    private final @Nullable String plain;

    public Password(@Nullable String password) {
        plain = password != null && password.startsWith(__OBFUSCATE) ? deobfuscate(password) : password;
    }

    @Override
    public @Nullable String toString() {
        return plain;
    }

    public String toStarString() {
        return "*".repeat(plain == null ? 0 : plain.length());
    }

    @Override
    public boolean check(Object credentials) {
        if (this == credentials) {
            return true;
        }
        if (plain == null) {
            return false;
        }
        if (credentials instanceof Password password) {
            return stringEquals(plain, password.plain);
        }
        if (credentials instanceof String string) {
            return stringEquals(plain, string);
        }
        if (credentials instanceof char[] chars) {
            return stringEquals(plain, new String(chars));
        }
        return credentials instanceof Credential credential && credential.check(plain);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        if (this == o) {
            return true;
        }
        if (plain == null || o == null) {
            return false;
        }
        if (o instanceof Password password) {
            return stringEquals(plain, password.plain);
        }
        return o instanceof String string && stringEquals(plain, string);
    }

    @Override
    public int hashCode() {
        return plain == null ? 0 : plain.hashCode();
    }

    public static String obfuscate(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        StringBuilder text = new StringBuilder(__OBFUSCATE);
        for (int i = 0; i < b.length; i++) {
            byte b1 = b[i];
            byte b2 = b[b.length - 1 - i];
            String digits;
            if (b1 < 0 || b2 < 0) {
                digits = Integer.toString((b1 & 0xff) * 256 + (b2 & 0xff), 36);
                text.append('U').append("0".repeat(4 - digits.length()));
            } else {
                digits = Integer.toString((127 + b1 + b2) * 256 + (127 + b1 - b2), 36);
                text.append("0".repeat(4 - digits.length()));
            }
            text.append(digits);
        }
        return text.toString();
    }

    public static String deobfuscate(String s) {
        String text = s.startsWith(__OBFUSCATE) ? s.substring(__OBFUSCATE.length()) : s;
        byte[] b = new byte[text.length() / 4 + 1];
        int length = 0;
        try {
            for (int i = 0; i < text.length(); i += 4) {
                if (text.charAt(i) == 'U') {
                    i++;
                    b[length++] = (byte) (Integer.parseInt(text.substring(i, i + 4), 36) >> 8);
                } else {
                    int pair = Integer.parseInt(text.substring(i, i + 4), 36);
                    b[length++] = (byte) ((pair / 256 + pair % 256 - 254) / 2);
                }
            }
        } catch (IndexOutOfBoundsException | NumberFormatException x) {
            throw new IllegalArgumentException("not an obfuscated text (expected: OBF: and groups of four digits)", x);
        }
        return new String(b, 0, length, StandardCharsets.UTF_8);
    }

    /** The password of a realm: its system property, or else the default; null when there is none. */
    public static @Nullable Password getPassword(String realm, @Nullable String dft, @Nullable String promptDft) {
        String password = System.getProperty(realm, dft);
        if (StringUtil.isEmpty(password)) {
            password = promptDft;
        }
        return password == null ? null : new Password(password);
    }

    /** Prints the forms of a secret, also those of each {@link CredentialProvider}: [user] password. */
    @SuppressWarnings("PMD.SystemPrintln") // a command line tool
    public static void main(String[] arg) {
        if (arg.length != 1 && arg.length != 2) {
            System.err.println("Usage - java " + Password.class.getName() + " [<user>] <password>");
            System.exit(1);
            return;
        }
        String password = Objects.requireNonNull(new Password(arg[arg.length - 1]).toString());
        System.err.println(password);
        System.err.println(obfuscate(password));
        System.err.println(MD5.digest(password));
        System.err.println(Crypt.digest(password));
        System.err.println(PBKDF2.digest(password));
        for (CredentialProvider provider : providers()) {
            String digest = provider.digest(password);
            if (digest != null) {
                System.err.println(digest);
            }
        }
    }
}
