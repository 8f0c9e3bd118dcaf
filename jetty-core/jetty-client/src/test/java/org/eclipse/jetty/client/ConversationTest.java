package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.eclipse.jetty.client.internal.HttpContentResponse;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Protocol handlers of an application, which send requests of their own within the conversation, as those of Jetty's users do. */
class ConversationTest extends AbstractClientTest {
    private static final String RETRIES = "retries";
    private static final String ORIGINAL = "original";

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch held = new CountDownLatch(1);
    private volatile String token = "expired";

    @Override
    HttpClient newClient() {
        return new Client();
    }

    /** Makes copies as the protocol handlers of an application may. */
    private static final class Client extends HttpClient {
        @Override
        public Request copyRequest(Request request, URI uri) {
            return super.copyRequest(request, uri).headers(fields -> fields.add("X-Copy", "1"));
        }
    }

    @BeforeEach
    void startServer() throws Exception {
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(
                    org.eclipse.jetty.server.Request request,
                    org.eclipse.jetty.server.Response response,
                    Callback callback)
                    throws Exception {
                String path = request.getHttpURI().getPath();
                requests.add(request.getMethod() + " " + path + " "
                        + request.getHeaders().get("X-Copy"));
                switch (path) {
                    case "/login" -> Content.Sink.write(response, true, "fresh", callback);
                    case "/broken" -> {
                        response.setStatus(500);
                        callback.succeeded();
                    }
                    case "/held" -> {
                        held.await(30, SECONDS);
                        callback.succeeded();
                    }
                    case "/plain" -> Content.Sink.write(response, true, "plain", callback);
                    default -> {
                        boolean fresh = "fresh".equals(request.getHeaders().get(HttpHeader.AUTHORIZATION));
                        response.setStatus(fresh ? 200 : 401);
                        String content = Content.Source.asString(request);
                        Content.Sink.write(response, true, fresh ? "secret " + content : "log in", callback);
                    }
                }
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        held.countDown();
        server.stop();
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + connector.getLocalPort() + path);
    }

    /** Logs in by a request of the same conversation when a response is 401, and sends the request again. */
    private final class Login implements ProtocolHandler {
        private final String loginPath;

        private Login(String loginPath) {
            this.loginPath = loginPath;
        }

        @Override
        public String getName() {
            return "login";
        }

        @Override
        public boolean accept(Request request, Response response) {
            HttpConversation conversation = ((HttpRequest) request).getConversation();
            return conversation.getAttribute(ORIGINAL) != null || response.getStatus() == 401;
        }

        @Override
        public Response.Listener getResponseListener() {
            return new BufferingResponseListener() {
                @Override
                public void onComplete(Result result) {
                    HttpRequest request = (HttpRequest) result.getRequest();
                    HttpConversation conversation = request.getConversation();
                    ContentResponse response =
                            new HttpContentResponse(result.getResponse(), getContent(), getMediaType(), getEncoding());
                    HttpRequest original = (HttpRequest) conversation.removeAttribute(ORIGINAL);
                    if (original != null && response.getStatus() == 200) {
                        token = response.getContentAsString();
                        Request again = ((Client) client).copyRequest(original, original.getURI());
                        again.headers(fields -> fields.put(HttpHeader.AUTHORIZATION, token));
                        assertThat(again.getBody().rewind()).isTrue();
                        conversation.updateResponseListeners(null);
                        again.send(null);
                    } else if (original != null) {
                        conversation.updateResponseListeners(null);
                        conversation.getResponseListeners().emitFailure(response, new IllegalStateException("login"));
                        conversation
                                .getResponseListeners()
                                .notifyComplete(
                                        new Result(original, null, response, new IllegalStateException("login")));
                    } else if (conversation.getAttribute(RETRIES) != null) {
                        conversation.getResponseListeners().emitSuccessComplete(new Result(request, response));
                    } else {
                        conversation.setAttribute(RETRIES, 1);
                        conversation.setAttribute(ORIGINAL, request);
                        new HttpRequest(client, conversation, uri(loginPath))
                                .method(HttpMethod.POST)
                                .send(null);
                    }
                }
            };
        }
    }

    @Test
    void requestOfAProtocolHandlerIsOneOfTheConversation() throws Exception {
        client.getProtocolHandlers().put(new Login("/login"));
        HttpConversation conversation = new HttpConversation();
        List<String> events = new ArrayList<>();
        HttpRequest request = new HttpRequest(client, conversation, uri("/secret"));
        request.method(HttpMethod.POST)
                .body(new StringRequestContent("content"))
                .onResponseBegin(response -> events.add("begin " + response.getStatus()))
                .onResponseSuccess(response -> events.add("success " + response.getStatus()));

        ContentResponse response = request.send();

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString()).isEqualTo("secret content");
        assertThat(events).containsExactly("begin 200", "success 200");
        assertThat(requests).containsExactly("POST /secret null", "POST /login null", "POST /secret 1");
        assertThat(conversation.getAttribute(RETRIES)).isEqualTo(1);
    }

    @Test
    void responseWithItsContentIsHandedOnByAProtocolHandler() throws Exception {
        client.getProtocolHandlers().put(new Login("/login"));
        HttpRequest request = new HttpRequest(client, new HttpConversation(), uri("/secret"));
        request.timeout(30, SECONDS);
        request.getConversation().setAttribute(RETRIES, 1);
        List<String> events = new ArrayList<>();
        request.onResponseBegin(response -> events.add("begin"))
                .onResponseHeaders(response -> events.add("headers"))
                .onResponseSuccess(response -> events.add("success"))
                .onComplete(result -> events.add("complete"));

        ContentResponse response = request.send();

        assertThat(response.getStatus()).isEqualTo(401);
        assertThat(response.getContentAsString()).isEqualTo("log in");
        assertThat(events).containsExactly("begin", "headers", "success", "complete");
        // it has ended, with its timeout
        assertThat(request.abort(new TimeoutException()).get()).isFalse();
        assertThat(request.getAbortCause()).isNull();
    }

    @Test
    void failureIsHandedOnByAProtocolHandler() {
        client.getProtocolHandlers().put(new Login("/broken"));
        HttpRequest request = new HttpRequest(client, new HttpConversation(), uri("/secret"));

        assertThatThrownBy(request::send)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("login");
        assertThat(requests).containsExactly("GET /secret null", "POST /broken null");
    }

    @Test
    void listenersOfAConversationAreReplacedForTheRequestsThatFollow() throws Exception {
        HttpConversation conversation = new HttpConversation();
        assertThat(conversation.getResponseListeners()).isNull();
        CompletableFuture<Result> first = new CompletableFuture<>();
        CompletableFuture<Result> others = new CompletableFuture<>();
        List<Result> ends = new CopyOnWriteArrayList<>();
        new HttpRequest(client, conversation, uri("/plain")).send(result -> {
            ends.add(result);
            first.complete(result);
        });
        first.get(30, SECONDS);

        conversation.updateResponseListeners(new Response.Listener() {
            @Override
            public void onComplete(Result result) {
                others.complete(result);
            }
        });
        new HttpRequest(client, conversation, uri("/plain?2")).send(null);

        assertThat(others.get(30, SECONDS).getRequest().getURI()).isEqualTo(uri("/plain?2"));
        assertThat(ends).hasSize(1);
        conversation.updateResponseListeners(null);
        new HttpRequest(client, conversation, uri("/plain?3")).send(null);
        Awaitility.await().until(() -> ends.size() == 2);
        assertThat(ends.get(1).getRequest().getURI()).isEqualTo(uri("/plain?3"));
    }

    @Test
    void copyOfARequestIsWithoutWhatIsOfOneRequestOrHost() throws Exception {
        Request request = client.newRequest(uri("/a?b=c"))
                .method(HttpMethod.POST)
                .body(new StringRequestContent("content"))
                .cookie(HttpCookie.from("name", "value"))
                .tag("tag")
                .followRedirects(false)
                .headers(fields -> fields.put(HttpHeader.HOST, "host")
                        .put(HttpHeader.COOKIE, "a=b")
                        .put(HttpHeader.AUTHORIZATION, "secret")
                        .put(HttpHeader.PROXY_AUTHORIZATION, "secret")
                        .put(HttpHeader.EXPECT, "100-continue")
                        .put("X-Other", "kept"));

        Request copy = ((Client) client).copyRequest(request, uri("/x"));

        assertThat(copy.getURI()).isEqualTo(uri("/x"));
        assertThat(copy.getMethod()).isEqualTo("POST");
        assertThat(copy.getBody()).isSameAs(request.getBody());
        assertThat(copy.getTag()).isEqualTo("tag");
        assertThat(copy.isFollowRedirects()).isFalse();
        assertThat(copy.getCookies()).isEmpty();
        assertThat(copy.getHeaders().getFieldNamesCollection())
                .containsExactlyInAnyOrder("Accept-Encoding", "User-Agent", "X-Other", "X-Copy");
        assertThat(((HttpRequest) copy).getConversation()).isSameAs(((HttpRequest) request).getConversation());
    }

    @Test
    void exchangesThatWaitAreListedByTheirDestination() throws Exception {
        client.setMaxConnectionsPerDestination(1);
        List<CompletableFuture<Result>> ends = new ArrayList<>();
        List<Request> sent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Result> end = new CompletableFuture<>();
            ends.add(end);
            Request request = client.newRequest(uri(i == 0 ? "/held" : "/plain"));
            sent.add(request);
            request.send(end::complete);
            if (i == 0) {
                Awaitility.await().until(() -> requests.size() == 1);
            }
        }

        HttpDestination destination = (HttpDestination) client.getDestinations().get(0);
        assertThat(destination.getHttpExchanges())
                .extracting(HttpExchange::getRequest)
                .containsExactly((HttpRequest) sent.get(1), (HttpRequest) sent.get(2));
        assertThat(destination.getHttpExchanges().peek().getHttpDestination()).isSameAs(destination);
        destination.getHttpExchanges().clear();
        assertThat(destination.getQueuedRequestCount()).isEqualTo(2);
        held.countDown();
        for (CompletableFuture<Result> end : ends) {
            assertThat(end.get(30, SECONDS).isSucceeded()).isTrue();
        }
    }
}
