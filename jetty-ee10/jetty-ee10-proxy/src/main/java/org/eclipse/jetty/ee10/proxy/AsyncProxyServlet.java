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
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.proxy.ClientFailure;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * As {@link ProxyServlet}, with streams that do not block: content is read from one side as the other takes it, and no thread waits
 * meanwhile. Thread-safe.
 */
public class AsyncProxyServlet extends ProxyServlet {
    private static final long serialVersionUID = 1L;
    private static final String WRITE_LISTENER_ATTRIBUTE = AsyncProxyServlet.class.getName() + ".writeListener";

    @Override
    protected Request.Content proxyRequestContent(
            HttpServletRequest request, HttpServletResponse response, Request proxyRequest) throws IOException {
        AsyncRequestContent content = new ProxyRequestContent(request, request.getContentLengthLong());
        ReadListener listener = newReadListener(request, response, proxyRequest, content);
        if (expects100Continue(request)) {
            // reading asks the client for its content, which the server may not want
            ProxyExchange.of(request).setWhenContinued(() -> startReading(request, response, proxyRequest, listener));
        } else {
            request.getInputStream().setReadListener(listener);
        }
        return content;
    }

    private void startReading(
            HttpServletRequest request, HttpServletResponse response, Request proxyRequest, ReadListener listener) {
        try {
            request.getInputStream().setReadListener(listener);
        } catch (IOException | RuntimeException x) {
            onClientRequestFailure(request, proxyRequest, response, x);
        }
    }

    /** Creates what reads the content of the client. */
    protected ReadListener newReadListener(
            HttpServletRequest request,
            HttpServletResponse response,
            Request proxyRequest,
            AsyncRequestContent content) {
        return new StreamReader(request, response, proxyRequest, content);
    }

    @Override
    protected void onResponseContent(
            HttpServletRequest request,
            HttpServletResponse response,
            Response proxyResponse,
            byte[] buffer,
            int offset,
            int length,
            Callback callback) {
        try {
            StreamWriter writer = (StreamWriter) request.getAttribute(WRITE_LISTENER_ATTRIBUTE);
            if (writer == null) {
                writer = newWriteListener(request, proxyResponse);
                request.setAttribute(WRITE_LISTENER_ATTRIBUTE, writer);
                writer.data(buffer, offset, length, callback);
                // upon which it is called
                response.getOutputStream().setWriteListener(writer);
            } else {
                writer.data(buffer, offset, length, callback);
                writer.onWritePossible();
            }
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    /** Creates what writes the content of a response. */
    protected StreamWriter newWriteListener(HttpServletRequest request, Response proxyResponse) {
        return new StreamWriter(request, proxyResponse);
    }

    /** Maps the paths of a prefix to one server, by the init parameters {@code proxyTo} and {@code prefix}. */
    public static class Transparent extends AsyncProxyServlet {
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

    /** Reads the content of the client as the server takes it. */
    protected class StreamReader extends IteratingCallback implements ReadListener {
        private final byte[] buffer = new byte[getHttpClient().getRequestBufferSize()];
        private final HttpServletRequest request;
        private final HttpServletResponse response;
        private final Request proxyRequest;
        private final AsyncRequestContent content;

        protected StreamReader(
                HttpServletRequest request,
                HttpServletResponse response,
                Request proxyRequest,
                AsyncRequestContent content) {
            this.request = request;
            this.response = response;
            this.proxyRequest = proxyRequest;
            this.content = content;
        }

        @Override
        public void onDataAvailable() {
            iterate();
        }

        @Override
        public void onAllDataRead() {
            content.close();
        }

        @Override
        public void onError(Throwable failure) {
            abort(failure);
            onClientRequestFailure(request, proxyRequest, response, failure);
        }

        @Override
        protected Action process() throws Exception {
            ServletInputStream input = request.getInputStream();
            while (!input.isFinished() && input.isReady()) {
                int read = input.read(buffer);
                if (read > 0) {
                    onRequestContent(request, proxyRequest, content, buffer, 0, read, this);
                    return Action.SCHEDULED;
                }
            }
            if (input.isFinished()) {
                content.close();
                return Action.SUCCEEDED;
            }
            return Action.IDLE;
        }

        /** Called with each piece of content: writes it to the server, upon which the callback is completed. */
        protected void onRequestContent(
                HttpServletRequest request,
                Request proxyRequest,
                AsyncRequestContent content,
                byte[] buffer,
                int offset,
                int length,
                Callback callback) {
            content.write(ByteBuffer.wrap(buffer, offset, length), callback);
        }

        @Override
        protected void onFailure(Throwable failure) {
            onClientRequestFailure(request, proxyRequest, response, failure);
        }

        @Override
        public Invocable.InvocationType getInvocationType() {
            return Invocable.InvocationType.NON_BLOCKING;
        }
    }

    /**
     * Writes the content of a response, one piece after the other.
     *
     * <pre>
     * IDLE --data--&gt; DATA --ready: write--&gt; WRITTEN --ready: flush--&gt; FLUSHED --ready: the piece is complete--&gt; IDLE
     * </pre>
     *
     * <p>Called by one thread after the other: the next piece comes when the one before is complete.
     */
    protected class StreamWriter implements WriteListener {
        private final ProxyExchange exchange;
        private final Response proxyResponse;
        private volatile WriteState state = WriteState.IDLE;
        private byte @Nullable [] buffer;
        private int offset;
        private int length;
        private @Nullable Callback callback;

        protected StreamWriter(HttpServletRequest request, Response proxyResponse) {
            exchange = ProxyExchange.of(request);
            this.proxyResponse = proxyResponse;
        }

        /** Takes a piece; {@link #onWritePossible} writes it. */
        protected void data(byte[] bytes, int offset, int length, Callback callback) {
            if (state != WriteState.IDLE) {
                throw new IllegalStateException("A piece is being written");
            }
            this.buffer = bytes;
            this.offset = offset;
            this.length = length;
            this.callback = callback;
            state = WriteState.DATA;
        }

        @Override
        public void onWritePossible() throws IOException {
            ServletOutputStream output = exchange.getOutputStream();
            while (state != WriteState.IDLE && output.isReady()) {
                switch (state) {
                    case DATA -> {
                        state = isFlushed(proxyResponse) ? WriteState.WRITTEN : WriteState.FLUSHED;
                        output.write(buffer, offset, length);
                    }
                    case WRITTEN -> {
                        state = WriteState.FLUSHED;
                        output.flush();
                    }
                    default -> {
                        complete();
                        // another piece may have come, and been written, by now
                        return;
                    }
                }
            }
        }

        /** The client has taken the piece. */
        protected void complete() {
            buffer = null;
            Callback completed = callback;
            callback = null;
            state = WriteState.IDLE;
            assert completed != null : "of the piece";
            completed.succeeded();
        }

        @Override
        public void onError(Throwable failure) {
            Callback failed = callback;
            callback = null;
            state = WriteState.IDLE;
            if (failed != null) {
                failed.failed(failure);
            } else {
                proxyResponse.abort(new ClientFailure(failure));
            }
        }
    }

    private enum WriteState {
        IDLE,
        DATA,
        WRITTEN,
        FLUSHED
    }
}
