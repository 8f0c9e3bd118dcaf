package org.eclipse.jetty.proxy;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What an operator says about a back end. Immutable.
 *
 * @param name letters, digits, {@code _} and {@code -}
 * @param uri scheme http or https, host and port
 * @param weight its share of the requests, relative to the others; 1 to 1,000
 * @param maxRequests the most requests that it has at once; 0 for no limit
 * @param route the suffix of the ids of its sessions
 * @param drain whether it gets only the requests of clients that stick to it
 */
record BackendSettings(String name, URI uri, int weight, int maxRequests, String route, boolean drain) {
    static final int MAX_WEIGHT = 1000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    static BackendSettings of(String name, String uri) {
        return new BackendSettings(checkName(name), parse(uri), 1, 0, name, false);
    }

    static String checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name: " + name + " (expected: 1 to 64 letters, digits, '_' and '-')");
        }
        return name;
    }

    private static URI parse(String text) {
        try {
            URI uri = new URI(text).parseServerAuthority();
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ENGLISH);
            boolean known = scheme.equals("http") || scheme.equals("https");
            boolean root = uri.getRawPath() == null
                    || uri.getRawPath().isEmpty()
                    || uri.getRawPath().equals("/");
            if (known
                    && root
                    && uri.getHost() != null
                    && uri.getPort() <= 65535
                    && uri.getPort() != 0
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                int port = uri.getPort() > 0 ? uri.getPort() : scheme.equals("http") ? 80 : 443;
                return URI.create(scheme + "://" + uri.getHost() + ":" + port);
            }
        } catch (URISyntaxException x) {
            // as one that is not allowed
        }
        throw new IllegalArgumentException("uri: " + text + " (expected: http://host:port or https://host:port)");
    }

    /** Returns a copy with one setting changed. */
    BackendSettings with(String setting, String value) {
        return switch (setting) {
            case "uri" -> new BackendSettings(name, parse(value), weight, maxRequests, route, drain);
            case "weight" ->
                new BackendSettings(name, uri, number(setting, value, 1, MAX_WEIGHT), maxRequests, route, drain);
            case "maxRequests" ->
                new BackendSettings(name, uri, weight, number(setting, value, 0, Integer.MAX_VALUE), route, drain);
            case "route" -> new BackendSettings(name, uri, weight, maxRequests, route(value), drain);
            case "drain" -> new BackendSettings(name, uri, weight, maxRequests, route, flag(setting, value));
            default ->
                throw new IllegalArgumentException(
                        "setting: " + setting + " (expected: uri, weight, maxRequests, route or drain)");
        };
    }

    private static String route(String value) {
        if (!NAME.matcher(value).matches()) {
            throw new IllegalArgumentException("route: " + value + " (expected: 1 to 64 letters, digits, '_' and '-')");
        }
        return value;
    }

    private static int number(String setting, String value, int least, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException x) {
            // as one out of range
        }
        throw new IllegalArgumentException(setting + ": " + value + " (expected: " + least + "-" + most + ")");
    }

    private static boolean flag(String setting, String value) {
        if (value.equals("true") || value.equals("false")) {
            return Boolean.parseBoolean(value);
        }
        throw new IllegalArgumentException(setting + ": " + value + " (expected: true or false)");
    }
}
