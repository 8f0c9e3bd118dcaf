package org.eclipse.jetty.security.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.time.Instant;
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
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** An issuer of access tokens that keeps the rules, but for those that a test has it break. */
final class TokenIssuer implements AutoCloseable {
    static final String AUDIENCE = "https://api.example";
    static final RSAKey KEY = TestKeys.newKey("first");

    final Server server = new Server();
    final List<String> paths = new CopyOnWriteArrayList<>();
    final List<Fields> introspections = new CopyOnWriteArrayList<>();
    final Map<String, Map<String, Object>> opaque = new ConcurrentHashMap<>();
    private final ServerConnector connector = new ServerConnector(server);

    volatile RSAKey key = KEY;
    volatile String wellKnown = "/.well-known/openid-configuration";
    volatile Consumer<Map<String, Object>> metadata = document -> {};
    volatile UnaryOperator<String> jwks = set -> set;
    /** What happens before an answer; a true result replaces it. */
    volatile Handler hook = new Answers("/none", 500, "");

    TokenIssuer() throws Exception {
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

    /** Answers an endpoint by a status and a text. */
    static final class Answers extends Handler.Abstract {
        private final String path;
        private final int status;
        private final String text;

        Answers(String path, int status, String text) {
            this.path = path;
            this.status = status;
            this.text = text;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (!Request.getPathInContext(request).equals(path)) {
                return false;
            }
            text(response, callback, status, text);
            return true;
        }
    }

    String issuer() {
        return "http://localhost:" + connector.getLocalPort();
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    private boolean serve(String path, Request request, Response response, Callback callback) {
        if (path.equals(wellKnown)) {
            text(response, callback, 200, JSONObjectUtils.toJSONString(metadata()));
        } else if (path.equals("/jwks")) {
            text(response, callback, 200, jwks.apply(set(key)));
        } else if (path.equals("/introspect")) {
            introspect(request, response, callback);
        } else {
            return false;
        }
        return true;
    }

    static String set(JWK key) {
        return new JWKSet(key).toPublicJWKSet().toString();
    }

    private Map<String, Object> metadata() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("issuer", issuer());
        document.put("jwks_uri", issuer() + "/jwks");
        document.put("introspection_endpoint", issuer() + "/introspect");
        metadata.accept(document);
        return document;
    }

    private void introspect(Request request, Response response, Callback callback) {
        Fields form = FormFields.getFields(request, 20, 20_000);
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        form.put("authorization", authorization == null ? "none" : authorization);
        introspections.add(form);
        Map<String, Object> known = opaque.get(form.getValue("token"));
        text(response, callback, 200, known == null ? "{\"active\":false}" : JSONObjectUtils.toJSONString(known));
    }

    private static void text(Response response, Callback callback, int status, String text) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        Content.Sink.write(response, true, text, callback);
    }

    // ---- tokens

    static long now() {
        return Instant.now().getEpochSecond();
    }

    /** The claims of a token of ann. */
    Map<String, Object> claims() {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", issuer());
        claims.put("sub", "ann");
        claims.put("aud", AUDIENCE);
        claims.put("client_id", "phone");
        claims.put("scope", "read write");
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("iat", now());
        claims.put("exp", now() + 300);
        return claims;
    }

    String token() {
        return sign(claims());
    }

    String token(Consumer<Map<String, Object>> change) {
        Map<String, Object> claims = claims();
        change.accept(claims);
        return sign(claims);
    }

    String sign(Map<String, Object> claims) {
        return sign(header(), key, claims);
    }

    JWSHeader.Builder header() {
        return new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).type(new JOSEObjectType("at+jwt"));
    }

    static String sign(JWSHeader.Builder header, RSAKey signer, Map<String, Object> claims) {
        try {
            return TestKeys.sign(header.build(), new RSASSASigner(signer), claims);
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    /** An opaque token of ann. */
    String opaqueToken(Consumer<Map<String, Object>> change) {
        Map<String, Object> claims = claims();
        claims.put("active", true);
        claims.put("token_type", "Bearer");
        change.accept(claims);
        String token = "opaque-" + UUID.randomUUID();
        opaque.put(token, claims);
        return token;
    }
}
