package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletResponseInfo;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextResponse;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The core response within a servlet context: what the servlet response says about content type, encoding, locale and
 * output, until it is committed. It belongs to one request for ever. Confined to the thread that handles the request.
 */
public class ServletContextResponse extends ContextResponse implements ServletResponseInfo {
    private static final EnumSet<HttpHeader> CONTENT_FIELDS = EnumSet.of(
            HttpHeader.CONTENT_TYPE,
            HttpHeader.CONTENT_LENGTH,
            HttpHeader.CONTENT_ENCODING,
            HttpHeader.CONTENT_LANGUAGE,
            HttpHeader.CONTENT_RANGE,
            HttpHeader.CONTENT_MD5,
            HttpHeader.CONTENT_LOCATION,
            HttpHeader.TRANSFER_ENCODING,
            HttpHeader.CACHE_CONTROL,
            HttpHeader.LAST_MODIFIED,
            HttpHeader.EXPIRES,
            HttpHeader.ETAG);

    /** Which way the application took to the body. */
    public enum OutputType {
        NONE,
        STREAM,
        WRITER
    }

    /** Where the character encoding comes from, by growing authority. */
    public enum EncodingFrom {
        NOT_SET,
        DEFAULT,
        INFERRED,
        SET_LOCALE,
        SET_CONTENT_TYPE,
        SET_CHARACTER_ENCODING
    }

    private final ServletChannel channel;
    private final ServletApiResponse apiResponse;
    private OutputType outputType = OutputType.NONE;
    private EncodingFrom encodingFrom = EncodingFrom.NOT_SET;
    private @Nullable String characterEncoding;
    private @Nullable Locale locale;
    private @Nullable ResponseWriter writer;
    private @Nullable Supplier<Map<String, String>> trailers;
    private int interimStatus;
    private boolean givenAway;

    public ServletContextResponse(ServletChannel channel, ServletContextRequest request, Response response) {
        super(channel.getContext(), request, response);
        this.channel = channel;
        this.apiResponse = newServletApiResponse();
    }

    /** Returns the context response behind a servlet response, however often applications wrapped it. */
    public static ServletContextResponse getServletContextResponse(ServletResponse response) {
        return ((ServletApiResponse) ContainerResponse.of(response)).getServletContextResponse();
    }

    protected ServletApiResponse newServletApiResponse() {
        return new ServletApiResponse(this);
    }

    @Override
    public Response getResponse() {
        return channel.getResponse();
    }

    protected ServletContextRequest getServletContextRequest() {
        return (ServletContextRequest) getRequest();
    }

    public HttpOutput getHttpOutput() {
        return channel.getHttpOutput();
    }

    public ServletChannel getServletChannel() {
        return channel;
    }

    public ServletChannelState getServletRequestState() {
        return channel.getServletRequestState();
    }

    public ServletApiResponse getServletApiResponse() {
        return apiResponse;
    }

    /** A status of 1xx that the application has set, which no response can end with; 0 for none. */
    int getInterimStatus() {
        return interimStatus;
    }

    void setInterimStatus(int status) {
        interimStatus = status;
    }

    @Override
    public void setStatus(int code) {
        interimStatus = 0;
        super.setStatus(code);
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        if (interimStatus != 0 && !isCommitted()) {
            callback.failed(new IllegalStateException(
                    "status " + interimStatus + " of a response to be sent (expected: 101 or 200-999)"));
            return;
        }
        ServletContextRequest contextRequest = getServletContextRequest();
        if (contextRequest.getManagedSession() != null && !isCommitted()) {
            SessionManager sessions = contextRequest.getSessionManager();
            if (sessions != null) {
                sessions.restrictCaching(getHeaders());
            }
        }
        // such as the redirection to the login page: no servlet will end the use of the session that it made
        if (last && !channel.isAssociated()) {
            contextRequest.endSession();
        } else if (!isCommitted()) {
            contextRequest.commitSession();
        }
        // whoever writes it: a static file or an upgrade does not go through the stream
        if (last) {
            getHttpOutput().softClose();
        }
        // what hears about the end enters the scope of the context itself when it calls the application
        getWrapped().write(last, byteBuffer, callback);
    }

    // output

    @Override
    public OutputType getOutputType() {
        return outputType;
    }

    @Override
    public void setOutputType(OutputType outputType) {
        this.outputType = outputType;
    }

    @Override
    public boolean isWriting() {
        return outputType == OutputType.WRITER;
    }

    public boolean isStreaming() {
        return outputType == OutputType.STREAM;
    }

    public boolean isWritingOrStreaming() {
        return outputType != OutputType.NONE;
    }

    @Override
    public @Nullable ResponseWriter getWriter() {
        return writer;
    }

    @Override
    public void setWriter(ResponseWriter writer) {
        this.writer = writer;
    }

    /** Opens the writer for the response's charset. */
    ResponseWriter openWriter(Charset charset) {
        if (writer == null) {
            writer = new ResponseWriter(getHttpOutput());
        }
        writer.open(charset, locale);
        return writer;
    }

    /** Whether content that was announced has not been written, to a request that wants it. */
    boolean lacksContent() {
        HttpOutput output = getHttpOutput();
        return output.isContentIncomplete()
                && output.getWritten() > 0
                && !HttpStatus.hasNoBody(getStatus())
                && !HttpMethod.HEAD.is(getRequest().getMethod());
    }

    /** Ends the response after the application returned. */
    public void completeOutput(Callback callback) {
        if (writer != null
                && outputType == OutputType.WRITER
                && !getHttpOutput().isClosed()
                && !getHttpOutput().isAsync()) {
            try {
                writer.drain();
            } catch (IOException x) {
                callback.failed(x);
                return;
            }
        }
        getHttpOutput().complete(callback);
    }

    /** Ends the response while the application runs. */
    public void closeOutput() throws IOException {
        if (writer != null && outputType == OutputType.WRITER) {
            writer.close();
        }
        getHttpOutput().close();
    }

    /** From now on the response belongs to a file, which is sent while filters go on, and also when one of them throws. */
    void giveAway() {
        givenAway = true;
        getHttpOutput().softClose();
    }

    /** Whether an error is going to be answered in place of what the application wrote. */
    boolean isSendError() {
        return channel.isSendError();
    }

    boolean isGivenAway() {
        return givenAway;
    }

    /** Drops what was written and refuses more, because an error is going to be answered. */
    void errorClose() {
        getHttpOutput().resetBuffer();
        getHttpOutput().softClose();
    }

    /** Prepares for a forward: what is buffered is dropped, and the way to the body is open again. */
    public void resetForForward() {
        apiResponse.resetBuffer();
        outputType = OutputType.NONE;
    }

    /** Drops the content and the fields that describe it; others stay. */
    public void resetContent() {
        getHttpOutput().resetBuffer();
        getHttpOutput().setApplicationContentLength(-1);
        getHttpOutput().reopen();
        outputType = OutputType.NONE;
        encodingFrom = EncodingFrom.NOT_SET;
        characterEncoding = null;
        locale = null;
        getHeaders().remove(CONTENT_FIELDS);
    }

    /** Drops content, status and fields, but for the cookie of the session. */
    @Override
    public void reset() {
        List<HttpField> kept = new ArrayList<>();
        ServletContextRequest contextRequest = getServletContextRequest();
        ManagedSession session = contextRequest.getManagedSession();
        SessionManager sessions = contextRequest.getSessionManager();
        if (session != null && sessions != null) {
            String prefix = sessions.getSessionCookie() + "=";
            for (HttpField field : getHeaders().getFields(HttpHeader.SET_COOKIE)) {
                String cookie = field.getValue();
                if (cookie != null && cookie.startsWith(prefix)) {
                    kept.add(field);
                }
            }
        }
        super.reset();
        interimStatus = 0;
        resetContent();
        trailers = null;
        for (HttpField field : kept) {
            getHeaders().add(field);
        }
    }

    // content type and encoding

    @Override
    public @Nullable String getContentType() {
        HttpField field = getHeaders().getField(HttpHeader.CONTENT_TYPE);
        return field == null ? null : field.getValue();
    }

    /** Sets the content type; its charset, when it names one, becomes the encoding unless a writer is open. */
    void setContentType(@Nullable String contentType) {
        if (contentType == null) {
            if (isWriting()) {
                throw new IllegalStateException("Cannot remove the content type while writing");
            }
            getHeaders().remove(HttpHeader.CONTENT_TYPE);
            if (encodingFrom == EncodingFrom.SET_CONTENT_TYPE) {
                encodingFrom = EncodingFrom.NOT_SET;
                characterEncoding = null;
            }
            return;
        }
        ContentTypes.Known known = contentTypes().of(contentType);
        if (isWriting()) {
            // the encoding is in use and stays
            if (known.charset == null && (encodingFrom == EncodingFrom.NOT_SET || known.assumed)
                    || known.charset != null && known.charset.equalsIgnoreCase(characterEncoding)) {
                getHeaders().put(known.field);
            } else {
                putContentType(known.getBase());
            }
        } else if (known.charset != null) {
            getHeaders().put(known.field);
            characterEncoding = known.charset;
            encodingFrom = EncodingFrom.SET_CONTENT_TYPE;
        } else if (encodingFrom.ordinal() >= EncodingFrom.SET_LOCALE.ordinal()) {
            putContentType(contentType);
        } else {
            getHeaders().put(known.field);
        }
    }

    private ContentTypes contentTypes() {
        return channel.getServletContextHandler().getContentTypes();
    }

    private void putContentType(String withoutCharset) {
        String encoding = characterEncoding;
        assert encoding != null : "one is set, or fixed by a writer";
        getHeaders().put(contentTypes().of(withoutCharset).with(encoding));
    }

    /** Names the encoding that the application has set, if it has, in a content type that it has not. */
    void nameEncoding(HttpFields.Mutable fields) {
        String encoding = characterEncoding;
        String contentType = encoding == null ? null : fields.get(HttpHeader.CONTENT_TYPE);
        if (encoding != null && contentType != null) {
            fields.put(contentTypes()
                    .of(MimeTypes.getContentTypeWithoutCharset(contentType))
                    .with(encoding));
        }
    }

    @Override
    public EncodingFrom getEncodingFrom() {
        return encodingFrom;
    }

    @Override
    public String getCharacterEncoding() {
        return getCharacterEncoding(false);
    }

    /** Returns the encoding in force; fixes it if asked to, and names it in the content type unless that was sent. */
    @Override
    public String getCharacterEncoding(boolean setContentType) {
        if (characterEncoding != null) {
            return characterEncoding;
        }
        String contentType = getContentType();
        ContentTypes.Known known = contentType == null ? null : contentTypes().of(contentType);
        String encoding = known == null ? null : known.charset;
        EncodingFrom from = encoding == null ? EncodingFrom.DEFAULT : EncodingFrom.SET_CONTENT_TYPE;
        boolean assumed = encoding == null && known != null && known.assumed;
        if (encoding == null && known != null && known.inferred != null) {
            encoding = known.inferred;
            from = EncodingFrom.INFERRED;
        }
        if (!assumed && from != EncodingFrom.SET_CONTENT_TYPE) {
            String configured = channel.getServletContextHandler().getDefaultResponseCharacterEncoding();
            if (configured != null) {
                encoding = configured;
                from = EncodingFrom.DEFAULT;
            }
        }
        if (encoding == null) {
            encoding = MimeTypes.ISO_8859_1;
        }
        if (setContentType) {
            characterEncoding = encoding;
            encodingFrom = from;
            if (contentType != null && !assumed && from != EncodingFrom.SET_CONTENT_TYPE && !isCommitted()) {
                putContentType(contentType);
            }
        }
        return encoding;
    }

    /** Returns the encoding that was set, or null. */
    public @Nullable String getRawCharacterEncoding() {
        return characterEncoding;
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding, EncodingFrom from) {
        if (isWriting() || isCommitted()) {
            return;
        }
        String contentType = getContentType();
        if (encoding == null) {
            encodingFrom = EncodingFrom.NOT_SET;
            characterEncoding = null;
            if (contentType != null) {
                getHeaders().put(HttpHeader.CONTENT_TYPE, MimeTypes.getContentTypeWithoutCharset(contentType));
            }
            return;
        }
        if (from.ordinal() < encodingFrom.ordinal()) {
            return;
        }
        encodingFrom = from;
        characterEncoding = ContentTypes.nameOf(encoding);
        if (contentType != null) {
            putContentType(MimeTypes.getContentTypeWithoutCharset(contentType));
        }
    }

    @Override
    public Locale getLocale() {
        return locale == null ? Locale.getDefault() : locale;
    }

    @Override
    public void setLocale(@Nullable Locale locale) {
        this.locale = locale;
        if (locale == null) {
            getHeaders().remove(HttpHeader.CONTENT_LANGUAGE);
            if (encodingFrom == EncodingFrom.SET_LOCALE) {
                setCharacterEncoding(null, EncodingFrom.SET_LOCALE);
            }
            return;
        }
        getHeaders().put(HttpHeader.CONTENT_LANGUAGE, locale.toLanguageTag());
        String encoding = channel.getServletContextHandler().getLocaleEncoding(locale);
        if (encoding != null) {
            setCharacterEncoding(encoding, EncodingFrom.SET_LOCALE);
        }
    }

    @Override
    public @Nullable Supplier<Map<String, String>> getTrailers() {
        return trailers;
    }

    @Override
    public void setTrailers(@Nullable Supplier<Map<String, String>> trailers) {
        this.trailers = trailers;
    }
}
