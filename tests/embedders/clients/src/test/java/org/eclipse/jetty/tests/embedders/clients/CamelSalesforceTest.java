package org.eclipse.jetty.tests.embedders.clients;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.apache.camel.component.salesforce.SalesforceHttpClient;
import org.apache.camel.component.salesforce.SalesforceLoginConfig;
import org.apache.camel.component.salesforce.api.SalesforceException;
import org.apache.camel.component.salesforce.internal.SalesforceSession;
import org.apache.camel.component.salesforce.internal.client.DefaultRestClient;
import org.apache.camel.component.salesforce.internal.client.RestClient;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Camel's client of Salesforce, which logs in again within the conversation of a request when its token has expired. */
class CamelSalesforceTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile int logins;
    private volatile String valid = "token 1";
    private SalesforceHttpClient client;
    private SalesforceSession session;
    private RestClient rest;

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                answer(request, response, callback);
                return true;
            }
        });
        server.start();
        String url = "http://127.0.0.1:" + connector.getLocalPort();
        SalesforceLoginConfig login = new SalesforceLoginConfig(url, "id", "secret", "user", "password", false);
        client = new SalesforceHttpClient(null, Executors.newCachedThreadPool(), new SslContextFactory.Client());
        session = new SalesforceSession(null, client, 30_000, login);
        client.setSession(session);
        client.setTimeout(30_000);
        client.start();
        session.login(null);
        DefaultRestClient newRest = new DefaultRestClient(client, "60.0", session, login);
        newRest.start();
        rest = newRest;
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        server.stop();
    }

    /** Issues tokens, and answers requests with the valid one. */
    private void answer(Request request, Response response, Callback callback) throws IOException {
        String path = Request.getPathInContext(request);
        requests.add(request.getMethod() + " " + path);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json;charset=utf-8");
        String url = "http://127.0.0.1:" + connector.getLocalPort();
        if (path.equals("/services/oauth2/token")) {
            assertThat(Content.Source.asString(request)).contains("grant_type=password", "username=user");
            logins++;
            Content.Sink.write(
                    response,
                    true,
                    "{\"access_token\":\"token " + logins + "\",\"instance_url\":\"" + url + "\",\"id\":\"" + url
                            + "/id/00Dxx0000001gPLEAY/005xx000001SwiUAAS\",\"token_type\":\"Bearer\",\"issued_at\":\"1\",\"signature\":\"s\"}",
                    callback);
        } else if (!("Bearer " + valid).equals(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
            response.setStatus(401);
            Content.Sink.write(
                    response, true, "[{\"message\":\"expired\",\"errorCode\":\"INVALID_SESSION_ID\"}]", callback);
        } else {
            String content = Content.Source.asString(request);
            Content.Sink.write(
                    response, true, "{\"path\":\"" + path + "\",\"length\":" + content.length() + "}", callback);
        }
    }

    private static String text(InputStream content) {
        try (content) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Completes with the content of a response, or with its failure. */
    private static RestClient.ResponseCallback into(CompletableFuture<String> future) {
        return (InputStream content, Map<String, String> headers, SalesforceException failure) -> {
            if (failure != null) {
                future.completeExceptionally(failure);
            } else {
                future.complete(text(content));
            }
        };
    }

    @Test
    void requestWithAValidTokenIsAnswered() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();

        rest.getResources(Map.of(), into(answer));

        assertThat(answer.get(30, SECONDS)).isEqualTo("{\"path\":\"/services/data/v60.0/\",\"length\":0}");
        assertThat(requests).containsExactly("POST /services/oauth2/token", "GET /services/data/v60.0/");
    }

    @Test
    void expiredTokenIsRenewedAndTheRequestSentAgainWithItsContent() throws Exception {
        valid = "token 2";
        CompletableFuture<String> answer = new CompletableFuture<>();
        InputStream content = new java.io.ByteArrayInputStream("{\"Name\":\"new\"}".getBytes(StandardCharsets.UTF_8));

        rest.createSObject("Account", content, Map.of(), into(answer));

        assertThat(answer.get(30, SECONDS))
                .isEqualTo("{\"path\":\"/services/data/v60.0/sobjects/Account\",\"length\":14}");
        assertThat(session.getAccessToken()).isEqualTo("token 2");
        assertThat(requests)
                .containsExactly(
                        "POST /services/oauth2/token",
                        "POST /services/data/v60.0/sobjects/Account",
                        "POST /services/oauth2/token",
                        "POST /services/data/v60.0/sobjects/Account");
    }

    @Test
    void tokensThatAreNeverValidEndInTheFailureOfTheServer() {
        valid = "none";
        CompletableFuture<String> answer = new CompletableFuture<>();

        rest.getResources(Map.of(), into(answer));

        assertThat(answer)
                .failsWithin(java.time.Duration.ofSeconds(30))
                .withThrowableThat()
                .withCauseInstanceOf(SalesforceException.class)
                .withMessageContaining("expired");
        assertThat(logins).isGreaterThan(2);
    }
}
