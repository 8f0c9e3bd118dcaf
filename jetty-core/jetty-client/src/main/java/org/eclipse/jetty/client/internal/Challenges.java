package org.eclipse.jetty.client.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http.QuotedCSV;

/** Reads the challenges of WWW-Authenticate (RFC 9110, section 11.3). What is malformed ends the list. */
public final class Challenges {
    private Challenges() {}

    /** @param credentials the field of the credentials that answer them */
    public static List<Authentication.HeaderInfo> parse(List<String> values, HttpHeader credentials) {
        List<Authentication.HeaderInfo> result = new ArrayList<>();
        for (String value : values) {
            String type = null;
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String item : split(value)) {
                int space = item.indexOf(' ');
                int equals = item.indexOf('=');
                boolean begins = equals < 0 || space >= 0 && space < equals && isToken(item.substring(0, space));
                if (begins) {
                    add(result, credentials, type, parameters);
                    parameters = new LinkedHashMap<>();
                    type = space < 0 ? item : item.substring(0, space);
                    item = space < 0 ? "" : item.substring(space + 1).trim();
                    equals = item.indexOf('=');
                }
                if (equals > 0) {
                    parameters.putIfAbsent(
                            item.substring(0, equals).trim(),
                            QuotedCSV.unquote(item.substring(equals + 1).trim()));
                }
            }
            add(result, credentials, type, parameters);
        }
        return result;
    }

    private static void add(
            List<Authentication.HeaderInfo> result,
            HttpHeader credentials,
            String type,
            Map<String, String> parameters) {
        if (type != null) {
            result.add(new Authentication.HeaderInfo(credentials, type, parameters));
        }
    }

    private static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> HttpTokens.isTokenChar((char) c));
    }

    /** Splits at commas outside of quoted strings. */
    private static List<String> split(String value) {
        List<String> items = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i <= value.length(); i++) {
            char c = i == value.length() ? ',' : value.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && (!quoted || i == value.length())) {
                String item = value.substring(from, Math.min(i, value.length())).trim();
                if (!item.isEmpty()) {
                    items.add(item);
                }
                from = i + 1;
            }
        }
        return items;
    }
}
