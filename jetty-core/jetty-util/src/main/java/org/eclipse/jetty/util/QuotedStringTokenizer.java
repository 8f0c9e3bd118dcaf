package org.eclipse.jetty.util;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Splits texts whose tokens may be quoted strings (RFC 9110, section 5.6.4), and quotes. Immutable. */
public interface QuotedStringTokenizer {
    /** Splits at commas, with optional white space around them. */
    QuotedStringTokenizer CSV =
            builder().delimiters(",").ignoreOptionalWhiteSpace().build();

    static Builder builder() {
        return new Builder();
    }

    static boolean isQuoted(@Nullable String s) {
        return s != null && s.length() >= 2 && s.charAt(0) == '"' && s.charAt(s.length() - 1) == '"';
    }

    default String quote(String s) {
        StringBuilder text = new StringBuilder();
        quote(text, s);
        return text.toString();
    }

    void quote(Appendable buffer, @Nullable String input);

    @NullContract("!null -> !null")
    @Nullable
    String unquote(@Nullable String s);

    Iterator<String> tokenize(@Nullable String string);

    boolean needsQuoting(char c);

    @NullContract("!null -> !null")
    @Nullable
    String quoteIfNeeded(@Nullable String s);

    void quoteIfNeeded(StringBuilder buf, @Nullable String str);

    /** Builds a tokenizer. */
    class Builder {
        private String delimiters = "\t\n\r ";
        private boolean returnQuotes;
        private boolean returnDelimiters;
        private boolean optionalWhiteSpace;
        private boolean embeddedQuotes;
        private boolean singleQuotes;
        private boolean escapeOnlyQuotes;

        private Builder() {}

        public Builder delimiters(String delimiters) {
            this.delimiters = delimiters;
            return this;
        }

        /** Tokens keep their quotes. */
        public Builder returnQuotes() {
            returnQuotes = true;
            return this;
        }

        /** Delimiters are tokens, too. */
        public Builder returnDelimiters() {
            returnDelimiters = true;
            return this;
        }

        public Builder ignoreOptionalWhiteSpace() {
            optionalWhiteSpace = true;
            return this;
        }

        /** Quotes may begin inside of a token. */
        public Builder allowEmbeddedQuotes() {
            embeddedQuotes = true;
            return this;
        }

        public Builder allowSingleQuote() {
            singleQuotes = true;
            return this;
        }

        /** A backslash before anything but a quote is literal. */
        public Builder allowEscapeOnlyForQuotes() {
            escapeOnlyQuotes = true;
            return this;
        }

        public QuotedStringTokenizer build() {
            return new Tokenizer(this);
        }
    }

    /** The tokenizer of a builder. */
    final class Tokenizer implements QuotedStringTokenizer {
        private final String delimiters;
        private final boolean returnQuotes;
        private final boolean returnDelimiters;
        private final boolean optionalWhiteSpace;
        private final boolean embeddedQuotes;
        private final boolean singleQuotes;
        private final boolean escapeOnlyQuotes;

        private Tokenizer(Builder builder) {
            delimiters = builder.delimiters;
            returnQuotes = builder.returnQuotes;
            returnDelimiters = builder.returnDelimiters;
            optionalWhiteSpace = builder.optionalWhiteSpace;
            embeddedQuotes = builder.embeddedQuotes;
            singleQuotes = builder.singleQuotes;
            escapeOnlyQuotes = builder.escapeOnlyQuotes;
            if (delimiters.indexOf('"') >= 0 || singleQuotes && delimiters.indexOf('\'') >= 0) {
                throw new IllegalArgumentException("a quote cannot be a delimiter: " + delimiters);
            }
        }

        private boolean isQuote(char c) {
            return c == '"' || singleQuotes && c == '\'';
        }

        @Override
        public void quote(Appendable buffer, @Nullable String input) {
            if (input == null) {
                return;
            }
            try {
                buffer.append('"');
                for (int i = 0; i < input.length(); i++) {
                    char c = input.charAt(i);
                    if (c == '"' || c == '\\' && !escapeOnlyQuotes) {
                        buffer.append('\\');
                    } else if (c < ' ' && c != '\t' || c == 0x7f) {
                        throw new IllegalArgumentException(
                                "a control character cannot be quoted: 0x" + Integer.toHexString(c));
                    }
                    buffer.append(c);
                }
                buffer.append('"');
            } catch (IOException x) {
                throw ExceptionUtil.asRuntimeException(x);
            }
        }

        @Override
        @NullContract("!null -> !null")
        public @Nullable String unquote(@Nullable String s) {
            if (s == null || s.length() < 2) {
                return s;
            }
            char first = s.charAt(0);
            if (!isQuote(first) || first != s.charAt(s.length() - 1)) {
                return s;
            }
            StringBuilder text = new StringBuilder(s.length() - 2);
            for (int i = 1; i < s.length() - 1; i++) {
                char c = s.charAt(i);
                if (c == '\\' && i + 1 < s.length() - 1 && (!escapeOnlyQuotes || isQuote(s.charAt(i + 1)))) {
                    text.append(s.charAt(++i));
                } else {
                    text.append(c);
                }
            }
            return text.toString();
        }

        @Override
        public boolean needsQuoting(char c) {
            return c <= ' ' || c == '"' || c == '\\' || c == 0x7f || isQuote(c) || delimiters.indexOf(c) >= 0;
        }

        @Override
        @NullContract("!null -> !null")
        public @Nullable String quoteIfNeeded(@Nullable String s) {
            if (s == null) {
                return null;
            }
            if (!needsQuoting(s)) {
                return s;
            }
            return quote(s);
        }

        private boolean needsQuoting(String s) {
            if (s.isEmpty()) {
                return true;
            }
            for (int i = 0; i < s.length(); i++) {
                if (needsQuoting(s.charAt(i))) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void quoteIfNeeded(StringBuilder buf, @Nullable String str) {
            if (str == null) {
                return;
            }
            if (needsQuoting(str)) {
                quote(buf, str);
            } else {
                buf.append(str);
            }
        }

        @Override
        public Iterator<String> tokenize(@Nullable String string) {
            return new Tokens(string);
        }

        private final class Tokens implements Iterator<String> {
            private final String string;
            private int position;
            private @Nullable String next;

            private Tokens(@Nullable String string) {
                this.string = string == null ? "" : string;
            }

            @Override
            public boolean hasNext() {
                if (next == null) {
                    next = read();
                }
                return next != null;
            }

            @Override
            public String next() {
                String result = hasNext() ? next : null;
                if (result == null) {
                    throw new NoSuchElementException();
                }
                next = null;
                return result;
            }

            private @Nullable String read() {
                StringBuilder token = new StringBuilder();
                boolean started = false;
                boolean wasQuoted = false;
                int keep = 0;
                while (position < string.length()) {
                    char c = string.charAt(position);
                    if (delimiters.indexOf(c) >= 0) {
                        if (started) {
                            break;
                        }
                        position++;
                        if (returnDelimiters) {
                            return String.valueOf(c);
                        }
                        continue;
                    }
                    position++;
                    if (optionalWhiteSpace && (c == ' ' || c == '\t')) {
                        if (started && !wasQuoted) {
                            token.append(c);
                        }
                        continue;
                    }
                    if (isQuote(c) && (!started || embeddedQuotes)) {
                        started = true;
                        wasQuoted = !embeddedQuotes;
                        readQuoted(token, c);
                    } else {
                        if (wasQuoted) {
                            throw new IllegalArgumentException("text after a quoted string: " + string);
                        }
                        started = true;
                        token.append(c);
                    }
                    keep = token.length();
                }
                if (!started) {
                    return null;
                }
                token.setLength(keep);
                return token.toString();
            }

            private void readQuoted(StringBuilder token, char quote) {
                if (returnQuotes) {
                    token.append(quote);
                }
                while (position < string.length()) {
                    char c = string.charAt(position++);
                    if (c == quote) {
                        if (returnQuotes) {
                            token.append(quote);
                        }
                        return;
                    }
                    if (c == '\\'
                            && position < string.length()
                            && (!escapeOnlyQuotes || isQuote(string.charAt(position)))) {
                        if (returnQuotes) {
                            token.append(c);
                        }
                        c = string.charAt(position++);
                    }
                    token.append(c);
                }
                throw new IllegalArgumentException("quoted string without an end: " + string);
            }
        }
    }
}
