package org.eclipse.jetty.server.handler;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.RetainedContent;
import org.eclipse.jetty.server.internal.admission.Refusal;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the content of requests before they are handled, so that no thread waits in the application for a slow client.
 *
 * <p>By the type of the content, a {@link ContentLoader} is made that reads it: as the fields of a form, the parts of a
 * multipart form, or as chunks that are retained. What it found, the application gets in the usual ways. A request without
 * content, or whose client waits for 100 Continue, is handled at once. Thread-safe.
 */
@ManagedObject("Reads the content of requests before they are handled")
public class EagerContentHandler extends ConditionalHandler.ElseNext {
    private final Map<String, ContentLoaderFactory> factories = new HashMap<>();
    private final @Nullable ContentLoaderFactory defaultFactory;

    /** Loads forms, multipart forms, and any other content. */
    public EagerContentHandler() {
        this((Handler) null);
    }

    /** Loads forms, multipart forms, and any other content. */
    public EagerContentHandler(@Name("handler") @Nullable Handler handler) {
        this(
                handler,
                new FormContentLoaderFactory(),
                new MultiPartContentLoaderFactory(),
                new RetainedContentLoaderFactory());
    }

    public EagerContentHandler(@Name("contentLoaderFactories") ContentLoaderFactory... factories) {
        this(null, factories);
    }

    public EagerContentHandler(
            @Name("handler") @Nullable Handler handler,
            @Name("contentLoaderFactories") ContentLoaderFactory... factories) {
        super(handler);
        ContentLoaderFactory any = null;
        for (ContentLoaderFactory factory : factories) {
            String type = factory.getApplicableMimeType();
            if (type == null) {
                any = one(any, factory, "any type");
            } else {
                ContentLoaderFactory old = this.factories.put(type, factory);
                this.factories.put(type, one(old, factory, type));
            }
        }
        defaultFactory = any;
    }

    private static ContentLoaderFactory one(
            @Nullable ContentLoaderFactory old, ContentLoaderFactory factory, String type) {
        if (old != null) {
            throw new IllegalArgumentException("two content loaders for " + type + ": " + old + ", " + factory);
        }
        return factory;
    }

    @Override
    protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        Handler next = getHandler();
        if (next == null) {
            return false;
        }
        if (!hasContent(request)
                || request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString())) {
            return next.handle(request, response, callback);
        }
        String contentType = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        String mimeType = contentType == null ? null : StringUtil.asciiToLowerCase(MimeTypes.getBase(contentType));
        ContentLoaderFactory factory = mimeType == null ? null : factories.get(mimeType);
        if (factory == null) {
            factory = defaultFactory;
        }
        ContentLoader loader = factory == null
                ? null
                : factory.newContentLoader(contentType, mimeType, next, request, response, callback);
        if (loader == null) {
            return next.handle(request, response, callback);
        }
        loader.load();
        return true;
    }

    private static boolean hasContent(Request request) {
        if (request.getLength() >= 0) {
            return request.getLength() > 0;
        }
        // a request of HTTP/1.1 without length has content only if that is chunked (RFC 9112, section 6.3)
        return request.getConnectionMetaData().getHttpVersion().getVersion() > HttpVersion.HTTP_1_1.getVersion()
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** Makes the loaders for a type of content. */
    public interface ContentLoaderFactory {
        /** The type without parameters, in lower case; null for any. */
        @Nullable
        String getApplicableMimeType();

        /**
         * Makes a loader for a request.
         *
         * @param contentType as the request has it, or null
         * @param mimeType the content type without parameters, in lower case, or null
         * @return null to have the request handled without loading
         */
        @Nullable
        ContentLoader newContentLoader(
                @Nullable String contentType,
                @Nullable String mimeType,
                Handler handler,
                Request request,
                Response response,
                Callback callback);
    }

    /** Loads the content of one request, then has it handled. Confined to its request. */
    public abstract static class ContentLoader {
        private final Handler handler;
        private final Request request;
        private final Response response;
        private final Callback callback;

        protected ContentLoader(Handler handler, Request request, Response response, Callback callback) {
            this.handler = Objects.requireNonNull(handler);
            this.request = Objects.requireNonNull(request);
            this.response = Objects.requireNonNull(response);
            this.callback = Objects.requireNonNull(callback);
        }

        protected Handler getHandler() {
            return handler;
        }

        protected Request getRequest() {
            return request;
        }

        protected Response getResponse() {
            return response;
        }

        protected Callback getCallback() {
            return callback;
        }

        /** Has the request handled, in this thread. */
        protected void handle() {
            handle(request, response, callback);
        }

        /** Has a wrapped request handled, in this thread. */
        protected void handle(Request toHandle, Response toWrite, Callback toComplete) {
            try {
                if (!handler.handle(toHandle, toWrite, toComplete)) {
                    Response.writeError(toHandle, toWrite, toComplete, HttpStatus.NOT_FOUND_404);
                }
            } catch (Throwable x) {
                toComplete.failed(x);
            }
        }

        /** Begins to load; calls {@link #handle()} when the content is there, at once or later in a thread that may block. */
        protected abstract void load() throws Exception;

        /** Runs something that may block, in a thread for that, as the content was loaded by one that must not. */
        final void execute(Runnable task) {
            Runnable inContext = () -> request.getContext().run(task, request);
            if (handler.getInvocationType() == Invocable.InvocationType.NON_BLOCKING) {
                inContext.run();
                return;
            }
            try {
                request.getComponents().getExecutor().execute(inContext);
            } catch (RejectedExecutionException x) {
                Refusal.write(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, 1);
            }
        }

        /** Answers what loading failed with. */
        final void refuse(@Nullable Throwable failure) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            if (cause instanceof TimeoutException) {
                cause = new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "The content did not come", cause);
            } else if (!(cause instanceof HttpException) && cause instanceof RuntimeException) {
                cause = new BadMessageException(HttpStatus.BAD_REQUEST_400, "The content cannot be read", cause);
            }
            Response.writeError(request, response, callback, cause);
        }

        final <T> void handleAfter(CompletableFuture<T> content) {
            if (content.isDone()) {
                handleOrRefuse(content);
            } else {
                content.whenComplete((result, failure) -> execute(() -> handleOrRefuse(content)));
            }
        }

        private void handleOrRefuse(CompletableFuture<?> content) {
            try {
                content.join();
            } catch (Throwable x) {
                refuse(x);
                return;
            }
            handle();
        }
    }

    /** Loads application/x-www-form-urlencoded content as fields. */
    public static class FormContentLoaderFactory implements ContentLoaderFactory {
        private final int maxFields;
        private final int maxLength;

        /** With the limits of the request, its context or the server. */
        public FormContentLoaderFactory() {
            this(-1, -1);
        }

        /**
         * With limits; a negative one is that of the request, its context or the server.
         *
         * @param maxFields the most fields
         * @param maxLength the most bytes
         */
        public FormContentLoaderFactory(@Name("maxFields") int maxFields, @Name("maxLength") int maxLength) {
            this.maxFields = maxFields;
            this.maxLength = maxLength;
        }

        @Override
        public String getApplicableMimeType() {
            return MimeTypes.Type.FORM_ENCODED.asString();
        }

        @Override
        public @Nullable ContentLoader newContentLoader(
                @Nullable String contentType,
                @Nullable String mimeType,
                Handler handler,
                Request request,
                Response response,
                Callback callback) {
            // methods whose forms are not read keep their content
            if (FormFields.getFormEncodedCharset(request) == null) {
                return null;
            }
            return new ContentLoader(handler, request, response, callback) {
                @Override
                protected void load() {
                    if (maxFields >= 0) {
                        request.setAttribute(FormFields.MAX_FIELDS_ATTRIBUTE, maxFields);
                    }
                    if (maxLength >= 0) {
                        request.setAttribute(FormFields.MAX_LENGTH_ATTRIBUTE, maxLength);
                    }
                    handleAfter(FormFields.from(request));
                }
            };
        }
    }

    /** Loads multipart/form-data content as parts, which are closed when the request ends. */
    public static class MultiPartContentLoaderFactory implements ContentLoaderFactory {
        private final MultiPartConfig config;

        public MultiPartContentLoaderFactory() {
            this(null);
        }

        /** @param config the limits; null for the defaults */
        public MultiPartContentLoaderFactory(@Name("multiPartConfig") @Nullable MultiPartConfig config) {
            this.config = config == null ? new MultiPartConfig.Builder().build() : config;
        }

        @Override
        public String getApplicableMimeType() {
            return MimeTypes.Type.MULTIPART_FORM_DATA.asString();
        }

        @Override
        public ContentLoader newContentLoader(
                @Nullable String contentType,
                @Nullable String mimeType,
                Handler handler,
                Request request,
                Response response,
                Callback callback) {
            return new ContentLoader(handler, request, response, callback) {
                @Override
                protected void load() {
                    CompletableFuture<MultiPartFormData.Parts> parts =
                            MultiPartFormData.from(request, request, contentType, config);
                    Request.addCompletionListener(request, failure -> parts.thenAccept(MultiPartFormData.Parts::close));
                    handleAfter(parts);
                }
            };
        }
    }

    /** Reads any content, up to a limit, into chunks that are read again by the application. */
    public static class RetainedContentLoaderFactory implements ContentLoaderFactory {
        private static final int DEFAULT_OVERHEAD = 16;
        private static final int DEFAULT_RETAINED = 8192;

        private final long maxRetainedBytes;
        private final int framingOverhead;
        private final boolean reject;

        /** Retains as much as a buffer of input holds, and leaves more to the application. */
        public RetainedContentLoaderFactory() {
            this(-1, -1, false);
        }

        /**
         * With a limit.
         *
         * @param maxRetainedBytes the most bytes; negative for the size of an input buffer, 0 for the first chunk only
         * @param framingOverhead the bytes reckoned for each chunk beyond its content; negative for a default
         * @param reject whether more content is refused by 413; otherwise the application reads what follows
         */
        public RetainedContentLoaderFactory(
                @Name("maxRetainedBytes") long maxRetainedBytes,
                @Name("framingOverhead") int framingOverhead,
                @Name("reject") boolean reject) {
            this.maxRetainedBytes = maxRetainedBytes;
            this.framingOverhead = framingOverhead < 0 ? DEFAULT_OVERHEAD : framingOverhead;
            this.reject = reject;
        }

        @Override
        public @Nullable String getApplicableMimeType() {
            return null;
        }

        @Override
        public ContentLoader newContentLoader(
                @Nullable String contentType,
                @Nullable String mimeType,
                Handler handler,
                Request request,
                Response response,
                Callback callback) {
            int inputBuffer =
                    request.getConnectionMetaData().getHttpConfiguration().getInputBufferSize();
            long limit = maxRetainedBytes >= 0 ? maxRetainedBytes : inputBuffer > 0 ? inputBuffer : DEFAULT_RETAINED;
            return new RetainedContentLoader(handler, request, response, callback, limit);
        }

        private final class RetainedContentLoader extends ContentLoader implements Invocable.Task {
            private final RetainedContent retained;
            private final long limit;
            private long content;
            private long overhead;
            private boolean waited;

            private RetainedContentLoader(
                    Handler handler, Request request, Response response, Callback callback, long limit) {
                super(handler, request, response, callback);
                this.limit = limit;
                retained = new RetainedContent(request);
            }

            @Override
            protected void load() {
                if (reject && getRequest().getLength() > limit) {
                    end(this::refuseTooLong);
                    return;
                }
                while (true) {
                    Content.Chunk chunk = getRequest().read();
                    if (chunk == null) {
                        waited = true;
                        getRequest().demand(this);
                        return;
                    }
                    if (Content.Chunk.isFailure(chunk)) {
                        end(() -> refuse(chunk.getFailure()));
                        return;
                    }
                    boolean last = chunk.isLast();
                    int added = retained.add(chunk);
                    content += added;
                    overhead += framingOverhead;
                    if (reject && content > limit) {
                        end(this::refuseTooLong);
                        return;
                    }
                    if (last || !reject && added > 0 && content + overhead >= limit) {
                        retained.close();
                        end(this::handleRetained);
                        return;
                    }
                }
            }

            /** Goes on in a thread that may block: this one, unless it came with content. */
            private void end(Runnable task) {
                if (waited) {
                    execute(task);
                } else {
                    task.run();
                }
            }

            private void handleRetained() {
                handle(retained, getResponse(), getCallback());
            }

            private void refuseTooLong() {
                refuse(new BadMessageException(
                        HttpStatus.PAYLOAD_TOO_LARGE_413, "Content is longer than " + limit + " bytes"));
            }

            @Override
            public void run() {
                load();
            }

            @Override
            public InvocationType getInvocationType() {
                return InvocationType.NON_BLOCKING;
            }
        }
    }
}
