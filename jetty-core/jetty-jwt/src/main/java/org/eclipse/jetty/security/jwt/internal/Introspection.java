package org.eclipse.jetty.security.jwt.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Fields;

/** Asks a provider about tokens that cannot be checked here (RFC 7662). The calling thread waits. Thread-safe. */
public final class Introspection {
    private static final String WHAT = "the answer of the introspection endpoint";
    private static final int MAX_ASKING = 32;
    private static final int MAX_FOLLOWING = 96;

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
    /** The requests under way, by the hashes of their tokens. */
    private final Map<String, CompletableFuture<IntrospectionCache.Answer>> flights = new ConcurrentHashMap<>();

    private final KnownNetworks networks = new KnownNetworks(System::nanoTime);
    private final IntrospectionTurns turns = new IntrospectionTurns(MAX_ASKING, networks);
    /** Those that wait for the answer to a request of another thread. */
    private final IntrospectionTurns followers = new IntrospectionTurns(MAX_FOLLOWING, networks);

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
     * @param network of the client
     * @throws InvalidTokenException if the provider says that it is not active, or it is not for this server
     * @throws IOException if the provider does not answer, or not as it should, or too many requests wait for it
     */
    public Map<String, Object> claims(String token, String network) throws InvalidTokenException, IOException {
        IntrospectionCache.Answer known = cache.get(token);
        if (known == null) {
            known = cache.isKeeping() ? askOnce(token, network) : askNow(token, network);
        }
        if (!known.active()) {
            throw new InvalidTokenException("the token is not active at its provider");
        }
        rules.checkIntrospected(known.claims(), audienceRequired);
        networks.add(network);
        return known.claims();
    }

    /** Lets requests in parallel with the same token share one answer. */
    private IntrospectionCache.Answer askOnce(String token, String network) throws IOException {
        String key = IntrospectionCache.hash(token);
        CompletableFuture<IntrospectionCache.Answer> own = new CompletableFuture<>();
        CompletableFuture<IntrospectionCache.Answer> running = flights.putIfAbsent(key, own);
        if (running != null) {
            return await(running, network);
        }
        try {
            // the answer of a request that has just ended
            IntrospectionCache.Answer answer = cache.get(token);
            if (answer == null) {
                long asked = cache.now();
                answer = askNow(token, network);
                cache.put(token, answer, asked);
            }
            own.complete(answer);
            return answer;
        } catch (IOException | RuntimeException x) {
            own.completeExceptionally(x);
            throw x;
        } finally {
            // if it was an error that ended this request
            own.completeExceptionally(new IOException("the request to the introspection endpoint has ended"));
            flights.remove(key, own);
        }
    }

    private IntrospectionCache.Answer await(CompletableFuture<IntrospectionCache.Answer> running, String network)
            throws IOException {
        try (IntrospectionTurns.Turn turn = followers.enter(network)) {
            return running.get();
        } catch (ExecutionException x) {
            Throwable cause = x.getCause() == null ? x : x.getCause();
            throw new IOException(cause.getMessage(), cause);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(x);
        }
    }

    private IntrospectionCache.Answer askNow(String token, String network) throws IOException {
        try (IntrospectionTurns.Turn turn = turns.enter(network)) {
            return ask(token);
        }
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
