package org.eclipse.jetty.util.ajax;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON text (RFC 8259). Confined to its reader. */
final class JsonParser {
    private final JSON json;
    private final JSON.Source source;
    private int position;
    private int depth;

    JsonParser(JSON json, JSON.Source source) {
        this.json = json;
        this.source = source;
    }

    /** The next value; null if there is none. */
    @Nullable
    Object value() {
        return skipSpace() ? next() : null;
    }

    /** Fails unless nothing but white space follows. */
    void end() {
        if (skipSpace()) {
            throw unexpected("the end of the text");
        }
    }

    private @Nullable Object next() {
        char c = source.peek();
        return switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true", Boolean.TRUE);
            case 'f' -> literal("false", Boolean.FALSE);
            case 'n' -> literal("null", null);
            default -> {
                if (c == '-' || isDigit(c)) {
                    yield number();
                }
                throw unexpected("a value");
            }
        };
    }

    private Object object() {
        enter();
        Map<String, Object> map = json.newMap(depth - 1);
        boolean more = !skipTo('}');
        while (more) {
            if (source.peek() != '"') {
                throw unexpected("a name in quotes");
            }
            String name = string();
            if (!skipTo(':')) {
                throw unexpected("':'");
            }
            map.put(name, element());
            more = !skipTo('}');
            if (more) {
                comma("',' or '}'");
            }
        }
        depth--;
        return json.convert(map);
    }

    private Object array() {
        enter();
        List<Object> list = json.newList(depth - 1);
        boolean more = !skipTo(']');
        while (more) {
            list.add(element());
            more = !skipTo(']');
            if (more) {
                comma("',' or ']'");
            }
        }
        depth--;
        return json.getArrayConverter().apply(list);
    }

    private void enter() {
        take();
        if (++depth > JSON.MAX_DEPTH) {
            throw new IllegalStateException(
                    "JSON at character " + position + ": nested more than " + JSON.MAX_DEPTH + " deep");
        }
    }

    private @Nullable Object element() {
        if (!skipSpace()) {
            throw unexpected("a value");
        }
        return next();
    }

    private void comma(String expected) {
        if (source.peek() != ',') {
            throw unexpected(expected);
        }
        take();
        if (!skipSpace()) {
            throw unexpected("a value");
        }
    }

    /** Takes a character if it is the next one after white space. */
    private boolean skipTo(char c) {
        if (!skipSpace()) {
            throw unexpected("'" + c + "'");
        }
        if (source.peek() != c) {
            return false;
        }
        take();
        return true;
    }

    private @Nullable Object literal(String text, @Nullable Object value) {
        for (int i = 0; i < text.length(); i++) {
            if (!source.hasNext() || source.peek() != text.charAt(i)) {
                throw unexpected(text);
            }
            take();
        }
        return value;
    }

    // ---- numbers: section 6

    private Number number() {
        StringBuilder text = new StringBuilder();
        takeIf('-', text);
        if (!takeIf('0', text)) {
            digits(text);
        }
        boolean decimal = false;
        if (takeIf('.', text)) {
            decimal = true;
            digits(text);
        }
        if (takeIf('e', text) || takeIf('E', text)) {
            decimal = true;
            if (!takeIf('+', text)) {
                takeIf('-', text);
            }
            digits(text);
        }
        if (text.length() > JSON.MAX_NUMBER) {
            throw tooLong();
        }
        if (source.hasNext() && (isDigit(source.peek()) || Character.isLetter(source.peek()))) {
            throw unexpected("the end of the number " + text);
        }
        if (decimal) {
            return Double.valueOf(text.toString());
        }
        // any number of up to 18 digits is a long
        if (text.length() <= 18) {
            return Long.valueOf(text.toString());
        }
        BigInteger integer = new BigInteger(text.toString());
        return integer.bitLength() < Long.SIZE ? (Number) integer.longValue() : integer;
    }

    private boolean takeIf(char c, StringBuilder text) {
        if (!source.hasNext() || source.peek() != c) {
            return false;
        }
        text.append(take());
        return true;
    }

    private void digits(StringBuilder text) {
        if (!source.hasNext() || !isDigit(source.peek())) {
            throw unexpected("a digit");
        }
        while (source.hasNext() && isDigit(source.peek())) {
            if (text.length() > JSON.MAX_NUMBER) {
                throw tooLong();
            }
            text.append(take());
        }
    }

    private IllegalStateException tooLong() {
        return new IllegalStateException(
                "JSON at character " + position + ": a number of more than " + JSON.MAX_NUMBER + " characters");
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    // ---- strings: section 7

    private String string() {
        take();
        StringBuilder text = new StringBuilder();
        while (source.hasNext()) {
            char c = source.peek();
            if (c < ' ') {
                throw unexpected("a control character as \\u00XX");
            }
            take();
            if (c == '"') {
                return json.shared(text.toString());
            }
            text.append(c == '\\' ? escaped() : c);
        }
        throw unexpected("'\"'");
    }

    private char escaped() {
        if (!source.hasNext()) {
            throw unexpected("an escaped character");
        }
        char c = source.peek();
        char plain =
                switch (c) {
                    case '"', '\\', '/' -> c;
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'u' -> 'u';
                    default -> throw unexpected("one of \"\\/bfnrtu after a backslash");
                };
        take();
        return c == 'u' ? code() : plain;
    }

    private char code() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = source.hasNext() && source.peek() < 128 ? Character.digit(source.peek(), 16) : -1;
            if (digit < 0) {
                throw unexpected("four hexadecimal digits after \\u");
            }
            code = code << 4 | digit;
            take();
        }
        return (char) code;
    }

    // ---- what is between

    /** Skips white space and comments; returns whether anything follows. */
    private boolean skipSpace() {
        while (source.hasNext()) {
            switch (source.peek()) {
                case ' ', '\t', '\r', '\n' -> take();
                case '/' -> skipComment();
                default -> {
                    return true;
                }
            }
        }
        return false;
    }

    private void skipComment() {
        take();
        char kind = source.hasNext() ? source.peek() : 0;
        if (kind == '/') {
            while (source.hasNext() && source.peek() != '\n') {
                take();
            }
        } else if (kind == '*') {
            take();
            char last = 0;
            while (source.hasNext()) {
                char c = take();
                if (last == '*' && c == '/') {
                    return;
                }
                last = c;
            }
            throw unexpected("the end of the comment");
        } else {
            throw unexpected("a comment after '/'");
        }
    }

    private char take() {
        position++;
        return source.next();
    }

    private IllegalStateException unexpected(String expected) {
        String found = source.hasNext() ? "'" + source.peek() + "'" : "the end of the text";
        return new IllegalStateException(
                "JSON at character " + (position + 1) + ": " + found + " (expected: " + expected + ")");
    }
}
