package org.eclipse.jetty.server.internal.proxied;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value of a Forwarded field (RFC 7239, section 4): the first value of each parameter, which the proxy nearest to
 * the client gave.
 *
 * <pre>
 * Forwarded         = 1#forwarded-element
 * forwarded-element = [ forwarded-pair ] *( ";" [ forwarded-pair ] )
 * forwarded-pair    = token "=" ( token / quoted-string )
 * </pre>
 *
 * <p>Values that should have been quoted, such as {@code host=h:80}, are taken as they are. Confined to one request.
 */
public final class ForwardedParser {
    private final String text;
    private int position;

    @Nullable
    String by;

    @Nullable
    String forClient;

    @Nullable
    String host;

    @Nullable
    String proto;

    public ForwardedParser(String text) {
        this.text = text;
    }

    public void parse() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == ',' || c == ';' || c == ' ' || c == '\t') {
                position++;
            } else {
                pair();
            }
        }
    }

    private void pair() {
        int begin = position;
        while (position < text.length() && isToken(text.charAt(position))) {
            position++;
        }
        String name = text.substring(begin, position);
        if (name.isEmpty() || position == text.length() || text.charAt(position) != '=') {
            throw new BadMessageException("Forwarded without name=value: " + StringUtil.printable(text));
        }
        position++;
        String value = position < text.length() && text.charAt(position) == '"' ? quoted() : unquoted();
        if (value.isEmpty()) {
            throw new BadMessageException("Forwarded with an empty value: " + StringUtil.printable(text));
        }
        switch (StringUtil.asciiToLowerCase(name)) {
            case "by" -> by = by == null ? value : by;
            case "for" -> forClient = forClient == null ? value : forClient;
            case "host" -> host = host == null ? value : host;
            case "proto" -> proto = proto == null ? value : proto;
            default -> {
                // an extension, which means nothing here
            }
        }
    }

    private String unquoted() {
        int begin = position;
        while (position < text.length() && ",; \t\"".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        return text.substring(begin, position);
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (position++; position < text.length(); position++) {
            char c = text.charAt(position);
            if (c == '"') {
                position++;
                return value.toString();
            }
            if (c == '\\' && position + 1 < text.length()) {
                c = text.charAt(++position);
            }
            value.append(c);
        }
        throw new BadMessageException("Forwarded with an open quoted string: " + StringUtil.printable(text));
    }

    private static boolean isToken(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }
}
