package org.eclipse.jetty.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.LoginGuard;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Digest authentication (RFC 7616), raw text in and raw text out. */
class DigestAuthenticatorTest extends OverTransports {
    private static final Pattern NONCE = Pattern.compile("nonce=\"([^\"]+)\"");

    private final DigestAuthenticator authenticator = new DigestAuthenticator();
    private final List<String> logins = new CopyOnWriteArrayList<>();
    private volatile Runnable duringLogin = () -> {};
    private Server server;
    private TestConnector connector;

    @BeforeEach
    void start() throws Exception {
        server = new Server();
        connector = new TestConnector(transport, server);
        UserStore users = new UserStore();
        users.addUser("mufasa", Credential.getCredential("Circle of Life"), new String[] {"user"});
        users.addUser("J\u00e4s\u00f8n Doe", Credential.getCredential("S\u00e9cret\u20ac"), new String[] {"user"});
        users.addUser("latin", Credential.getCredential("p\u00e4ss"), new String[] {"user"});
        users.addUser(
                "digest", Credential.getCredential(Credential.MD5.digest("digest:a \"realm\":pw")), new String[] {"user"
                });
        HashLoginService login = new HashLoginService("a \"realm\"") {
            @Override
            public UserIdentity login(
                    String name, Object credentials, Request request, Function<Boolean, Session> sessions) {
                logins.add(name);
                duringLogin.run();
                return super.login(name, credentials, request, sessions);
            }
        };
        login.setUserStore(users);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped();
        security.setLoginService(login);
        security.setAuthenticator(authenticator);
        security.put("/*", Constraint.ANY_USER);
        security.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, "for " + Request.getAuthenticationState(request), callback);
                return true;
            }
        });
        server.setHandler(security);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String uri, String authorization) throws Exception {
        return connector.getResponse("GET " + uri + " HTTP/1.1\r\nHost: local\r\nConnection: close\r\n"
                + (authorization == null ? "" : "Authorization: " + authorization + "\r\n") + "\r\n");
    }

    private String nonce() throws Exception {
        Matcher matcher = NONCE.matcher(get("/", null));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private static String hash(String algorithm, String text) throws Exception {
        return StringUtil.toHexString(
                        MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)))
                .toLowerCase();
    }

    private static String answer(String algorithm, String user, String password, String uri, String nonce, String nc)
            throws Exception {
        String response = hash(
                algorithm,
                hash(algorithm, user + ":a \"realm\":" + password) + ":" + nonce + ":" + nc + ":cn:auth:"
                        + hash(algorithm, "GET:" + uri));
        return "Digest username=\"" + user + "\", realm=\"a \\\"realm\\\"\", nonce=\"" + nonce + "\", uri=\"" + uri
                + "\", algorithm=" + algorithm + ", qop=auth, nc=" + nc + ", cnonce=\"cn\", response=\"" + response
                + "\"";
    }

    /** The name is the realm, without which no client can make an answer. */
    @Test
    void loginServiceWithoutNameFailsTheStart() throws Exception {
        HashLoginService login = new HashLoginService();
        login.setUserStore(new UserStore());
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped();
        security.setLoginService(login);
        security.setAuthenticator(new DigestAuthenticator());
        server.stop();
        server.setHandler(security);
        assertThatIllegalStateException().isThrownBy(server::start).withMessageContaining("without a name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MD5", "SHA-256"})
    void rightAnswerIsAcceptedOnceForEachCount(String algorithm) throws Exception {
        authenticator.setAlgorithm(algorithm);
        assertThat(get("/", null))
                .startsWith("HTTP/1.1 401")
                .contains("WWW-Authenticate: Digest realm=\"a \\\"realm\\\"\", qop=\"auth\", algorithm=" + algorithm)
                .contains("stale=false");
        String nonce = nonce();
        String first = answer(algorithm, "mufasa", "Circle of Life", "/a?b=c", nonce, "00000001");
        assertThat(get("/a?b=c", first)).startsWith("HTTP/1.1 200").contains("mufasa");
        assertThat(get("/a?b=c", first)).startsWith("HTTP/1.1 401").contains("stale=false");
        assertThat(get("/a?b=c", answer(algorithm, "mufasa", "Circle of Life", "/a?b=c", nonce, "00000003")))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void userWhosePasswordIsKeptAsDigestIsKnown() throws Exception {
        assertThat(get("/", answer("MD5", "digest", "pw", "/", nonce(), "00000001")))
                .startsWith("HTTP/1.1 200");
        assertThat(get("/", answer("MD5", "digest", "no", "/", nonce(), "00000001")))
                .startsWith("HTTP/1.1 401");
    }

    @Test
    void wrongPasswordUriOrAlgorithmIsRefused() throws Exception {
        String nonce = nonce();
        assertThat(get("/", answer("MD5", "mufasa", "wrong", "/", nonce, "00000001")))
                .startsWith("HTTP/1.1 401");
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/other", nonce, "00000001")))
                .startsWith("HTTP/1.1 401");
        assertThat(get("/", answer("SHA-256", "mufasa", "Circle of Life", "/", nonce, "00000001")))
                .startsWith("HTTP/1.1 401");
        // none of them used up the count
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000001")))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void answerThatWasRightOnceDoesNotEndTheDelayAfterWrongOnes() throws Exception {
        server.addBean(new LoginGuard());
        String nonce = nonce();
        String first = answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000001");
        assertThat(get("/", first)).startsWith("HTTP/1.1 200");
        for (String replayed :
                new String[] {first, answer("MD5", "mufasa", "Circle of Life", "/", "old", "00000001")}) {
            for (int i = 0; i < 3; i++) {
                assertThat(get("/", answer("MD5", "mufasa", "wrong", "/", nonce, "00000002")))
                        .startsWith("HTTP/1.1 401");
            }
            assertThat(get("/", replayed)).startsWith("HTTP/1.1 401");
        }
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000003")))
                .startsWith("HTTP/1.1 429");
    }

    @Test
    void answerThatIsBeingCheckedIsNotCheckedTwice() throws Exception {
        server.addBean(new LoginGuard());
        String nonce = nonce();
        String right = answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000001");
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        duringLogin = () -> {
            waiting.countDown();
            try {
                release.await();
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
        };
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> {
            try {
                return get("/", right);
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        try {
            waiting.await();
            duringLogin = () -> {};
            for (String replayed : new String[] {right, upperCaseResponse(right)}) {
                assertThat(get("/", replayed)).startsWith("HTTP/1.1 401").contains("stale=false");
            }
            assertThat(logins).containsExactly("mufasa");
        } finally {
            release.countDown();
        }
        assertThat(first.join()).startsWith("HTTP/1.1 200");
        // no failure was counted
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000002")))
                .startsWith("HTTP/1.1 200");
    }

    private static String upperCaseResponse(String answer) {
        int at = answer.indexOf("response=\"") + "response=\"".length();
        return answer.substring(0, at) + answer.substring(at).toUpperCase(Locale.ROOT);
    }

    @Test
    void answersThatRaceAreAcceptedOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            String right = answer("MD5", "mufasa", "Circle of Life", "/", nonce(), "00000001");
            List<CompletableFuture<String>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                running.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return get("/", right);
                    } catch (Exception x) {
                        throw new IllegalStateException(x);
                    }
                }));
            }
            assertThat(running.stream().filter(each -> each.join().startsWith("HTTP/1.1 200")))
                    .hasSize(1);
        }
        assertThat(logins).hasSize(20);
    }

    @Test
    void clientThatDoesNotKnowThePasswordDoesNotUseUpTheNonceOfAnother() throws Exception {
        authenticator.setMaxNonceCount(2);
        String nonce = nonce();
        assertThat(get("/", answer("MD5", "mufasa", "wrong", "/", nonce, "00000003")))
                .startsWith("HTTP/1.1 401");
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000001")))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void usedUpOrUnknownNonceIsStale() throws Exception {
        authenticator.setMaxNonceCount(2);
        String nonce = nonce();
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000002")))
                .startsWith("HTTP/1.1 200");
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", nonce, "00000003")))
                .startsWith("HTTP/1.1 401")
                .contains("stale=true");
        assertThat(get("/", answer("MD5", "mufasa", "Circle of Life", "/", "mine", "00000001")))
                .startsWith("HTTP/1.1 401")
                .contains("stale=true");
    }

    private static final String JASON = "J%c3%a4s%C3%B8n%20Doe";

    /** RFC 7616, sections 3.3 and 3.4. */
    @ParameterizedTest
    @ValueSource(strings = {"username*=UTF-8''" + JASON, "username*=utf-8'en'" + JASON, "UserName*=UTF-8''" + JASON})
    void nameBeyondAsciiIsRead(String username) throws Exception {
        assertThat(get("/", null)).contains("charset=UTF-8");
        String right = answer("MD5", "J\u00e4s\u00f8n Doe", "S\u00e9cret\u20ac", "/", nonce(), "00000001");
        assertThat(get("/", right.replace("username=\"J\u00e4s\u00f8n Doe\"", username)))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "username*=UTF-8''mufas%",
                "username*=UTF-8''mufas%6",
                "username*=UTF-8''mufas%zz",
                "username*=mufasa",
                "username*=ISO-8859-1''mufasa",
                "username*=UTF-8''%ff",
                "username*=UTF-8''",
                "username=\"mufasa\", username*=UTF-8''mufasa"
            })
    void nameThatCannotBeReadIsABadRequest(String username) throws Exception {
        String right = answer("MD5", "mufasa", "Circle of Life", "/", nonce(), "00000001");
        assertThat(get("/", right.replace("username=\"mufasa\"", username))).startsWith("HTTP/1.1 400");
        assertThat(logins).isEmpty();
    }

    /** Clients that do not know the parameter charset. */
    @Test
    void passwordInLatin1IsRight() throws Exception {
        String nonce = nonce();
        String secret = StringUtil.toHexString(MessageDigest.getInstance("MD5")
                        .digest("latin:a \"realm\":p\u00e4ss".getBytes(StandardCharsets.ISO_8859_1)))
                .toLowerCase(Locale.ROOT);
        String response = hash("MD5", secret + ":" + nonce + ":00000001:cn:auth:" + hash("MD5", "GET:/"));
        String wrong = answer("MD5", "latin", "pass", "/", nonce, "00000001");
        assertThat(get("/", wrong)).startsWith("HTTP/1.1 401");
        assertThat(get("/", wrong.replaceFirst("response=\"[^\"]+", "response=\"" + response)))
                .startsWith("HTTP/1.1 200");
    }

    /** The client names the resource that it has asked for, which a rewrite may serve by another path. */
    @Test
    void uriOfTheClientIsRightWhereItIsRewritten() throws Exception {
        server.stop();
        Handler secured = server.getHandler();
        server.setHandler(new Handler.Wrapper(secured) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return super.handle(
                        Request.serveAs(request, HttpURI.build(request.getHttpURI(), "/inside")), response, callback);
            }
        });
        server.start();
        String nonce = nonce();
        assertThat(get("/outside?a=b", answer("MD5", "mufasa", "Circle of Life", "/else", nonce, "00000001")))
                .startsWith("HTTP/1.1 401");
        assertThat(get("/outside?a=b", answer("MD5", "mufasa", "Circle of Life", "/outside?a=b", nonce, "00000001")))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Digest", "Digest =", "Digest username=\"mufasa", "Digest nc=zzzzzzzz", "Digest nc=00000001"})
    void malformedAnswerIsABadRequest(String authorization) throws Exception {
        assertThat(get("/", authorization + " ")).matches(text -> text.startsWith("HTTP/1.1 40"));
        assertThat(get("/", "Digest x, " + authorization)).startsWith("HTTP/1.1 400");
    }
}
