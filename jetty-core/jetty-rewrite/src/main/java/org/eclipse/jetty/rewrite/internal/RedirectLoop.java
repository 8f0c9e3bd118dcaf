package org.eclipse.jetty.rewrite.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.util.BoundedText;
import org.jspecify.annotations.Nullable;

/** Follows redirections of one rule to its own location. */
final class RedirectLoop {
    /** How many redirections in a row are a loop: clients give up after about as many. */
    private static final int REDIRECTIONS = 20;

    private static final Pattern REFERENCE = Pattern.compile("\\$(\\d+|Q|\\{\\w+})");

    private RedirectLoop() {}

    /** Returns a request that a rule redirects to itself; null if there is none. */
    static @Nullable String of(ServletPathSpec pattern, String location) {
        String path = pathOf(location);
        return path != null && pattern.matches(path) ? path : null;
    }

    /** Returns a request that a rule redirects to requests that it redirects, as far as a few were tried; null if there is none. */
    static @Nullable String of(Pattern regex, String location) {
        if (pathOf(location) == null) {
            return null;
        }
        for (String request : List.of(sample(location, "x"), sample(location, "1"), sample(location, ""))) {
            if (isEndless(regex, location, request)) {
                return request;
            }
        }
        return null;
    }

    private static String sample(String location, String group) {
        return REFERENCE
                .matcher(location)
                .replaceAll(Matcher.quoteReplacement(group))
                .replace("\\", "");
    }

    private static boolean isEndless(Pattern regex, String location, String request) {
        List<String> requests = new ArrayList<>();
        String current = request;
        for (int i = 0; i < REDIRECTIONS; i++) {
            requests.add(current);
            try {
                Matcher matcher = BoundedText.matcher(regex, current);
                if (!matcher.matches()) {
                    return false;
                }
                int question = current.indexOf('?');
                String query = question < 0 ? null : current.substring(question + 1);
                current = Replacement.expand(location, matcher, query);
            } catch (BoundedText.LimitException | StackOverflowError x) {
                return false;
            }
            if (requests.contains(current)) {
                return true;
            }
        }
        return true;
    }

    /** The path of a location on this server, without its query; null for one that names another. */
    private static @Nullable String pathOf(String location) {
        if (!location.startsWith("/") || location.startsWith("//")) {
            return null;
        }
        int end = location.indexOf('?');
        return end < 0 ? location : location.substring(0, end);
    }
}
