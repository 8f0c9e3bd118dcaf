package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.AsciiLowerCaseSet;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IncludeExclude;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what handlers write of a response, so that small writes leave together and a response that fits the buffer has a
 * Content-Length.
 *
 * <p>Responses to requests that meet the conditions of this handler are gathered if their content type is included, and
 * unless their first write is the last. A write without bytes flushes. Thread-safe once configured.
 */
public class BufferedResponseHandler extends ConditionalHandler.Abstract {
    /** The attribute of a request with the bytes to gather; an Integer. The default is the size of output buffers. */
    public static final String BUFFER_SIZE_ATTRIBUTE_NAME = BufferedResponseHandler.class.getName() + ".buffer-size";

    /** The attribute of a request with the most bytes of a write that is gathered; an Integer. The default is the buffer's size. */
    public static final String MAX_AGGREGATION_SIZE_ATTRIBUTE_NAME =
            BufferedResponseHandler.class.getName() + ".max-aggregation-size";

    private final IncludeExclude<String> mimeTypes = new IncludeExclude<>(AsciiLowerCaseSet.class);

    public BufferedResponseHandler() {
        this(null);
    }

    /** Excludes images, audio and video. */
    public BufferedResponseHandler(@Nullable Handler handler) {
        super(handler);
        includeMethod("GET");
        for (String type : MimeTypes.DEFAULTS.getMimeMap().values()) {
            if (type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/")) {
                mimeTypes.exclude(type);
            }
        }
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException("types cannot change while started: " + this);
        }
    }

    /** Gathers responses of these content types, and, with the first type, of no others. */
    public void includeMimeType(String... types) {
        checkNotStarted();
        mimeTypes.include(types);
    }

    /** Does not gather responses of these content types. */
    public void excludeMimeType(String... types) {
        checkNotStarted();
        mimeTypes.exclude(types);
    }

    /** Whether responses of a content type, given without parameters, are gathered. */
    protected boolean isMimeTypeBufferable(String mimeType) {
        return mimeTypes.test(mimeType);
    }

    /**
     * Whether to gather a response, asked at its first write.
     *
     * @param last whether the first write is the last
     */
    protected boolean shouldBuffer(Response response, boolean last) {
        if (last || HttpStatus.hasNoBody(response.getStatus())) {
            return false;
        }
        String contentType = response.getHeaders().get(HttpHeader.CONTENT_TYPE);
        return contentType == null || isMimeTypeBufferable(MimeTypes.getBase(contentType));
    }

    @Override
    public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        Handler next = getHandler();
        if (next == null) {
            return false;
        }
        BufferedResponse buffered = new BufferedResponse(request, response, callback);
        Request.addCompletionListener(request, x -> buffered.drop());
        return next.handle(request, buffered, buffered);
    }

    @Override
    protected boolean onConditionsNotMet(Request request, Response response, Callback callback) throws Exception {
        return nextHandler(request, response, callback);
    }

    private static int size(Request request, String attribute, int byDefault) {
        return request.getAttribute(attribute) instanceof Integer size ? size : byDefault;
    }

    /** Confined to the threads that write, one at a time; its end is told by the request. */
    private final class BufferedResponse extends Response.Wrapper implements Callback {
        private final Callback callback;
        private boolean begun;
        private Content.@Nullable Sink sink;
        private boolean ended;
        private boolean dropped;

        private BufferedResponse(Request request, Response wrapped, Callback callback) {
            super(request, wrapped);
            this.callback = callback;
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback writeCallback) {
            if (!begun) {
                begun = true;
                if (shouldBuffer(this, last)) {
                    sink = newSink();
                }
            }
            if (sink == null) {
                super.write(last, byteBuffer, writeCallback);
            } else {
                ended |= last;
                sink.write(last, byteBuffer, writeCallback);
            }
        }

        private Content.Sink newSink() {
            Request request = getRequest();
            HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
            int bufferSize = size(request, BUFFER_SIZE_ATTRIBUTE_NAME, configuration.getOutputBufferSize());
            int aggregationSize = size(request, MAX_AGGREGATION_SIZE_ATTRIBUTE_NAME, bufferSize);
            return Content.Sink.asBuffered(
                    this::writeGathered,
                    request.getComponents().getByteBufferPool(),
                    configuration.isUseOutputDirectByteBuffers(),
                    Math.min(aggregationSize, bufferSize),
                    bufferSize);
        }

        private void writeGathered(boolean last, @Nullable ByteBuffer byteBuffer, Callback writeCallback) {
            if (dropped) {
                // makes the sink give its buffer back
                writeCallback.failed(new EofException("connection closed"));
            } else {
                getWrapped().write(last, byteBuffer, writeCallback);
            }
        }

        /** Gives back what was gathered and not written. */
        private void drop() {
            if (sink != null && !ended) {
                dropped = true;
                ended = true;
                sink.write(true, null, Callback.NOOP);
            }
        }

        @Override
        public void reset() {
            super.reset();
            drop();
            sink = null;
            begun = false;
            ended = false;
            dropped = false;
        }

        @Override
        public void succeeded() {
            if (sink != null && !ended) {
                write(true, null, callback);
            } else {
                callback.succeeded();
            }
        }

        @Override
        public void failed(Throwable x) {
            drop();
            callback.failed(x);
        }

        @Override
        public InvocationType getInvocationType() {
            return callback.getInvocationType();
        }
    }
}
