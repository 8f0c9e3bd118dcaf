package org.eclipse.jetty.security.sso;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps cookies as a browser does: by name and path. Confined to one thread. */
final class Browser {
    private static final Pattern SET_COOKIE =
            Pattern.compile("(?m)^Set-Cookie: ([^=]+)=([^;\r\n]*)(.*?)\r?$", Pattern.CASE_INSENSITIVE);
    private static final Pattern PATH = Pattern.compile("(?i)Path=([^;\r\n]+)");

    final Map<Cookie, String> cookies = new TreeMap<>();

    record Cookie(String path, String name) implements Comparable<Cookie> {
        @Override
        public int compareTo(Cookie other) {
            return (path + name).compareTo(other.path + other.name);
        }
    }

    Browser copy() {
        Browser copy = new Browser();
        copy.cookies.putAll(cookies);
        return copy;
    }

    String get(SignOnServer server, String path, String... fields) throws Exception {
        return ask(server, "GET " + path + " HTTP/1.1\nHost: localhost\n" + lines(fields) + cookieLine(path) + "\n");
    }

    /** Logs in by the form of a context. */
    String login(SignOnServer server, String context, String user, String password) throws Exception {
        String form = "j_username=" + user + "&j_password=" + password;
        String path = context + "/j_security_check";
        return ask(
                server,
                "POST " + path + " HTTP/1.1\nHost: localhost\n" + cookieLine(path)
                        + "Content-Type: application/x-www-form-urlencoded\nContent-Length: " + form.length() + "\n\n"
                        + form);
    }

    String signOn() {
        return cookies.get(new Cookie("/", "JETTY_SSO"));
    }

    void signOn(String value) {
        cookies.put(new Cookie("/", "JETTY_SSO"), value);
    }

    String session(String context) {
        return cookies.get(new Cookie(context, "JSESSIONID"));
    }

    private static String lines(String[] fields) {
        StringBuilder lines = new StringBuilder();
        for (String field : fields) {
            lines.append(field).append('\n');
        }
        return lines.toString();
    }

    private String cookieLine(String path) {
        StringBuilder line = new StringBuilder();
        cookies.forEach((cookie, value) -> {
            if (path.startsWith(cookie.path)) {
                line.append(line.length() == 0 ? "Cookie: " : "; ")
                        .append(cookie.name)
                        .append('=')
                        .append(value);
            }
        });
        return line.length() == 0 ? "" : line.append('\n').toString();
    }

    String ask(SignOnServer server, String request) throws Exception {
        String response = server.local.ask(request);
        Matcher matcher = SET_COOKIE.matcher(response);
        while (matcher.find()) {
            Matcher path = PATH.matcher(matcher.group(3));
            Cookie cookie = new Cookie(path.find() ? path.group(1) : "/", matcher.group(1));
            if (matcher.group(2).isEmpty()) {
                cookies.remove(cookie);
            } else {
                cookies.put(cookie, matcher.group(2));
            }
        }
        return response;
    }
}
