package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;

/** Redirections that an application follows by itself. */
class HttpRedirectorTest extends AbstractClientTest {
    private final List<String> heads = new CopyOnWriteArrayList<>();

    /** /N redirects to /N-1, and /0 answers. */
    private RawServer counting(int status) throws Exception {
        return new RawServer((socket, connection) -> {
            for (String head = RawServer.readHead(socket); !head.isEmpty(); head = RawServer.readHead(socket)) {
                heads.add(head);
                int left = Integer.parseInt(head.split("[ /]")[2]);
                RawServer.write(
                        socket,
                        left == 0
                                ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                                : "HTTP/1.1 " + status + " Moved\r\nLocation: " + (left - 1)
                                        + "\r\nContent-Length: 0\r\n\r\n");
            }
        });
    }

    @Test
    void redirectionsAreFollowedOneAtATime() throws Exception {
        HttpRedirector redirector = new HttpRedirector(client);
        try (RawServer server = counting(302)) {
            Response response = client.newRequest(server.getUri() + "2")
                    .followRedirects(false)
                    .headers(fields -> fields.put("x-mine", "1"))
                    .send();
            assertThat(redirector.isRedirect(response)).isTrue();
            assertThat(redirector.extractRedirectURI(response)).isEqualTo(URI.create(server.getUri() + "1"));
            response = redirector.redirect(response.getRequest(), response).getResponse();
            assertThat(response.getStatus()).isEqualTo(302);
            response = redirector.redirect(response.getRequest(), response).getResponse();
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(redirector.isRedirect(response)).isFalse();
            assertThat(redirector.extractRedirectURI(response)).isNull();
            assertThat(heads).hasSize(3).allMatch(head -> head.contains("x-mine: 1"));
        }
    }

    @Test
    void listenerGetsTheNextResponseWithItsContent() throws Exception {
        HttpRedirector redirector = new HttpRedirector(client);
        try (RawServer server = counting(303)) {
            ContentResponse response = client.POST(server.getUri() + "1")
                    .followRedirects(false)
                    .body(new StringRequestContent("once"))
                    .send();
            CompletableFuture<String> content = new CompletableFuture<>();
            Request next = redirector.redirect(response.getRequest(), response, new BufferingResponseListener() {
                @Override
                public void onComplete(Result result) {
                    content.complete(getContentAsString());
                }
            });
            assertThat(content.get(30, SECONDS)).isEqualTo("ok");
            assertThat(next.getMethod()).isEqualTo("GET");
            // before it is the content of the first one
            assertThat(heads.get(1)).startsWith("onceGET /0 ").doesNotContain("Content-");
        }
    }

    @Test
    void endlessRedirectionsEnd() throws Exception {
        client.setMaxRedirects(3);
        HttpRedirector redirector = new HttpRedirector(client);
        try (RawServer server = counting(307)) {
            Response response = client.newRequest(server.getUri() + "9")
                    .followRedirects(false)
                    .send();
            for (int i = 0; i < 3; i++) {
                response = redirector.redirect(response.getRequest(), response).getResponse();
            }
            Response last = response;
            assertThatThrownBy(() -> redirector.redirect(last.getRequest(), last))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(HttpResponseException.class)
                    .hasMessageContaining("Max redirects exceeded 3");
        }
    }

    @Test
    void responseThatDoesNotRedirectFails() throws Exception {
        HttpRedirector redirector = new HttpRedirector(client);
        try (RawServer server = counting(302)) {
            Response response = client.newRequest(server.getUri() + "0").send();
            CompletableFuture<Result> end = new CompletableFuture<>();
            assertThat(redirector.redirect(response.getRequest(), response, end::complete))
                    .isNull();
            assertThat(end.get(30, SECONDS).getFailure()).hasMessageContaining("expected: a redirection");
        }
    }

    @Test
    void credentialsStayWithTheirOrigin() throws Exception {
        HttpRedirector redirector = new HttpRedirector(client);
        try (RawServer target = counting(302);
                RawServer server = RawServer.answering(
                        "HTTP/1.1 302 Moved\r\nLocation: " + target.getUri() + "0\r\nContent-Length: 0\r\n\r\n")) {
            Response response = client.newRequest(server.getUri())
                    .followRedirects(false)
                    .headers(fields -> fields.put(HttpHeader.AUTHORIZATION, "Basic c2VjcmV0"))
                    .send();
            redirector.redirect(response.getRequest(), response);
            assertThat(heads).hasSize(1).noneMatch(head -> head.contains("Authorization"));
        }
    }
}
