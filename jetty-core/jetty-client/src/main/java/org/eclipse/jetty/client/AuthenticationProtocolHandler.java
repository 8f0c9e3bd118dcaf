package org.eclipse.jetty.client;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.internal.Challenges;
import org.eclipse.jetty.client.internal.FollowUp;
import org.eclipse.jetty.client.internal.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Attributes;

/** Answers 401 once with credentials of the client's store (RFC 9110, section 11.6). Thread-safe. */
public class WWWAuthenticationProtocolHandler implements ProtocolHandler {
    public static final String NAME = "www-authenticate";

    /** The most bytes of the content of a challenge by default. */
    public static final int DEFAULT_MAX_CONTENT_LENGTH = 16 * 1024;

    private final HttpClient client;
    private final int maxContentLength;

    public WWWAuthenticationProtocolHandler(HttpClient client) {
        this(client, DEFAULT_MAX_CONTENT_LENGTH);
    }

    /** @param maxContentLength the most bytes of the content of a challenge */
    public WWWAuthenticationProtocolHandler(HttpClient client, int maxContentLength) {
        this.client = client;
        this.maxContentLength = maxContentLength;
    }

    @Override
    public String getName() {
        return NAME;
    }

    /** Takes over what can be answered: a challenge for which there are credentials that were not sent. */
    @Override
    public boolean accept(Request request, Response response) {
        return response.getStatus() == HttpStatus.UNAUTHORIZED_401 && find(request, response) != null;
    }

    private Map.Entry<Authentication, Authentication.HeaderInfo> find(Request request, Response response) {
        List<Authentication.HeaderInfo> challenges = Challenges.parse(
                response.getHeaders().getValuesList(HttpHeader.WWW_AUTHENTICATE), HttpHeader.AUTHORIZATION);
        for (Authentication.HeaderInfo challenge : challenges) {
            Authentication authentication = client.getAuthenticationStore()
                    .findAuthentication(challenge.getType(), request.getURI(), challenge.getRealm());
            if (authentication != null) {
                return Map.entry(authentication, challenge);
            }
        }
        return null;
    }

    @Override
    public Response.Listener getResponseListener() {
        return new Answer();
    }

    private final class Answer extends BufferingResponseListener {
        private Answer() {
            super(maxContentLength);
        }

        @Override
        public void onComplete(Result result) {
            HttpRequest request = (HttpRequest) result.getRequest();
            FollowUp followUp = new FollowUp(request);
            if (result.isFailed()) {
                followUp.forward(result, getContent());
                return;
            }
            Authentication.Result credentials = credentials(result);
            if (credentials == null
                    || request.getBody() != null && !request.getBody().rewind()
                    || !followUp.nextAuthentication()) {
                followUp.forward(result, getContent());
                return;
            }
            HttpRequest next = request.copy(request.getURI());
            next.headers(fields -> fields.remove(HttpHeader.COOKIE).remove(HttpHeader.AUTHORIZATION));
            credentials.apply(next);
            // from now on they are sent without a challenge
            client.getAuthenticationStore().addAuthenticationResult(credentials);
            followUp.send(next, result);
        }

        private Authentication.Result credentials(Result result) {
            ContentResponse response =
                    ContentResponse.from(result.getResponse(), getContent(), getMediaType(), getEncoding());
            Map.Entry<Authentication, Authentication.HeaderInfo> entry = find(result.getRequest(), response);
            if (entry == null) {
                return null;
            }
            return entry.getKey().authenticate(result.getRequest(), response, entry.getValue(), new Attributes.Lazy());
        }
    }
}
