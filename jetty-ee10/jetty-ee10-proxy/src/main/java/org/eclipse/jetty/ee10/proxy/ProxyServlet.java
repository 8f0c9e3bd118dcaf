package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.proxy.ClientFailure;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to other servers. The streams of the client block: a thread waits while a client sends or takes content, and none while
 * the server is waited for. {@link AsyncProxyServlet} holds no thread at all.
 *
 * <p>The server is the one that the URI of a request names, for clients that are configured to use a proxy; {@link Transparent} maps paths to
 * one server. {@link AbstractProxyServlet} has the init parameters. Thread-safe.
 */
public class ProxyServlet extends AbstractProxyServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        ProxyExchange exchange = begin(request, response);
        if (exchange == null) {
            return;
        }
        Request proxyRequest = exchange.getProxyRequest();
        if (exchange.hasContent()) {
            Request.Content content = proxyRequestContent(request, response, proxyRequest);
            proxyRequest.body(content);
            if (content != null && content.getLength() < 0) {
                proxyRequest.trailersSupplier(exchange::getTrailers);
            }
        }
        sendProxyRequest(request, response, proxyRequest);
    }

    /** Returns the content of the request to the server: that of the client's request. */
    protected Request.Content proxyRequestContent(
            HttpServletRequest request, HttpServletResponse response, Request proxyRequest) throws IOException {
        return new ProxyInputStreamRequestContent(request, response, proxyRequest, request.getInputStream());
    }

    @Override
    protected Response.Listener newProxyResponseListener(HttpServletRequest request, HttpServletResponse response) {
        return new ProxyResponseListener(request, response);
    }

    /**
     * Called with each piece of content of the response: writes it to the client.
     *
     * @param callback completed when the buffer is no longer used, upon which the next piece is read
     */
    protected void onResponseContent(
            HttpServletRequest request,
            HttpServletResponse response,
            Response proxyResponse,
            byte[] buffer,
            int offset,
            int length,
            Callback callback) {
        try {
            ServletOutputStream output = response.getOutputStream();
            output.write(buffer, offset, length);
            if (isFlushed(proxyResponse)) {
                output.flush();
            }
            callback.succeeded();
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    /** Whether each piece is sent at once: nobody knows when the next one comes. */
    static boolean isFlushed(Response serverResponse) {
        return !serverResponse.getHeaders().contains(HttpHeader.CONTENT_LENGTH);
    }

    @Override
    protected @Nullable Runnable onContinue(HttpServletRequest clientRequest, Request proxyRequest) {
        ProxyExchange exchange = ProxyExchange.of(clientRequest);
        return exchange == null ? null : exchange.takeWhenContinued();
    }

    /** Maps the paths of a prefix to one server, by the init parameters {@code proxyTo} and {@code prefix}. */
    public static class Transparent extends ProxyServlet {
        private static final long serialVersionUID = 1L;

        private final transient TransparentDelegate delegate = new TransparentDelegate(this);

        @Override
        public void init(ServletConfig config) throws ServletException {
            // what fails must not leave a client running
            delegate.init(config);
            super.init(config);
        }

        @Override
        protected @Nullable String rewriteTarget(HttpServletRequest request) {
            return delegate.rewriteTarget(request);
        }
    }

    /** Passes a response on: its head, each piece of content once the client has taken the one before, its end. */
    protected class ProxyResponseListener implements Response.Listener {
        private final HttpServletRequest request;
        private final HttpServletResponse response;

        protected ProxyResponseListener(HttpServletRequest request, HttpServletResponse response) {
            this.request = request;
            this.response = response;
        }

        @Override
        public void onBegin(Response proxyResponse) {
            response.setStatus(proxyResponse.getStatus());
        }

        @Override
        public void onHeaders(Response proxyResponse) {
            onServerResponseHeaders(request, response, proxyResponse);
        }

        @Override
        public void onContent(Response proxyResponse, Content.Chunk chunk, Runnable demander) {
            // subclasses may keep it
            byte[] bytes = BufferUtil.toArray(chunk.getByteBuffer());
            Callback callback = Callback.from(demander, failure -> proxyResponse.abort(new ClientFailure(failure)));
            onResponseContent(request, response, proxyResponse, bytes, 0, bytes.length, callback);
        }

        @Override
        public void onComplete(Result result) {
            end(request, response, result);
        }
    }

    /** The content of the client's request, read by a thread of the client's executor, never by one of the network. */
    protected class ProxyInputStreamRequestContent extends InputStreamRequestContent {
        private final HttpServletRequest request;
        private final BlockingReader reader;

        protected ProxyInputStreamRequestContent(
                HttpServletRequest request, HttpServletResponse response, Request proxyRequest, InputStream input) {
            super(request.getContentType(), input, getHttpClient().getRequestBufferSize());
            this.request = request;
            reader = new BlockingReader(
                    input,
                    Objects.requireNonNull(getHttpClient().getExecutor()),
                    getHttpClient().getRequestBufferSize());
        }

        @Override
        public long getLength() {
            return request.getContentLengthLong();
        }

        @Override
        public Content.@Nullable Chunk read() {
            return reader.read();
        }

        @Override
        public void demand(Runnable demandCallback) {
            reader.demand(demandCallback);
        }

        @Override
        public void fail(Throwable failure) {
            reader.fail(failure);
        }

        @Override
        public void fail(Throwable failure, boolean last) {
            reader.fail(failure);
        }

        @Override
        public boolean rewind() {
            return false;
        }
    }
}
