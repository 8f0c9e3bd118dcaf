package org.eclipse.jetty.http.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code tracestate} (W3C Trace Context, section 3.3): a list of keys with values, of several fields together.
 *
 * <p>What is malformed is left out as a whole. A value of more than {@value #MAX_LENGTH} characters is cut as section 3.3.1.5 says:
 * members of more than {@value #MAX_MEMBER} characters first, then the last ones.
 */
public final class TraceState {
    static final int MAX_LENGTH = 512;
    private static final int MAX_MEMBER = 128;
    private static final int MAX_MEMBERS = 32;
    private static final int MAX_KEY = 256;
    private static final int MAX_VALUE = 256;

    private TraceState() {}

    /** Returns the value; null if there is none, or it is malformed. */
    public static @Nullable String read(HttpFields fields) {
        List<String> members = null;
        for (HttpField field : fields) {
            if (field.getHeader() == null && TraceContext.TRACESTATE.equalsIgnoreCase(field.getName())) {
                if (members == null) {
                    members = new ArrayList<>();
                }
                if (field.getValue() != null && !add(field.getValue(), members)) {
                    return null;
                }
            }
        }
        if (members == null || members.isEmpty() || !areKeysUnique(members)) {
            return null;
        }
        return join(members);
    }

    private static boolean add(String value, List<String> members) {
        int begin = 0;
        while (begin <= value.length()) {
            int comma = value.indexOf(',', begin);
            int end = comma < 0 ? value.length() : comma;
            String member = trim(value, begin, end);
            if (!member.isEmpty()) {
                if (members.size() == MAX_MEMBERS || !isMember(member)) {
                    return false;
                }
                members.add(member);
            }
            begin = end + 1;
        }
        return true;
    }

    /** Without OWS (RFC 9110, section 5.6.3). */
    private static String trim(String value, int begin, int end) {
        int first = OptionalWhiteSpace.skip(value, begin, end);
        return value.substring(first, OptionalWhiteSpace.trim(value, first, end));
    }

    private static boolean isMember(String member) {
        int equals = member.indexOf('=');
        if (equals < 1 || equals > MAX_KEY) {
            return false;
        }
        int valueLength = member.length() - equals - 1;
        if (valueLength < 1 || valueLength > MAX_VALUE) {
            return false;
        }
        for (int i = 0; i < equals; i++) {
            char c = member.charAt(i);
            boolean start = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!start && (i == 0 || "_-*/@".indexOf(c) < 0)) {
                return false;
            }
        }
        for (int i = equals + 1; i < member.length(); i++) {
            char c = member.charAt(i);
            if (c < ' ' || c > '~' || c == '=') {
                return false;
            }
        }
        return true;
    }

    private static boolean areKeysUnique(List<String> members) {
        Set<String> keys = new HashSet<>();
        for (String member : members) {
            if (!keys.add(member.substring(0, member.indexOf('=')))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String join(List<String> members) {
        if (length(members) > MAX_LENGTH) {
            members.removeIf(member -> member.length() > MAX_MEMBER);
        }
        while (length(members) > MAX_LENGTH) {
            members.remove(members.size() - 1);
        }
        return members.isEmpty() ? null : String.join(",", members);
    }

    private static int length(List<String> members) {
        int length = members.size() - 1;
        for (String member : members) {
            length += member.length();
        }
        return length;
    }
}
