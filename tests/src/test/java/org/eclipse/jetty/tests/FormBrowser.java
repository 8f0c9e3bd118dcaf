package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser without scripts, which keeps cookies, follows redirections and fills in forms. Confined to its test. */
final class FormBrowser {
    private static final Pattern ACTION = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(new LocalCookies())
            .followRedirects(HttpClient.Redirect.ALWAYS)
            .build();
    private final URI base;

    /** Takes secure cookies in clear text, as browsers do from localhost. */
    private static final class LocalCookies extends CookieManager {
        @Override
        public void put(URI uri, Map<String, List<String>> fields) throws IOException {
            Map<String, List<String>> taken = new HashMap<>();
            fields.forEach((name, values) -> taken.put(
                    name,
                    values.stream()
                            .map(value -> value.replaceAll("(?i); *secure", ""))
                            .toList()));
            super.put(uri, taken);
        }
    }

    /** @param port the port of localhost that paths are of */
    FormBrowser(int port) {
        base = URI.create("http://localhost:" + port);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(Command.DEADLINE).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Asks for a path or a URI. */
    HttpResponse<String> get(String uri) {
        return send(HttpRequest.newBuilder(base.resolve(uri)));
    }

    /** Sends the form of a page, with content in place of its fields. */
    HttpResponse<String> submit(HttpResponse<String> page, String content) {
        Matcher action = ACTION.matcher(page.body());
        assertThat(action.find()).as(page.body()).isTrue();
        return send(HttpRequest.newBuilder(page.uri().resolve(action.group(1).replace("&amp;", "&")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(content)));
    }
}
