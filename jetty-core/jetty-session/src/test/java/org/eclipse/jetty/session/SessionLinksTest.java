package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which links get the id of a session, in raw text of HTTP/1.0, whose requests need not name a host. */
class SessionLinksTest {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final SessionHandler sessions = new SessionHandler();

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        sessions.setCheckingRemoteSessionIdEncoding(true);
        sessions.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String link = Request.extractQueryParameters(request).getValue("link");
                String text = request.getSession(true).encodeURI(request, link, false);
                Content.Sink.write(response, true, text, callback);
                return true;
            }
        });
        server.setHandler(sessions);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String link(String link, String host) throws Exception {
        String response = connector.getResponse("GET /shop/?link=" + link + " HTTP/1.0\r\n" + host + "\r\n");
        assertThat(response).startsWith("HTTP/1.1 200");
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void linkWithinTheContextGetsAnId() throws Exception {
        assertThat(link("/a", "")).startsWith("/a;jsessionid=");
        assertThat(link("http://here:8080/a", "Host: here:8080\r\n")).startsWith("http://here:8080/a;jsessionid=");
    }

    @Test
    void linkToAnotherHostGetsNone() throws Exception {
        assertThat(link("http://there/a", "Host: here\r\n")).isEqualTo("http://there/a");
    }

    @Test
    void linkToAHostGetsNoneIfTheRequestNamesNone() throws Exception {
        assertThat(link("http://there/a", "")).isEqualTo("http://there/a");
    }

    /** What is no path of a server takes no parameter of one. */
    @Test
    void linkThatIsNoRequestGetsNone() throws Exception {
        sessions.setCheckingRemoteSessionIdEncoding(false);
        for (String link : List.of("mailto:someone@here", "javascript:history.back()", "data:,text")) {
            assertThat(link(link, "")).isEqualTo(link);
        }
        assertThat(link("%23part", "")).isEqualTo("#part");
        for (String link : List.of("HTTP://here/a", "https://here/a", "ws://here/a", "a")) {
            assertThat(link(link, "")).startsWith(link + ";jsessionid=");
        }
    }

    @Test
    void portThatIsNotNamedIsTheDefaultOne() throws Exception {
        assertThat(link("http://here/a", "Host: here\r\n")).startsWith("http://here/a;jsessionid=");
        assertThat(link("http://here:80/a", "Host: here\r\n")).startsWith("http://here:80/a;jsessionid=");
        assertThat(link("http://here/a", "Host: here:80\r\n")).startsWith("http://here/a;jsessionid=");
        assertThat(link("http://here/a", "Host: here:8080\r\n")).isEqualTo("http://here/a");
        assertThat(link("https://here/a", "Host: here\r\n")).isEqualTo("https://here/a");
    }

    @Test
    void linkToAnotherContextGetsNone() throws Exception {
        server.stop();
        server.setHandler(new ContextHandler(sessions, "/shop"));
        server.start();
        for (String within : List.of("/shop", "/shop/a")) {
            assertThat(link("http://here" + within, "Host: here\r\n"))
                    .startsWith("http://here" + within + ";jsessionid=");
        }
        assertThat(link("http://here/shopping", "Host: here\r\n")).isEqualTo("http://here/shopping");
        assertThat(link("http://here/", "Host: here\r\n")).isEqualTo("http://here/");
        assertThat(link("http://here", "Host: here\r\n")).isEqualTo("http://here");
    }
}
