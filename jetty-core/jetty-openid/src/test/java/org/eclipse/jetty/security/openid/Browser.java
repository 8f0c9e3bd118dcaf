package org.eclipse.jetty.security.openid;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.TestConnector;

/** A browser with one session cookie, which does not follow redirections by itself. */
final class Browser {
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: JSESSIONID=([^;\r]+)");

    private final TestConnector connector;
    String session;

    Browser(TestConnector connector) {
        this.connector = connector;
    }

    String get(String uri) throws Exception {
        return send("GET", uri, null);
    }

    String send(String method, String uri, String form) throws Exception {
        String target = uri.startsWith("http") ? uri.replaceFirst("https?://[^/]+", "") : uri;
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: shop.example\r\n");
        if (session != null) {
            request.append("Cookie: JSESSIONID=").append(session).append("\r\n");
        }
        if (form != null) {
            request.append("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ")
                    .append(form.length())
                    .append("\r\n");
        }
        String response = connector.getResponse(request + "\r\n" + (form == null ? "" : form));
        Matcher cookie = COOKIE.matcher(response);
        if (cookie.find()) {
            session = cookie.group(1);
        }
        return response;
    }

    static String location(String response) {
        Matcher matcher = Pattern.compile("Location: (\\S+)").matcher(response);
        if (!matcher.find()) {
            throw new AssertionError("no redirection: " + response);
        }
        return matcher.group(1);
    }

    static int status(String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    /** The URI of the provider that a path redirects to. */
    String begin(String path) throws Exception {
        return location(get(path));
    }

    /** Asks for a path, logs in, and returns the answer to the provider's redirection. */
    String answer(TestProvider provider, String path) throws Exception {
        return get(provider.authorize(begin(path)));
    }

    /** Logs in, and returns the response of the application. */
    String login(TestProvider provider, String path) throws Exception {
        String answer = answer(provider, path);
        return get(URI.create(location(answer)).toString());
    }
}
