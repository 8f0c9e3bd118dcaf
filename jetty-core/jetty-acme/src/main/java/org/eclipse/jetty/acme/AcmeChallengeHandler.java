package org.eclipse.jetty.acme;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.acme.internal.ChallengeResponder;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.Identifier;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.Http01Challenge;

/**
 * Answers the checks of the authority by HTTP (RFC 8555, section 8.3) while a certificate is asked for; all other requests are passed on.
 * It comes before handlers that redirect or refuse requests in clear text. Thread-safe.
 */
public class AcmeChallengeHandler extends Handler.Wrapper {
    private static final String PATH = "/.well-known/acme-challenge/";

    private final Map<String, byte[]> responses = new ConcurrentHashMap<>();
    private final ChallengeResponder responder = new ChallengeResponder() {
        @Override
        public String type() {
            return Http01Challenge.TYPE;
        }

        @Override
        public void publish(Challenge challenge, Identifier host) {
            Http01Challenge http = (Http01Challenge) challenge;
            responses.put(http.getToken(), http.getAuthorization().getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void withdraw(Challenge challenge, Identifier host) {
            responses.remove(((Http01Challenge) challenge).getToken());
        }
    };

    ChallengeResponder responder() {
        return responder;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        byte[] content = responses.isEmpty() ? null : response(request);
        if (content == null) {
            return super.handle(request, response, callback);
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.length);
        ByteBuffer body = HttpMethod.HEAD.is(request.getMethod()) ? null : ByteBuffer.wrap(content);
        response.write(true, body, callback);
        return true;
    }

    private byte @Nullable [] response(Request request) {
        String path = request.getHttpURI().getCanonicalPath();
        boolean reads = HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
        return reads && path != null && path.startsWith(PATH) ? responses.get(path.substring(PATH.length())) : null;
    }
}
