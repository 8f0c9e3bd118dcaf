package org.eclipse.jetty.security.openid;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.jwt.TestKeys;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/** An OpenID Connect provider that keeps the rules, but for those that a test has it break. Its user is always logged in. */
final class TestProvider implements AutoCloseable {
    static final String CLIENT = "shop";
    static final String SECRET = "s3cret+/ ä";

    private static final RSAKey KEY = TestKeys.newKey("first");

    final Server server = new Server();
    final List<Fields> tokenRequests = new CopyOnWriteArrayList<>();
    final List<String> authorizations = new CopyOnWriteArrayList<>();
    final List<String> paths = new CopyOnWriteArrayList<>();
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final ServerConnector connector = new ServerConnector(server);

    volatile String user = "ann";
    volatile String sid = UUID.randomUUID().toString();
    volatile long lifetime = 300;
    volatile JWK key = KEY;
    volatile Consumer<Map<String, Object>> metadata = document -> {};
    volatile Consumer<Map<String, Object>> claims = all -> {};
    volatile Consumer<Map<String, Object>> answer = all -> {};
    volatile UnaryOperator<String> idToken = token -> token;
    volatile UnaryOperator<String> jwks = set -> set;
    /** What happens before an answer; a true result replaces it. */
    volatile Handler hook = new Nothing();

    private volatile String refreshToken;

    TestProvider() throws Exception {
        connector.setHost("localhost");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String path = Request.getPathInContext(request);
                paths.add(path);
                return hook.handle(request, response, callback) || serve(path, request, response, callback);
            }
        });
        server.start();
    }

    String issuer() {
        return "http://localhost:" + connector.getLocalPort();
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    private boolean serve(String path, Request request, Response response, Callback callback) throws Exception {
        switch (path) {
            case "/.well-known/openid-configuration" -> json(response, callback, 200, metadata());
            case "/jwks" ->
                text(
                        response,
                        callback,
                        200,
                        jwks.apply(new JWKSet(key).toPublicJWKSet().toString()));
            case "/token" -> token(request, response, callback);
            case "/userinfo" ->
                json(response, callback, 200, new LinkedHashMap<>(Map.of("sub", user, "email", user + "@x.org")));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static final class Nothing extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            return false;
        }
    }

    /** Has an end point answer by a status and a text. */
    void answerBy(String broken, int status, String text) {
        hook = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (!Request.getPathInContext(request).equals(broken)) {
                    return false;
                }
                text(response, callback, status, text);
                return true;
            }
        };
    }

    private Map<String, Object> metadata() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("issuer", issuer());
        document.put("authorization_endpoint", issuer() + "/authorize");
        document.put("token_endpoint", issuer() + "/token");
        document.put("jwks_uri", issuer() + "/jwks");
        document.put("userinfo_endpoint", issuer() + "/userinfo");
        document.put("end_session_endpoint", issuer() + "/logout");
        document.put("authorization_response_iss_parameter_supported", true);
        metadata.accept(document);
        return document;
    }

    private static void json(Response response, Callback callback, int status, Map<String, Object> object) {
        text(response, callback, status, JSONObjectUtils.toJSONString(object));
    }

    static void text(Response response, Callback callback, int status, String text) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        Content.Sink.write(response, true, text, callback);
    }

    /** What the authorization endpoint does: the URI that the browser is sent back to. */
    String authorize(String uri) {
        assert uri.startsWith(issuer() + "/authorize?") : uri;
        authorizations.add(uri);
        Fields query = new Fields();
        UrlEncoded.decodeUtf8To(URI.create(uri).getRawQuery(), query);
        String code = UUID.randomUUID().toString();
        Map<String, String> login = new LinkedHashMap<>();
        query.forEach(field -> login.put(field.getName(), field.getValue()));
        codes.put(code, login);
        return query.getValue("redirect_uri") + "?code=" + code + "&state=" + query.getValue("state") + "&iss="
                + UrlEncoded.encodeString(issuer(), StandardCharsets.UTF_8);
    }

    static Map<String, String> query(String uri) {
        Fields query = new Fields();
        UrlEncoded.decodeUtf8To(URI.create(uri).getRawQuery(), query);
        Map<String, String> map = new LinkedHashMap<>();
        query.forEach(field -> map.put(field.getName(), field.getValue()));
        return map;
    }

    private void token(Request request, Response response, Callback callback) throws Exception {
        Fields form = FormFields.getFields(request, 20, 20_000);
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (authorization != null) {
            form.put("authorization", authorization);
        }
        tokenRequests.add(form);
        if ("refresh_token".equals(form.getValue("grant_type"))) {
            boolean known = form.getValue("refresh_token").equals(refreshToken);
            refresh(known, response, callback);
            return;
        }
        Map<String, String> login = codes.remove(form.getValue("code"));
        if (login == null
                || !login.get("redirect_uri").equals(form.getValue("redirect_uri"))
                || !login.get("code_challenge").equals(challenge(form.getValue("code_verifier")))) {
            json(response, callback, 400, new LinkedHashMap<>(Map.of("error", "invalid_grant")));
            return;
        }
        json(response, callback, 200, answer(login.get("nonce")));
    }

    private void refresh(boolean known, Response response, Callback callback) throws Exception {
        if (known) {
            json(response, callback, 200, answer(null));
        } else {
            json(response, callback, 400, new LinkedHashMap<>(Map.of("error", "invalid_grant")));
        }
    }

    private static String challenge(String verifier) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    private Map<String, Object> answer(String nonce) throws Exception {
        String access = "access-" + UUID.randomUUID();
        refreshToken = "refresh-" + UUID.randomUUID();
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(access.getBytes(StandardCharsets.US_ASCII));
        Map<String, Object> all = newClaims();
        all.put("nonce", nonce);
        all.put("at_hash", Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16)));
        claims.accept(all);
        Map<String, Object> tokens = new LinkedHashMap<>();
        tokens.put("access_token", access);
        tokens.put("refresh_token", refreshToken);
        tokens.put("token_type", "Bearer");
        tokens.put("expires_in", lifetime);
        tokens.put("id_token", idToken.apply(sign("JWT", all)));
        answer.accept(tokens);
        return tokens;
    }

    Map<String, Object> newClaims() {
        long now = Instant.now().getEpochSecond();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("iss", issuer());
        all.put("sub", user);
        all.put("aud", CLIENT);
        all.put("sid", sid);
        all.put("iat", now);
        all.put("exp", now + 300);
        return all;
    }

    /** A token with the key of this provider, an RSA key by RS256. */
    String sign(String type, Map<String, Object> all) throws Exception {
        return TestKeys.sign(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID(key.getKeyID())
                        .type(new JOSEObjectType(type))
                        .build(),
                new RSASSASigner(key.toRSAKey()),
                all);
    }
}
