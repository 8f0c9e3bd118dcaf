package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Location of redirections (RFC 9110, section 10.2.2; RFC 3986, section 5.2). */
class RedirectTest {
    /** Redirects to its query. */
    private static final class Redirects extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String to = URIUtil.decodePath(request.getHttpURI().getQuery());
            Response.sendRedirect(request, response, callback, to);
            return true;
        }
    }

    private static String location(String path, String to, boolean relative) throws Exception {
        return location(path, to, relative, null);
    }

    private static String location(String path, String to, boolean relative, UriCompliance compliance)
            throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.configuration.setRelativeRedirectAllowed(relative);
            local.configuration.setRedirectUriCompliance(compliance);
            local.start(new Redirects());
            StringBuilder query = new StringBuilder();
            for (byte b : to.getBytes(StandardCharsets.UTF_8)) {
                query.append(String.format("%%%02x", b));
            }
            String response = local.connector.getResponse(
                    "GET " + path + "?" + query + " HTTP/1.1\r\nHost: here:8080\r\nConnection: close\r\n\r\n");
            for (String line : response.split("\r\n")) {
                if (line.startsWith("Location: ")) {
                    return line.substring(10);
                }
            }
            return response.substring(0, response.indexOf('\r'));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b, ..//evil.example, http://here:8080//evil.example, http://here:8080//evil.example",
        "/a/b/c, ../..//evil.example, http://here:8080//evil.example, http://here:8080//evil.example",
        "/a, /app/..//evil.example, http://here:8080//evil.example, http://here:8080//evil.example",
        "/a, /.//evil.example, http://here:8080//evil.example, http://here:8080//evil.example",
        "/a, ../../b, HTTP/1.1 500 Server Error, HTTP/1.1 500 Server Error",
        "/a, /\\evil.example, http://here:8080/\\evil.example, http://here:8080/\\evil.example",
        "/a, \\evil.example, http://here:8080/\\evil.example, http://here:8080/\\evil.example",
        "/a/b, c, /a/c, http://here:8080/a/c",
        "/a/b, /c//d, /c//d, http://here:8080/c//d",
        "/a/b, ../c?q=//x, /c?q=//x, http://here:8080/c?q=//x",
        "/a, //other/x, //other/x, http://other/x",
        "/a, https://other/x, https://other/x, https://other/x",
    })
    void pathNeverLeadsToAnotherHost(String path, String to, String relative, String absolute) throws Exception {
        assertThat(location(path, to, true)).isEqualTo(relative);
        assertThat(location(path, to, false)).isEqualTo(absolute);
    }

    /** What a request for the location would be refused for. */
    @ParameterizedTest
    @ValueSource(strings = {"/c//d", "/a%2fb", "/\\evil.example", "..//evil.example"})
    void ambiguousPathIsRefusedByDefault(String to) throws Exception {
        UriCompliance compliance = new HttpConfiguration().getRedirectUriCompliance();
        assertThat(location("/a/b", to, true, compliance)).isEqualTo("HTTP/1.1 500 Server Error");
        assertThat(location("/a/b", "/c;d=e/f?g=//", true, compliance)).isEqualTo("/c;d=e/f?g=//");
    }

    /** Browsers drop tabs and line ends, after which a slash would follow another. */
    @Test
    void controlsAndSpacesAreEncoded() throws Exception {
        assertThat(location("/a", "/\t/evil.example", true)).isEqualTo("/%09/evil.example");
        assertThat(location("/a", "/\r\n/evil example", true)).isEqualTo("/%0D%0A/evil%20example");
    }

    /** RFC 3986, section 5.2.2, and RFC 9110, section 10.2.2: a location may have a fragment, which is no part of what is asked for. */
    @ParameterizedTest
    @CsvSource({
        "/c#d, /c#d",
        "/c?q=1#/part//of?it, /c?q=1#/part//of?it",
        "/c#/../../part?q, /c#/../../part?q",
        "c?e#/d/../.., /a/c?e#/d/../..",
        "https://other/x#d, https://other/x#d",
        "#d, /a/b;p?%23%64#d",
        "?c=d, /a/b;p?c=d",
        "?c=../d#e, /a/b;p?c=../d#e",
    })
    void fragmentAndQueryAreResolved(String to, String expected) throws Exception {
        UriCompliance compliance = new HttpConfiguration().getRedirectUriCompliance();
        assertThat(location("/a/b;p", to, true, compliance)).isEqualTo(expected);
    }
}
