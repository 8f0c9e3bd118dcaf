package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads members of JSON objects by their types, as those of metadata and tokens. */
public final class Claims {
    private Claims() {}

    /**
     * Parses an object, which cannot be changed, nor can the objects and arrays in it.
     *
     * @param what the name of it, for the message
     * @throws InvalidTokenException if it is not a JSON object
     */
    public static Map<String, Object> parse(String json, String what) throws InvalidTokenException {
        try {
            Map<String, Object> object = JSONObjectUtils.parse(json);
            if (object != null) {
                return copy(object);
            }
        } catch (ParseException x) {
            // without the cause, which may quote tokens
            throw new InvalidTokenException(what + " is not a JSON object");
        }
        throw new InvalidTokenException(what + " is not a JSON object");
    }

    /** Copies an object with the objects and arrays in it; nothing in the copy can be changed. */
    public static Map<String, Object> copy(Map<String, Object> object) {
        Map<String, Object> copy = new LinkedHashMap<>();
        object.forEach((name, value) -> copy.put(name, copyValue(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static @Nullable Object copyValue(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            object.forEach((name, member) -> copy.put(name, copyValue(member)));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof List<?> array) {
            List<Object> copy = new ArrayList<>(array.size());
            array.forEach(item -> copy.add(copyValue(item)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }

    /** A string that is not empty; null if the member is missing. */
    public static @Nullable String string(Map<String, Object> claims, String name) throws InvalidTokenException {
        Object value = claims.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new InvalidTokenException("claim " + name + " is not a string");
    }

    /** Seconds since 1970 (RFC 7519, section 2, NumericDate); null if the member is missing. */
    public static @Nullable Long seconds(Map<String, Object> claims, String name) throws InvalidTokenException {
        Object value = claims.get(name);
        if (value == null) {
            return null;
        }
        // beyond that, sums of seconds would overflow
        if (value instanceof Number number && Math.abs(number.doubleValue()) < 1e15) {
            return number.longValue();
        }
        throw new InvalidTokenException("claim " + name + " is not a time");
    }

    /** A string, or an array of strings; empty if the member is missing. */
    public static List<String> strings(Map<String, Object> claims, String name) throws InvalidTokenException {
        Object value = claims.get(name);
        if (value == null) {
            return List.of();
        }
        if (value instanceof String text) {
            return List.of(text);
        }
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw new InvalidTokenException("claim " + name + " is not a string or an array of strings");
    }

    /** The names in some claims, as {@link #names} reads each. */
    public static Set<String> roles(Map<String, Object> claims, Collection<String> paths) {
        Set<String> roles = new LinkedHashSet<>();
        for (String path : paths) {
            roles.addAll(names(claims, path));
        }
        return roles;
    }

    /**
     * The names in a claim: an array of strings, or one string. Only scopes are separated by spaces (RFC 6749, section 3.3).
     *
     * @param path the name of the claim; or names with dots in between, for objects in objects
     * @return empty if there is no such claim, or it has another type
     */
    public static List<String> names(Map<String, Object> claims, String path) {
        Object value = claims.get(path);
        if (value == null) {
            value = claims;
            for (String name : path.split("\\.")) {
                value = value instanceof Map<?, ?> map ? map.get(name) : null;
            }
        }
        if (value instanceof String text && !path.equals("scope") && !path.equals("scp")) {
            return text.isBlank() ? List.of() : List.of(text.trim());
        }
        if (value instanceof String text) {
            return Arrays.stream(text.trim().split("\\s+"))
                    .filter(name -> !name.isEmpty())
                    .toList();
        }
        List<String> names = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof String name && !name.isBlank()) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
