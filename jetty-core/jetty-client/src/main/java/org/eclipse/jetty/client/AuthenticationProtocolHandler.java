package org.eclipse.jetty.client;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.internal.Challenges;
import org.eclipse.jetty.client.internal.FollowUp;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** Answers the challenges of a status once with credentials of the client's store (RFC 9110, section 11). Thread-safe. */
public abstract class AuthenticationProtocolHandler implements ProtocolHandler {
    /** The most bytes of the content of a challenge by default. */
    public static final int DEFAULT_MAX_CONTENT_LENGTH = 16 * 1024;

    private final HttpClient client;
    private final int maxContentLength;

    /** @param maxContentLength the most bytes of the content of a challenge */
    protected AuthenticationProtocolHandler(HttpClient client, int maxContentLength) {
        this.client = client;
        this.maxContentLength = maxContentLength;
    }

    protected HttpClient getHttpClient() {
        return client;
    }

    /** Returns the status of challenges. */
    protected abstract int getStatus();

    /** Returns the field of challenges. */
    protected abstract HttpHeader getAuthenticateHeader();

    /** Returns the field of credentials. */
    protected abstract HttpHeader getAuthorizationHeader();

    /** Returns the URI for which credentials are looked up; null without a proxy, or one that has none. */
    protected abstract @Nullable URI getAuthenticationURI(Request request);

    /** Takes over what can be answered: a challenge for which there are credentials that were not sent. */
    @Override
    public boolean accept(Request request, Response response) {
        return response.getStatus() == getStatus() && !find(request, response).isEmpty();
    }

    /** Returns the challenges for which there are credentials, in their order. */
    private List<Map.Entry<Authentication, Authentication.HeaderInfo>> find(Request request, Response response) {
        URI uri = getAuthenticationURI(request);
        if (uri == null) {
            return List.of();
        }
        return Challenges.match(
                response.getHeaders().getValuesList(getAuthenticateHeader()),
                getAuthorizationHeader(),
                uri,
                client.getAuthenticationStore());
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
            FollowUp.answer(result, getContent(), (request, followUp) -> answer(request, result, followUp));
        }

        private @Nullable HttpRequest answer(HttpRequest request, Result result, FollowUp followUp) {
            Authentication.Result credentials = credentials(result);
            if (credentials == null
                    || request.getBody() != null && !request.getBody().rewind()
                    || !followUp.nextAuthentication(getStatus(), credentials)) {
                return null;
            }
            HttpRequest next = request.copy(request.getURI());
            next.headers(fields -> fields.remove(getAuthorizationHeader()));
            credentials.apply(next);
            next.addedCredentials(getAuthorizationHeader());
            return next;
        }

        /** Returns the answer to the first of the challenges that can be answered (RFC 7616, section 3.7). */
        private Authentication.@Nullable Result credentials(Result result) {
            ContentResponse response =
                    ContentResponse.from(result.getResponse(), getContent(), getMediaType(), getEncoding());
            for (Map.Entry<Authentication, Authentication.HeaderInfo> entry : find(result.getRequest(), response)) {
                Authentication.Result credentials = entry.getKey()
                        .authenticate(result.getRequest(), response, entry.getValue(), new Attributes.Lazy());
                if (credentials != null) {
                    return credentials;
                }
            }
            return null;
        }
    }
}
