package org.eclipse.jetty.proxy;

import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Passes a response on to a client.
 *
 * <pre>
 * onHeaders: status and fields --&gt; onContent: write, then demand --&gt; ... --&gt; onComplete: the end, or what failed
 * </pre>
 *
 * <p>Confined to its request, whose events come one after the other.
 */
class ResponseRelay implements org.eclipse.jetty.client.Response.Listener {
    private final ProxyHandler handler;
    private final Request clientRequest;
    private final org.eclipse.jetty.client.Request serverRequest;
    private final Response clientResponse;
    private final Callback callback;
    private volatile boolean writing;
    private volatile boolean ended;
    private volatile HttpFields trailers = HttpFields.EMPTY;
    private long contentLeft = -1;

    ResponseRelay(
            ProxyHandler handler,
            Request clientRequest,
            org.eclipse.jetty.client.Request serverRequest,
            Response clientResponse,
            Callback callback) {
        this.handler = handler;
        this.clientRequest = clientRequest;
        this.serverRequest = serverRequest;
        this.clientResponse = clientResponse;
        this.callback = callback;
    }

    /** Whether the client is to send content or to take a response, so that its idle timeout counts; otherwise that of the server does. */
    boolean isWaitingForClient() {
        // a request that is sent again has another relay, which decides
        return ended
                || writing
                || serverRequest.getBody() != null
                        && (!(serverRequest.getBody() instanceof ProxyHandler.ProxyRequestContent content)
                                || content.isDemanding());
    }

    @Override
    public void onHeaders(org.eclipse.jetty.client.Response response) {
        if (ProxyUpgrade.isAgreed(response)) {
            return;
        }
        clientResponse.setStatus(response.getStatus());
        handler.copyResponseHeaders(response.getHeaders(), clientResponse.getHeaders());
        contentLeft = response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
        boolean head = HttpMethod.HEAD.is(clientRequest.getMethod());
        if (contentLeft < 0 && !head && !HttpStatus.hasNoBody(response.getStatus())) {
            clientResponse.setTrailersSupplier(() -> trailers);
        }
    }

    @Override
    public void onContent(org.eclipse.jetty.client.Response response, Content.Chunk chunk, Runnable demander) {
        boolean last = false;
        if (contentLeft >= 0) {
            contentLeft -= chunk.remaining();
            // over HTTP/2, trailers may follow
            last = contentLeft == 0 && response.getVersion().getVersion() < HttpVersion.HTTP_2.getVersion();
        }
        chunk.retain();
        writing = true;
        clientResponse.write(last, chunk.getByteBuffer(), new ContentWritten(chunk, demander));
    }

    @Override
    public void onSuccess(org.eclipse.jetty.client.Response response) {
        if (response.getTrailers() != null) {
            trailers = HopByHopFields.without(response.getTrailers());
        }
    }

    @Override
    public void onComplete(Result result) {
        ended = true;
        org.eclipse.jetty.client.Response response = result.getResponse();
        // a request that was answered before it was sent as a whole has got its response
        Throwable failure = result.getResponseFailure();
        if (failure != null) {
            handler.onServerToProxyResponseFailure(
                    clientRequest, serverRequest, response, clientResponse, callback, failure);
        } else if (!ProxyUpgrade.isAgreed(response)) {
            handler.onProxyToClientResponseComplete(clientRequest, serverRequest, response, clientResponse, callback);
        }
    }

    /** The client has taken a piece of content. */
    private final class ContentWritten implements Callback {
        private final Content.Chunk chunk;
        private final Runnable demander;

        private ContentWritten(Content.Chunk chunk, Runnable demander) {
            this.chunk = chunk;
            this.demander = demander;
        }

        @Override
        public void succeeded() {
            writing = false;
            chunk.release();
            demander.run();
        }

        @Override
        public void failed(Throwable cause) {
            writing = false;
            chunk.release();
            serverRequest.abort(new ClientFailure(cause));
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
