package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Fields;

/** Asks a provider about tokens that cannot be checked here (RFC 7662). The calling thread waits. Thread-safe. */
public final class Introspection {
    private static final String WHAT = "the answer of the introspection endpoint";

    /** Where the endpoint is. */
    public interface Endpoint {
        String uri() throws IOException;
    }

    private final ProviderClient client;
    private final ClientAuthentication authentication;
    private final Endpoint endpoint;
    private final AccessTokenRules rules;
    private final boolean audienceRequired;
    private final IntrospectionCache cache;

    /** @param audienceRequired whether answers must name the audience of the token */
    public Introspection(
            ProviderClient client,
            ClientAuthentication authentication,
            Endpoint endpoint,
            AccessTokenRules rules,
            boolean audienceRequired,
            IntrospectionCache cache) {
        this.client = client;
        this.authentication = authentication;
        this.endpoint = endpoint;
        this.rules = rules;
        this.audienceRequired = audienceRequired;
        this.cache = cache;
    }

    /**
     * The claims of a token.
     *
     * @throws InvalidTokenException if the provider says that it is not active, or it is not for this server
     * @throws IOException if the provider does not answer, or not as it should
     */
    public Map<String, Object> claims(String token) throws InvalidTokenException, IOException {
        IntrospectionCache.Answer known = cache.get(token);
        if (known == null) {
            known = ask(token);
            cache.put(token, known);
        }
        if (!known.active()) {
            throw new InvalidTokenException("the token is not active at its provider");
        }
        rules.checkIntrospected(known.claims(), audienceRequired);
        return known.claims();
    }

    private IntrospectionCache.Answer ask(String token) throws IOException {
        String uri = endpoint.uri();
        Fields form = new Fields();
        form.put("token", token);
        form.put("token_type_hint", "access_token");
        ProviderClient.Answer answer = authentication.post(client, uri, form);
        if (answer.status() != HttpStatus.OK_200) {
            throw new IOException(uri + ": status " + answer.status() + " (expected: 200)");
        }
        try {
            Map<String, Object> claims = Claims.parse(answer.content(), WHAT);
            if (!(claims.get("active") instanceof Boolean active)) {
                throw new IOException(WHAT + " does not say whether the token is active");
            }
            return new IntrospectionCache.Answer(
                    active,
                    active ? claims : Map.of(),
                    active ? Claims.seconds(claims, "exp") : null,
                    active ? answer.content().length() : 0);
        } catch (InvalidTokenException x) {
            throw new IOException(x.getMessage(), x);
        }
    }
}
