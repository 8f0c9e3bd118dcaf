package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.ByteBufferInputStream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/**
 * Form content of requests ({@code application/x-www-form-urlencoded}), read once per request, with limits.
 *
 * <p>Content that is too long is refused by 413, too many fields and what cannot be decoded by 400.
 */
public final class FormFields {
    /** The attribute of a request, context or server with the most fields; -1 for no limit. */
    public static final String MAX_FIELDS_ATTRIBUTE = "org.eclipse.jetty.server.Request.maxFormKeys";

    /** The attribute of a request, context or server with the most bytes; -1 for no limit. */
    public static final String MAX_LENGTH_ATTRIBUTE = "org.eclipse.jetty.server.Request.maxFormContentSize";

    public static final int MAX_FIELDS_DEFAULT = 1000;
    public static final int MAX_LENGTH_DEFAULT = 200_000;

    private FormFields() {}

    /** The charset of form content; null if the request has none. */
    public static @Nullable Charset getFormEncodedCharset(Request request) {
        HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
        if (!configuration.isFormEncodedMethod(request.getMethod())) {
            return null;
        }
        String contentType = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (contentType == null || request.getLength() == 0) {
            return null;
        }
        String type = MimeTypes.getContentTypeWithoutCharset(contentType);
        int parameters = type.indexOf(';');
        String base =
                (parameters < 0 ? type : type.substring(0, parameters)).trim().toLowerCase(Locale.ENGLISH);
        if (!"application/x-www-form-urlencoded".equals(base)) {
            return null;
        }
        String charset = MimeTypes.getCharsetFromContentType(contentType);
        if (charset == null) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(charset);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            throw new BadMessageException(HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "Unsupported charset", x);
        }
    }

    /** Sets what reading the form shall give, as when another part of the server read it. */
    public static void set(Request request, CompletableFuture<Fields> fields) {
        request.setAttribute(FormFields.class.getName(), fields);
    }

    public static void setFields(Request request, Fields fields) {
        set(request, CompletableFuture.completedFuture(fields));
    }

    /** The form that is being read, or was; null if reading has not begun. */
    @SuppressWarnings("unchecked")
    public static @Nullable CompletableFuture<Fields> get(Request request) {
        return (CompletableFuture<Fields>) request.getAttribute(FormFields.class.getName());
    }

    /** The form; blocks until it is read. */
    public static Fields getFields(Request request) {
        return getFields(request, limit(request, MAX_FIELDS_ATTRIBUTE, MAX_FIELDS_DEFAULT), lengthLimit(request));
    }

    /** The form with limits; blocks until it is read. Empty if the request has none. */
    public static Fields getFields(Request request, int maxFields, int maxLength) {
        CompletableFuture<Fields> form = from(request, getFormEncodedCharset(request), maxFields, maxLength);
        try {
            if (!form.isDone()) {
                try (Blocker.Promise<Fields> blocker = Blocker.promise()) {
                    form.whenComplete((fields, failure) -> {
                        if (failure == null) {
                            blocker.succeeded(fields);
                        } else {
                            blocker.failed(failure);
                        }
                    });
                    return blocker.block();
                }
            }
            return form.join();
        } catch (CompletionException | IOException x) {
            throw asRuntime(x);
        }
    }

    private static RuntimeException asRuntime(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof IOException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RuntimeException runtime
                ? runtime
                : new BadMessageException(HttpStatus.BAD_REQUEST_400, "Unable to read form content", cause);
    }

    /** Gives the form to a promise. */
    public static void onFields(Request request, Promise<Fields> promise) {
        Promise.completeWith(promise, from(request));
    }

    public static CompletableFuture<Fields> from(Request request) {
        return from(request, getFormEncodedCharset(request));
    }

    public static CompletableFuture<Fields> from(Request request, @Nullable Charset charset) {
        return from(request, charset, limit(request, MAX_FIELDS_ATTRIBUTE, MAX_FIELDS_DEFAULT), lengthLimit(request));
    }

    public static CompletableFuture<Fields> from(Request request, int maxFields, int maxLength) {
        return from(request, getFormEncodedCharset(request), maxFields, maxLength);
    }

    /**
     * The form; the first call reads it.
     *
     * @param charset the charset; null if the request has no form
     * @param maxFields the most fields; negative for no limit
     * @param maxLength the most bytes; negative for no limit
     */
    public static CompletableFuture<Fields> from(
            Request request, @Nullable Charset charset, int maxFields, int maxLength) {
        CompletableFuture<Fields> form = get(request);
        if (form != null) {
            return form;
        }
        if (charset == null) {
            return CompletableFuture.completedFuture(Fields.EMPTY);
        }
        if (maxLength >= 0 && request.getLength() > maxLength) {
            form = CompletableFuture.failedFuture(tooLong(maxLength, null));
        } else {
            form = Content.Source.asByteBufferAsync(request, maxLength).handle((buffer, failure) -> {
                if (failure != null) {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    throw cause instanceof IllegalStateException
                            ? tooLong(maxLength, cause)
                            : cause instanceof HttpException
                                    ? (RuntimeException) cause
                                    : new CompletionException(cause);
                }
                return decode(buffer, charset, maxFields);
            });
        }
        set(request, form);
        return form;
    }

    private static BadMessageException tooLong(int maxLength, @Nullable Throwable cause) {
        return new BadMessageException(
                HttpStatus.PAYLOAD_TOO_LARGE_413, "Form is larger than max length " + maxLength, cause);
    }

    private static Fields decode(ByteBuffer buffer, Charset charset, int maxFields) {
        Fields fields = new Fields(true);
        try {
            UrlEncoded.decodeTo(new ByteBufferInputStream(buffer), fields::add, charset, -1, maxFields);
            return fields;
        } catch (IllegalStateException x) {
            throw new BadMessageException(HttpStatus.BAD_REQUEST_400, "Form with too many fields", x);
        } catch (RuntimeException | IOException x) {
            throw new BadMessageException(HttpStatus.BAD_REQUEST_400, "Unable to decode form content", x);
        }
    }

    private static int lengthLimit(Request request) {
        return limit(request, MAX_LENGTH_ATTRIBUTE, MAX_LENGTH_DEFAULT);
    }

    /** The nearest setting: of the request, its context or the server. */
    private static int limit(Request request, String name, int defaultLimit) {
        Object value = request.getAttribute(name);
        if (value == null) {
            value = request.getContext().getAttribute(name);
        }
        if (value == null) {
            value = request.getConnectionMetaData().getConnector().getServer().getAttribute(name);
        }
        if (value == null) {
            return defaultLimit;
        }
        try {
            return value instanceof Number number ? number.intValue() : Integer.parseInt(value.toString());
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a number)", x);
        }
    }
}
