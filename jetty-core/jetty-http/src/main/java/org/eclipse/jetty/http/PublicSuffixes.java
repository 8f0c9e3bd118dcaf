package org.eclipse.jetty.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The domains below which anybody can register a name, such as {@code com}, {@code co.uk} or {@code github.io}.
 *
 * <p>A cookie for such a domain would reach hosts of other owners (RFC 6265, section 5.3, step 5). The rules are those of a
 * <a href="https://github.com/publicsuffix/list/wiki/Format">list</a> of publicsuffix.org, with both its parts: suffixes of
 * registries and those of companies. A domain that no rule names has its last label as its suffix.
 *
 * <p>Immutable, thus thread-safe. A list takes about 1 MB of memory; the one that comes with this library is read when it is used
 * first.
 */
public final class PublicSuffixes {
    private static final String BUNDLED = "public_suffix_list.dat";
    private static final int MAX_NAME = 253;

    private static final byte RULE = 1;
    private static final byte WILDCARD = 2;
    private static final byte EXCEPTION = 4;

    /** By the domain that a rule names, without the asterisk, in lower case and in ASCII. */
    private final Map<String, Byte> rules = new HashMap<>();

    private @Nullable String version;

    private PublicSuffixes() {}

    /** Reads the list that comes with this library, once. */
    private static final class Bundled {
        private static final PublicSuffixes LIST = read();

        private static PublicSuffixes read() {
            try (InputStream input = PublicSuffixes.class.getResourceAsStream(BUNDLED)) {
                if (input == null) {
                    throw new IllegalStateException(BUNDLED + " (expected: in the jar of jetty-http)");
                }
                return load(input, BUNDLED);
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        }
    }

    /** Returns the list that comes with this library. */
    public static PublicSuffixes bundled() {
        return Bundled.LIST;
    }

    /**
     * Reads a list.
     *
     * @param file in UTF-8, such as a newer {@code public_suffix_list.dat} of publicsuffix.org
     * @throws IOException if it cannot be read, has a line that is no rule, or no rules; the message names the line
     */
    public static PublicSuffixes load(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            return load(input, file.toString());
        }
    }

    private static PublicSuffixes load(InputStream input, String name) throws IOException {
        PublicSuffixes result = new PublicSuffixes();
        BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        int number = 0;
        for (String line; (line = reader.readLine()) != null; ) {
            number++;
            if (line.startsWith("//")) {
                result.comment(line);
            } else if (!line.isBlank() && !result.add(ruleOf(line))) {
                throw new IOException(
                        name + ":" + number + ": " + line + " (expected: a rule of publicsuffix.org, such as co.uk)");
            }
        }
        if (result.rules.isEmpty()) {
            throw new IOException(name + ": no rules (expected: the list of publicsuffix.org)");
        }
        return result;
    }

    private void comment(String line) {
        if (version == null && line.startsWith("// VERSION: ")) {
            version = line.substring("// VERSION: ".length()).strip();
        }
    }

    /** A rule ends with the first white space of its line. */
    private static String ruleOf(String line) {
        String rule = line.strip();
        for (int i = 0; i < rule.length(); i++) {
            if (Character.isWhitespace(rule.charAt(i))) {
                return rule.substring(0, i);
            }
        }
        return rule;
    }

    /** Adds a rule; returns false if it is none. */
    private boolean add(String rule) {
        byte kind = RULE;
        String domain = rule;
        if (rule.startsWith("!")) {
            kind = EXCEPTION;
            domain = rule.substring(1);
        } else if (rule.startsWith("*.")) {
            kind = WILDCARD;
            domain = rule.substring(2);
        } else if (rule.equals("*")) {
            // applies to what no rule names
            return true;
        }
        String normalized = normalize(domain);
        if (normalized == null || kind == EXCEPTION && normalized.indexOf('.') < 0) {
            return false;
        }
        rules.merge(normalized, kind, (before, added) -> (byte) (before | added));
        return true;
    }

    /** Returns a domain in lower case and in ASCII; null if it is none. */
    private static @Nullable String normalize(String domain) {
        String name = domain.endsWith(".") ? domain.substring(0, domain.length() - 1) : domain;
        if (!name.chars().allMatch(c -> c < 0x80)) {
            try {
                name = IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
            } catch (IllegalArgumentException x) {
                return null;
            }
        }
        return isName(name) ? name.toLowerCase(Locale.ENGLISH) : null;
    }

    /** Whether a name has labels of letters, digits, hyphens and underscores, none of which is empty. */
    private static boolean isName(String name) {
        int label = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.') {
                if (label == 0) {
                    return false;
                }
                label = 0;
            } else if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
                label++;
            } else {
                return false;
            }
        }
        return label > 0 && name.length() <= MAX_NAME;
    }

    /** Returns the version that the list states; null if it states none. */
    public @Nullable String getVersion() {
        return version;
    }

    /**
     * Returns whether a domain is a public suffix.
     *
     * @param domain in any case, in Unicode or as {@code xn--...}; what is no domain, such as an IPv6 address, is none
     */
    public boolean isPublicSuffix(String domain) {
        String name = normalize(domain);
        return name != null && suffixStart(name) == 0;
    }

    /**
     * Returns the domain that is registered below a public suffix: {@code example.co.uk} for {@code www.example.co.uk}.
     *
     * @param domain in any case, in Unicode or as {@code xn--...}
     * @return in lower case, and in ASCII; null if the domain is a public suffix or is no domain
     */
    public @Nullable String getRegistrableDomain(String domain) {
        String name = normalize(domain);
        if (name == null) {
            return null;
        }
        int suffix = suffixStart(name);
        return suffix == 0 ? null : name.substring(name.lastIndexOf('.', suffix - 2) + 1);
    }

    /** Returns where the public suffix of a domain begins: by the longest rule, and by exceptions first. */
    private int suffixStart(String name) {
        int start = 0;
        while (true) {
            int dot = name.indexOf('.', start);
            byte kind = kind(name.substring(start));
            if ((kind & EXCEPTION) != 0) {
                return dot + 1;
            }
            if (dot < 0 || (kind & RULE) != 0 || (kind(name.substring(dot + 1)) & WILDCARD) != 0) {
                return start;
            }
            start = dot + 1;
        }
    }

    private byte kind(String domain) {
        Byte kind = rules.get(domain);
        return kind == null ? 0 : kind;
    }
}
