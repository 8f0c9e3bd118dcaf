package org.eclipse.jetty.client.internal;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.AuthenticationStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http.QuotedCSV;
import org.jspecify.annotations.Nullable;

/** Reads the challenges of WWW-Authenticate (RFC 9110, section 11.3). What is malformed ends the list. */
public final class Challenges {
    private Challenges() {}

    private static final Pattern TOKEN68 = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    /**
     * Returns the challenges for which a store has credentials, in their order.
     *
     * @param credentials the field of the credentials that answer them
     * @param uri where they are for
     */
    public static List<Map.Entry<Authentication, Authentication.HeaderInfo>> match(
            List<String> values, HttpHeader credentials, URI uri, AuthenticationStore store) {
        List<Map.Entry<Authentication, Authentication.HeaderInfo>> result = new ArrayList<>();
        for (Authentication.HeaderInfo challenge : parse(values, credentials)) {
            Authentication authentication = store.findAuthentication(challenge.getType(), uri, challenge.getRealm());
            if (authentication != null) {
                result.add(Map.entry(authentication, challenge));
            }
        }
        return result;
    }

    /** @param credentials the field of the credentials that answer them */
    public static List<Authentication.HeaderInfo> parse(List<String> values, HttpHeader credentials) {
        List<Authentication.HeaderInfo> result = new ArrayList<>();
        for (String value : values) {
            String type = null;
            String token = null;
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String item : split(value)) {
                int space = item.indexOf(' ');
                int equals = item.indexOf('=');
                // RFC 9110, section 11.2: white space may precede the equals sign of a parameter
                boolean begins = equals < 0
                        || space >= 0
                                && space < equals
                                && isToken(item.substring(0, space))
                                && !isToken(item.substring(0, equals).trim());
                if (begins) {
                    add(result, credentials, type, parameters, token);
                    parameters = new LinkedHashMap<>();
                    type = space < 0 ? item : item.substring(0, space);
                    item = space < 0 ? "" : item.substring(space + 1).trim();
                    equals = item.indexOf('=');
                    // RFC 9110, section 11.3: either one token of base64, or parameters
                    token = TOKEN68.matcher(item).matches() ? item : null;
                    if (token != null) {
                        continue;
                    }
                }
                if (equals > 0) {
                    parameters.putIfAbsent(
                            item.substring(0, equals).trim(),
                            QuotedCSV.unquote(item.substring(equals + 1).trim()));
                }
            }
            add(result, credentials, type, parameters, token);
        }
        return result;
    }

    private static void add(
            List<Authentication.HeaderInfo> result,
            HttpHeader credentials,
            @Nullable String type,
            Map<String, String> parameters,
            @Nullable String token) {
        if (type != null) {
            result.add(new Authentication.HeaderInfo(credentials, type, parameters, token));
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
