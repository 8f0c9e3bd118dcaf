package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client and our server, with a proxy between them. */
class HttpClientProxyTest extends AbstractClientTest {
    private static final String BASIC = "Basic dTpw";

    private final Server server = new Server();
    private ServerConnector clear;
    private ServerConnector secure;

    @Override
    void configure() throws Exception {
        SslContextFactory.Server tls = Transport.keyStores().newServerFactory();
        HttpConfiguration configuration = new HttpConfiguration();
        clear = new ServerConnector(server, new HttpConnectionFactory(configuration));
        secure = new ServerConnector(
                server, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(configuration));
        server.addConnector(clear);
        server.addConnector(secure);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(
                    org.eclipse.jetty.server.Request request,
                    org.eclipse.jetty.server.Response response,
                    Callback callback) {
                Content.Sink.write(response, true, request.getHeaders().toString(), callback);
                return true;
            }
        });
        server.start();
        trust(tls);
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
    }

    private String uri(boolean tls) {
        return (tls ? "https" : "http") + "://localhost:" + (tls ? secure : clear).getLocalPort() + "/path";
    }

    private void use(ProxyConfiguration.Proxy proxy) {
        client.getProxyConfiguration().addProxy(proxy);
    }

    @Test
    void requestInClearTextIsForwardedByItsAbsoluteUri() throws Exception {
        try (TestProxy proxy = TestProxy.http(null, true)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            ContentResponse response = client.GET(uri(false));
            assertThat(response.getContentAsString()).contains("Via: test");
            assertThat(proxy.getHeads().get(0)).startsWith("GET " + uri(false) + " HTTP/1.1\r\n");
        }
    }

    @Test
    void requestWithinTlsGoesThroughATunnelThatIsKept() throws Exception {
        try (TestProxy proxy = TestProxy.http(null, true)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            for (int i = 0; i < 3; i++) {
                assertThat(client.GET(uri(true)).getContentAsString()).doesNotContain("Via");
            }
            assertThat(proxy.getHeads()).hasSize(1);
            assertThat(proxy.getHeads().get(0))
                    .startsWith("CONNECT localhost:" + secure.getLocalPort() + " HTTP/1.1\r\n")
                    .contains("Host: localhost:" + secure.getLocalPort());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void challengeForATunnelIsAnsweredWhetherTheConnectionIsKeptOrNot(boolean keep) throws Exception {
        try (TestProxy proxy = TestProxy.http(BASIC, keep)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            assertThat(send(client.newRequest(uri(true))).getFailure())
                    .hasMessageContaining("407")
                    .isInstanceOf(IOException.class);
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(proxy.getUri(), "proxy", "u", "p"));
            int before = proxy.getHeads().size();
            ContentResponse response = client.GET(uri(true));
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(response.getContentAsString()).doesNotContain("Proxy-Authorization");
            assertThat(proxy.getHeads().size() - before).isEqualTo(2);
            // another tunnel needs no challenge
            client.newRequest(uri(true)).tag("other").send();
            assertThat(proxy.getHeads().size() - before).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void challengeForAForwardedRequestIsAnswered(boolean keep) throws Exception {
        try (TestProxy proxy = TestProxy.http(BASIC, keep)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(proxy.getUri(), "proxy", "u", "p"));
            assertThat(client.GET(uri(false)).getStatus()).isEqualTo(200);
            assertThat(proxy.getHeads()).hasSize(2);
        }
    }

    @Test
    void wrongCredentialsAreRefusedOnceAndNotStored() throws Exception {
        try (TestProxy proxy = TestProxy.http(BASIC, true)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(proxy.getUri(), "proxy", "u", "wrong"));
            assertThat(client.GET(uri(false)).getStatus()).isEqualTo(407);
            assertThat(send(client.newRequest(uri(true))).getFailure()).hasMessageContaining("407");
            assertThat(proxy.getHeads()).hasSize(4);
            assertThat(client.getAuthenticationStore().findAuthenticationResult(proxy.getUri()))
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void socks4CarriesRequests(boolean tls) throws Exception {
        try (TestProxy proxy = TestProxy.socks4()) {
            use(new Socks4Proxy("localhost", proxy.getPort()));
            assertThat(client.GET(uri(tls)).getStatus()).isEqualTo(200);
            assertThat(client.GET(uri(false).replace("localhost", "127.0.0.1")).getStatus())
                    .isEqualTo(200);
            assertThat(proxy.getConnectionCount()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void socks5CarriesRequestsWithCredentialsAndWithout(boolean tls) throws Exception {
        try (TestProxy open = TestProxy.socks5(null);
                TestProxy closed = TestProxy.socks5("user:password")) {
            Socks5Proxy proxy = new Socks5Proxy("localhost", open.getPort());
            use(proxy);
            assertThat(client.GET(uri(tls)).getStatus()).isEqualTo(200);
            assertThat(client.GET(uri(false).replace("localhost", "127.0.0.1")).getStatus())
                    .isEqualTo(200);
            assertThat(open.getConnectionCount()).isEqualTo(2);
            client.getProxyConfiguration().removeProxy(proxy);
            Socks5Proxy other = new Socks5Proxy("localhost", closed.getPort());
            use(other);
            Request refused = client.newRequest(uri(tls)).tag("refused");
            assertThat(send(refused).getFailure()).hasMessageContaining("SOCKS5 authentication method 2");
            other.setCredentials("user", "wrong");
            assertThat(send(client.newRequest(uri(tls)).tag("refused")).getFailure())
                    .hasMessageContaining("credentials refused");
            other.setCredentials("user", "password");
            assertThat(client.newRequest(uri(tls)).tag("accepted").send().getStatus())
                    .isEqualTo(200);
        }
    }

    /** Asks for one octet, and expects the one after it. */
    private static final class Riddle implements Socks5.Authentication.Factory {
        @Override
        public byte getMethod() {
            return (byte) 0x80;
        }

        @Override
        public Socks5.Authentication newAuthentication() {
            return (endPoint, callback) -> endPoint.write(
                    Callback.from(
                            () -> endPoint.fillInterested(Callback.from(
                                    () -> {
                                        ByteBuffer answer = BufferUtil.allocate(1);
                                        try {
                                            endPoint.fill(answer);
                                        } catch (IOException x) {
                                            callback.failed(x);
                                            return;
                                        }
                                        if (answer.get(0) == 8) {
                                            callback.succeeded();
                                        } else {
                                            callback.failed(new IOException("Wrong answer: " + answer.get(0)));
                                        }
                                    },
                                    callback::failed)),
                            callback::failed),
                    ByteBuffer.wrap(new byte[] {7}));
        }
    }

    private RawServer riddling(int answer) throws IOException {
        return new RawServer((socket, connection) -> {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            in.readByte();
            byte[] methods = in.readNBytes(in.readUnsignedByte());
            socket.getOutputStream().write(new byte[] {5, methods[methods.length - 1]});
            assertThat(in.readByte()).isEqualTo((byte) 7);
            socket.getOutputStream().write(answer);
            in.readNBytes(4);
            in.readNBytes(in.readUnsignedByte() + 2);
            socket.getOutputStream().write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
    }

    @Test
    void methodOfAnApplicationAuthenticatesAtASocks5Proxy() throws Exception {
        try (RawServer right = riddling(8);
                RawServer wrong = riddling(9)) {
            Socks5Proxy proxy =
                    new Socks5Proxy("localhost", URI.create(right.getUri()).getPort());
            assertThat(proxy.putAuthenticationFactory(new Riddle())).isNull();
            use(proxy);
            assertThat(client.GET(uri(false)).getStatus()).isEqualTo(200);
            client.getProxyConfiguration().clear();
            Socks5Proxy other =
                    new Socks5Proxy("localhost", URI.create(wrong.getUri()).getPort());
            other.putAuthenticationFactory(new Riddle());
            use(other);
            assertThat(send(client.newRequest(uri(false)).tag("wrong")).getFailure())
                    .hasMessageContaining("Wrong answer: 9");
        }
    }

    @Test
    void methodsOfASocks5ProxyAreReplacedAndRemoved() throws Exception {
        Socks5Proxy proxy = new Socks5Proxy("localhost", 1);
        Socks5.NoAuthenticationFactory none = new Socks5.NoAuthenticationFactory();
        assertThat(proxy.putAuthenticationFactory(none)).isNotNull().isNotSameAs(none);
        assertThat(proxy.removeAuthenticationFactory(Socks5.NoAuthenticationFactory.METHOD))
                .isSameAs(none);
        assertThat(proxy.removeAuthenticationFactory(Socks5.NoAuthenticationFactory.METHOD))
                .isNull();
        try (TestProxy open = TestProxy.socks5(null)) {
            Socks5Proxy mute = new Socks5Proxy("localhost", open.getPort());
            mute.removeAuthenticationFactory(Socks5.NoAuthenticationFactory.METHOD);
            use(mute);
            assertThat(send(client.newRequest(uri(false))).getFailure())
                    .hasMessageContaining("No SOCKS5 authentication method");
        }
    }

    @Test
    void credentialsThatAreTooLongAreRefused() {
        assertThatThrownBy(() -> new Socks5Proxy("localhost", 1).setCredentials("u".repeat(256), "p"))
                .hasMessage("user: 256 octets (expected: 1 to 255)");
    }

    @Test
    void addressesThatAreExcludedAreConnectedDirectly() throws Exception {
        try (TestProxy proxy = TestProxy.http(null, true)) {
            HttpProxy http = new HttpProxy("localhost", proxy.getPort());
            http.getExcludedAddresses().add("localhost:" + clear.getLocalPort());
            http.getIncludedAddresses().add("localhost");
            use(http);
            client.GET(uri(false));
            assertThat(proxy.getHeads()).isEmpty();
            client.GET(uri(true));
            client.GET(uri(false).replace("localhost", "127.0.0.1"));
            assertThat(proxy.getHeads()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense\r\n\r\n",
                "HTTP/1.1 200 OK",
                "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 403 No\r\n\r\nbecause",
                "HTTP/1.1 407 Needed\r\nContent-Length: 10\r\n\r\nabc",
                "HTTP/1.1 407 Needed\r\nProxy-Authenticate: Unknown x=y\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\nnot a TLS record"
            })
    void proxyThatOpensNoTunnelFailsTheRequest(String answer) throws Exception {
        try (RawServer proxy = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, answer);
        })) {
            use(new HttpProxy("localhost", URI.create(proxy.getUri()).getPort()));
            assertThat(send(client.newRequest(uri(true))).isFailed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "\u0000[12345678", "\u0005\u0007", "\u0005\u0000\u0005\u0005\u0000\u0003\u0001a00"})
    void socksProxyThatRefusesFailsTheRequest(String answer) throws Exception {
        try (RawServer proxy = new RawServer((socket, connection) -> {
            RawServer.write(socket, answer);
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        })) {
            int port = URI.create(proxy.getUri()).getPort();
            Socks4Proxy socks4 = new Socks4Proxy("localhost", port);
            use(socks4);
            assertThat(send(client.newRequest(uri(false)).tag(4)).isFailed()).isTrue();
            client.getProxyConfiguration().removeProxy(socks4);
            use(new Socks5Proxy("localhost", port));
            assertThat(send(client.newRequest(uri(false)).tag(5)).isFailed()).isTrue();
        }
    }

    @Test
    void silentProxyFailsTheRequestAfterTheConnectTimeout() throws Exception {
        client.setConnectTimeout(100);
        try (RawServer proxy = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.readHead(socket);
        })) {
            use(new HttpProxy("localhost", URI.create(proxy.getUri()).getPort()));
            Result result = send(client.newRequest(uri(true)).timeout(30, SECONDS));
            assertThat(result.getFailure()).isInstanceOf(TimeoutException.class).hasMessageContaining("tunnel");
        }
    }

    @Test
    void proxyWithinTlsForwardsAndTunnels() throws Exception {
        SslContextFactory.Server tls = Transport.keyStores().newServerFactory();
        tls.start();
        try (TestProxy proxy =
                TestProxy.https(tls.getSslContext().getServerSocketFactory().createServerSocket(0))) {
            use(new HttpProxy(new Origin.Address("localhost", proxy.getPort()), true));
            assertThat(client.GET(uri(false)).getContentAsString()).contains("Via: test");
            assertThat(client.GET(uri(true)).getContentAsString()).doesNotContain("Via: test");
            assertThat(proxy.getHeads()).hasSize(2);
        }
    }

    /** A proxy of an application, which is sent requests as they are, and has no URI that credentials are stored for. */
    private static final class Gateway extends ProxyConfiguration.Proxy {
        private Gateway(int port) {
            super(new Origin.Address("localhost", port), false, null);
        }

        @Override
        public boolean isForwarding(Origin origin) {
            return true;
        }

        @Override
        public ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory factory) {
            return factory;
        }
    }

    @Test
    void proxyWithoutUriGetsNoneOfTheCredentials() throws Exception {
        try (TestProxy proxy = TestProxy.http(null, true)) {
            use(new Gateway(proxy.getPort()));
            client.getAuthenticationStore()
                    .addAuthenticationResult(
                            new BasicAuthentication.BasicResult(URI.create("http://other.example/"), "u", "p"));
            assertThat(client.GET(uri(false)).getStatus()).isEqualTo(200);
            assertThat(proxy.getHeads().get(0)).doesNotContain("Authorization");
        }
    }

    /** Answers a challenge by looking at the request that was challenged. */
    private static final class Inspecting extends BasicAuthentication {
        private Inspecting(URI uri) {
            super(uri, ANY_REALM, "u", "p");
        }

        @Override
        public Result authenticate(
                Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context) {
            assertThat(response.getRequest().getMethod()).isEqualTo("CONNECT");
            return super.authenticate(request, response, headerInfo, context);
        }
    }

    @Test
    void challengeForATunnelHasItsRequest() throws Exception {
        try (TestProxy proxy = TestProxy.http(BASIC, true)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            client.getAuthenticationStore().addAuthentication(new Inspecting(proxy.getUri()));
            assertThat(client.GET(uri(true)).getStatus()).isEqualTo(200);
        }
    }

    @Test
    void refusalOfATunnelHasItsRequest() throws Exception {
        try (TestProxy proxy = TestProxy.http(BASIC, true)) {
            use(new HttpProxy("localhost", proxy.getPort()));
            Throwable failure = send(client.newRequest(uri(true))).getFailure();
            assertThat(failure).hasCauseInstanceOf(HttpResponseException.class);
            Request refused =
                    ((HttpResponseException) failure.getCause()).getResponse().getRequest();
            assertThat(refused.getMethod()).isEqualTo("CONNECT");
            assertThat(refused.getPath()).isEqualTo("localhost:" + secure.getLocalPort());
        }
    }
}
