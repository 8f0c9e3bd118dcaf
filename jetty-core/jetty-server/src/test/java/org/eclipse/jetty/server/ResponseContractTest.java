package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where programs made for Jetty meet a difference that is wanted (docs/differences.md). */
class ResponseContractTest {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);

    private interface Check {
        void check(Request request, Response response);
    }

    private String get(Check check) throws Exception {
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                check.check(request, response);
                Content.Sink.write(response, true, "checked", callback);
                return true;
            }
        });
        server.start();
        return connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n");
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void fieldsOfACommittedResponseCannotBeChanged() throws Exception {
        assertThat(get((request, response) -> {
                    response.write(false, null, Callback.NOOP);
                    assertThat(response.isCommitted()).isTrue();
                    assertThatThrownBy(() -> response.getHeaders().put("X-Late", "lost"))
                            .isInstanceOf(UnsupportedOperationException.class);
                    assertThatThrownBy(() -> response.getHeaders().remove(HttpHeader.DATE))
                            .isInstanceOf(UnsupportedOperationException.class);
                }))
                .startsWith("HTTP/1.1 200")
                .contains("checked")
                .doesNotContain("X-Late");
    }

    @Test
    void requestWithoutContentHasTheLengthZero() throws Exception {
        assertThat(get((request, response) -> assertThat(request.getLength()).isZero()))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void responseThatSetsACookieHasNoExpires() throws Exception {
        assertThat(get((request, response) ->
                        Response.addCookie(response, org.eclipse.jetty.http.HttpCookie.from("a", "b"))))
                .contains("Set-Cookie: a=b")
                .doesNotContain("Expires:");
    }
}
