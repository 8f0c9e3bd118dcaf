package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.proxy.ClientFailure;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.component.Destroyable;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to other servers, and changes content on its way by {@linkplain ContentTransformer transformers}, without a thread that
 * waits.
 *
 * <p>A request to the server is sent when the transformer of its content has its first result, or the content ends: until then it can be
 * changed. Likewise the response to the client can be changed until its transformer has its first result. Content that is changed is sent
 * without a length. {@link AbstractProxyServlet} has the init parameters. Thread-safe.
 */
public class AsyncMiddleManServlet extends AbstractProxyServlet {
    private static final long serialVersionUID = 1L;
    private static final String PREFIX = AsyncMiddleManServlet.class.getName();
    private static final String REQUEST_TRANSFORMER_ATTRIBUTE = PREFIX + ".requestTransformer";

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        ProxyExchange exchange = begin(request, response);
        if (exchange == null) {
            return;
        }
        Request proxyRequest = exchange.getProxyRequest();
        if (!exchange.hasContent()) {
            sendProxyRequest(request, response, proxyRequest);
            return;
        }
        request.setAttribute(REQUEST_TRANSFORMER_ATTRIBUTE, newClientRequestContentTransformer(request, proxyRequest));
        AsyncRequestContent content = newProxyRequestContent(request, response, proxyRequest);
        proxyRequest.body(content);
        if (content.getLength() < 0) {
            proxyRequest.trailersSupplier(exchange::getTrailers);
        }
        ReadListener listener = newProxyReadListener(request, response, proxyRequest, content);
        if (expects100Continue(request)) {
            // reading asks the client for its content, which the server may not want
            exchange.setWhenContinued(() -> {
                try {
                    request.getInputStream().setReadListener(listener);
                } catch (IOException | RuntimeException x) {
                    onClientRequestFailure(request, proxyRequest, response, x);
                }
            });
            sendProxyRequest(request, response, proxyRequest);
        } else {
            request.getInputStream().setReadListener(listener);
        }
    }

    /** Sends the request to the server, once: what is asked for again is ignored. */
    @Override
    protected void sendProxyRequest(
            HttpServletRequest clientRequest, HttpServletResponse proxyResponse, Request proxyRequest) {
        if (ProxyExchange.of(clientRequest).beginSending()) {
            super.sendProxyRequest(clientRequest, proxyResponse, proxyRequest);
        }
    }

    /** Creates the content of the request to the server, to which the transformer's results are written. */
    protected AsyncRequestContent newProxyRequestContent(
            HttpServletRequest request, HttpServletResponse response, Request proxyRequest) {
        boolean same = request.getAttribute(REQUEST_TRANSFORMER_ATTRIBUTE) == ContentTransformer.IDENTITY;
        return new ProxyRequestContent(request, same ? request.getContentLengthLong() : -1);
    }

    /** Creates what reads the content of the client. */
    protected ReadListener newProxyReadListener(
            HttpServletRequest request,
            HttpServletResponse response,
            Request proxyRequest,
            AsyncRequestContent content) {
        return new ProxyReader(request, response, proxyRequest, content);
    }

    /** Creates what writes the content of a response. */
    protected ProxyWriter newProxyWriteListener(HttpServletRequest request, Response proxyResponse) {
        return new ProxyWriter(request, proxyResponse);
    }

    @Override
    protected Response.CompleteListener newProxyResponseListener(
            HttpServletRequest request, HttpServletResponse response) {
        return new ProxyResponseListener(request, response);
    }

    /** Creates what changes the content of a request; {@link ContentTransformer#IDENTITY} changes nothing. */
    protected ContentTransformer newClientRequestContentTransformer(HttpServletRequest request, Request proxyRequest) {
        return ContentTransformer.IDENTITY;
    }

    /** Creates what changes the content of a response; {@link ContentTransformer#IDENTITY} changes nothing. */
    protected ContentTransformer newServerResponseContentTransformer(
            HttpServletRequest request, HttpServletResponse response, Response serverResponse) {
        return ContentTransformer.IDENTITY;
    }

    /** {@inheritDoc} The failure of a request that waits for its first content ends it, too. */
    @Override
    protected void onClientRequestFailure(
            HttpServletRequest clientRequest,
            Request proxyRequest,
            HttpServletResponse proxyResponse,
            Throwable failure) {
        super.onClientRequestFailure(clientRequest, proxyRequest, proxyResponse, failure);
        // an aborted request is not sent, but reports its end
        sendProxyRequest(clientRequest, proxyResponse, proxyRequest);
    }

    @Override
    protected @Nullable Runnable onContinue(HttpServletRequest clientRequest, Request proxyRequest) {
        ProxyExchange exchange = ProxyExchange.of(clientRequest);
        return exchange == null ? null : exchange.takeWhenContinued();
    }

    /** Writes a buffer to the client. */
    protected void writeProxyResponseContent(ServletOutputStream output, ByteBuffer content) throws IOException {
        if (content.hasArray()) {
            output.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
        } else {
            output.write(BufferUtil.toArray(content));
        }
        content.position(content.limit());
    }

    private static void destroy(ContentTransformer transformer) {
        if (transformer instanceof Destroyable destroyable) {
            destroyable.destroy();
        }
    }

    /** Maps the paths of a prefix to one server, by the init parameters {@code proxyTo} and {@code prefix}. */
    public static class Transparent extends AsyncMiddleManServlet {
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

    /** Changes content on its way. Confined to one request; one that is {@link Destroyable} is destroyed at its end. */
    public interface ContentTransformer {
        /** Changes nothing. */
        ContentTransformer IDENTITY = new IdentityContentTransformer();

        /**
         * Changes a piece of content.
         *
         * @param input the next piece, which may be empty; a transformer may keep it
         * @param finished whether nothing follows
         * @param output takes the results, in their order; none where more input is needed first
         */
        void transform(ByteBuffer input, boolean finished, List<ByteBuffer> output) throws IOException;
    }

    private static final class IdentityContentTransformer implements ContentTransformer {
        @Override
        public void transform(ByteBuffer input, boolean finished, List<ByteBuffer> output) {
            output.add(input);
        }
    }

    /** Reads the content of the client, and writes what a transformer makes of it as the server takes it. */
    protected class ProxyReader extends IteratingCallback implements ReadListener {
        private final Queue<ByteBuffer> results = new ArrayDeque<>();
        private final HttpServletRequest clientRequest;
        private final HttpServletResponse proxyResponse;
        private final Request proxyRequest;
        private final AsyncRequestContent content;
        private final ContentTransformer transformer;
        private boolean finished;

        protected ProxyReader(
                HttpServletRequest clientRequest,
                HttpServletResponse proxyResponse,
                Request proxyRequest,
                AsyncRequestContent content) {
            this.clientRequest = clientRequest;
            this.proxyResponse = proxyResponse;
            this.proxyRequest = proxyRequest;
            this.content = content;
            transformer = (ContentTransformer) clientRequest.getAttribute(REQUEST_TRANSFORMER_ATTRIBUTE);
        }

        @Override
        public void onDataAvailable() {
            iterate();
        }

        @Override
        public void onAllDataRead() throws IOException {
            iterate();
        }

        @Override
        public void onError(Throwable failure) {
            abort(failure);
            onClientRequestFailure(clientRequest, proxyRequest, proxyResponse, failure);
        }

        @Override
        protected Action process() throws Exception {
            ServletInputStream input = clientRequest.getInputStream();
            while (true) {
                ByteBuffer result = results.poll();
                if (result != null) {
                    content.write(result, this);
                    sendProxyRequest(clientRequest, proxyResponse, proxyRequest);
                    return Action.SCHEDULED;
                }
                if (finished) {
                    content.close();
                    sendProxyRequest(clientRequest, proxyResponse, proxyRequest);
                    return Action.SUCCEEDED;
                }
                if (!input.isFinished() && !input.isReady()) {
                    return Action.IDLE;
                }
                read(input);
            }
        }

        private void read(ServletInputStream input) throws IOException {
            // not used again, as transformers may keep it
            byte[] buffer = new byte[getHttpClient().getRequestBufferSize()];
            int length = input.isFinished() ? -1 : input.read(buffer);
            finished = length < 0;
            List<ByteBuffer> output = new ArrayList<>();
            transformer.transform(
                    finished ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(buffer, 0, length), finished, output);
            for (ByteBuffer result : output) {
                if (result.hasRemaining()) {
                    results.add(result);
                }
            }
        }

        @Override
        protected void onFailure(Throwable failure) {
            onClientRequestFailure(clientRequest, proxyRequest, proxyResponse, failure);
        }

        @Override
        protected void onCompleted(@Nullable Throwable causeOrNull) {
            destroy(transformer);
        }

        @Override
        public Invocable.InvocationType getInvocationType() {
            return Invocable.InvocationType.NON_BLOCKING;
        }
    }

    /** Passes a response on: its head, what a transformer makes of each piece of content, its end. */
    protected class ProxyResponseListener implements Response.Listener, Callback {
        private final HttpServletRequest clientRequest;
        private final HttpServletResponse proxyResponse;
        private ContentTransformer transformer = ContentTransformer.IDENTITY;
        private @Nullable ProxyWriter writer;
        private volatile @Nullable Response serverResponse;

        protected ProxyResponseListener(HttpServletRequest clientRequest, HttpServletResponse proxyResponse) {
            this.clientRequest = clientRequest;
            this.proxyResponse = proxyResponse;
        }

        @Override
        public void onBegin(Response response) {
            serverResponse = response;
            proxyResponse.setStatus(response.getStatus());
        }

        @Override
        public void onHeaders(Response response) {
            transformer = newServerResponseContentTransformer(clientRequest, proxyResponse, response);
            if (transformer != ContentTransformer.IDENTITY) {
                ProxyExchange.of(clientRequest).setContentChanged();
            }
            onServerResponseHeaders(clientRequest, proxyResponse, response);
        }

        @Override
        public void onContent(Response response, Content.Chunk chunk, Runnable demander) throws IOException {
            List<ByteBuffer> output = new ArrayList<>();
            // transformers may keep it
            ByteBuffer content = ByteBuffer.wrap(BufferUtil.toArray(chunk.getByteBuffer()));
            transformer.transform(content, false, output);
            write(output, Callback.from(demander, failure -> response.abort(new ClientFailure(failure))));
        }

        /** Writes buffers one after the other; the callback is that of the last one. */
        private void write(List<ByteBuffer> output, Callback callback) throws IOException {
            output.removeIf(buffer -> !buffer.hasRemaining());
            if (output.isEmpty()) {
                callback.succeeded();
                return;
            }
            ProxyWriter pieces = writer;
            boolean first = pieces == null;
            if (pieces == null) {
                pieces = newProxyWriteListener(clientRequest, serverResponse());
                writer = pieces;
            }
            for (int i = 0; i < output.size(); i++) {
                pieces.offer(output.get(i), i < output.size() - 1 ? Callback.NOOP : callback);
            }
            if (first) {
                // upon which it is called
                proxyResponse.getOutputStream().setWriteListener(pieces);
            } else {
                pieces.iterate();
            }
        }

        /** The response, of which at least the end has come. */
        private Response serverResponse() {
            Response response = serverResponse;
            assert response != null : "set first";
            return response;
        }

        @Override
        public void onSuccess(Response response) {
            // the end of the content is written upon completion
        }

        @Override
        public void onComplete(Result result) {
            serverResponse = result.getResponse();
            try {
                if (result.getResponseFailure() != null) {
                    end(clientRequest, proxyResponse, result);
                    return;
                }
                List<ByteBuffer> output = new ArrayList<>();
                transformer.transform(BufferUtil.EMPTY_BUFFER, true, output);
                write(output, this);
            } catch (Throwable x) {
                failed(x);
            } finally {
                if (result.getResponseFailure() != null) {
                    destroy(transformer);
                }
            }
        }

        @Override
        public void succeeded() {
            destroy(transformer);
            onProxyResponseSuccess(clientRequest, proxyResponse, serverResponse());
        }

        @Override
        public void failed(Throwable failure) {
            destroy(transformer);
            onProxyResponseFailure(clientRequest, proxyResponse, serverResponse(), failure);
        }
    }

    /** Writes buffers to the client, one after the other, as it takes them. */
    protected class ProxyWriter extends IteratingCallback implements WriteListener {
        private final Queue<BufferWithCallback> queue = new ConcurrentLinkedQueue<>();
        private final ProxyExchange exchange;
        private final Response serverResponse;
        private @Nullable BufferWithCallback current;
        private boolean written;
        private boolean flushed;

        protected ProxyWriter(HttpServletRequest clientRequest, Response serverResponse) {
            exchange = ProxyExchange.of(clientRequest);
            this.serverResponse = serverResponse;
        }

        /** Takes a buffer; it is written when this is iterated. */
        public boolean offer(ByteBuffer content, Callback callback) {
            return queue.offer(new BufferWithCallback(content, callback));
        }

        @Override
        protected Action process() throws Throwable {
            ServletOutputStream output = exchange.getOutputStream();
            while (true) {
                if (current == null) {
                    current = queue.poll();
                    written = false;
                    flushed = !ProxyServlet.isFlushed(serverResponse);
                }
                if (current == null || !output.isReady()) {
                    return Action.IDLE;
                }
                if (!written) {
                    written = true;
                    writeProxyResponseContent(output, current.buffer());
                } else if (!flushed && queue.isEmpty()) {
                    flushed = true;
                    output.flush();
                } else {
                    Callback callback = current.callback();
                    current = null;
                    callback.succeeded();
                }
            }
        }

        @Override
        protected void onCompleteFailure(Throwable failure) {
            BufferWithCallback failed = current == null ? queue.poll() : current;
            current = null;
            while (failed != null) {
                failed.callback().failed(failure);
                failed = queue.poll();
            }
            serverResponse.abort(new ClientFailure(failure));
        }

        @Override
        public void onWritePossible() {
            iterate();
        }

        @Override
        public void onError(Throwable failure) {
            abort(failure);
        }

        @Override
        public Invocable.InvocationType getInvocationType() {
            return Invocable.InvocationType.NON_BLOCKING;
        }
    }

    private record BufferWithCallback(ByteBuffer buffer, Callback callback) {}

    /** Decodes gzip, has a transformer change the content, and encodes its results as gzip (RFC 1952). */
    public static class GZIPContentTransformer implements ContentTransformer, Destroyable {
        private final ContentTransformer transformer;
        private final GzipTranscoder transcoder;

        public GZIPContentTransformer(ContentTransformer transformer) {
            this(null, transformer);
        }

        /** @param httpClient whose inflaters are used; null for one of its own */
        public GZIPContentTransformer(@Nullable HttpClient httpClient, ContentTransformer transformer) {
            this.transformer = transformer;
            transcoder = new GzipTranscoder(httpClient);
        }

        @Override
        public void transform(ByteBuffer input, boolean finished, List<ByteBuffer> output) throws IOException {
            transcoder.transform(transformer, input, finished, output);
        }

        @Override
        public void destroy() {
            transcoder.release();
            AsyncMiddleManServlet.destroy(transformer);
        }
    }
}
