package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
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
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextResponse;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.util.Callback;

/**
 * The core response within a servlet context: what the servlet response says about content type, encoding, locale and
 * output, until it is committed. Used for one response after the other of its connection. Confined to its connection.
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
    private final ServletContextRequest contextRequest;
    private final ServletApiResponse apiResponse;
    private OutputType outputType = OutputType.NONE;
    private EncodingFrom encodingFrom = EncodingFrom.NOT_SET;
    private String characterEncoding;
    private Locale locale;
    private ResponseWriter writer;
    private Supplier<Map<String, String>> trailers;

    // an application repeats its content types: the last one is not parsed again
    private String lastContentType;
    private String lastCharset;
    private HttpField lastField;
    private String writtenType;
    private String writtenEncoding;
    private HttpField writtenField;
    private String inferredType;
    private String inferredEncoding;
    private EncodingFrom inferredFrom;
    private boolean inferredAssumed;

    public ServletContextResponse(ServletChannel channel, ServletContextRequest request, Response response) {
        super(channel.getContext(), request, response);
        this.channel = channel;
        this.contextRequest = request;
        this.apiResponse = newServletApiResponse();
    }

    /** Returns the context response behind a servlet response, however often applications wrapped it. */
    public static ServletContextResponse getServletContextResponse(ServletResponse response) {
        ServletResponse current = response;
        while (true) {
            if (current instanceof ServletApiResponse api) return api.getServletContextResponse();
            if (current instanceof ServletResponseWrapper wrapper) current = wrapper.getResponse();
            else throw new IllegalStateException("Not a response of this server: " + response);
        }
    }

    /** Forgets the response. */
    void recycle() {
        outputType = OutputType.NONE;
        encodingFrom = EncodingFrom.NOT_SET;
        characterEncoding = null;
        locale = null;
        trailers = null;
    }

    protected ServletApiResponse newServletApiResponse() {
        return new ServletApiResponse(this);
    }

    @Override
    public Response getResponse() {
        return channel.getResponse();
    }

    protected ServletContextRequest getServletContextRequest() {
        return contextRequest;
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

    @Override
    public void write(boolean last, ByteBuffer byteBuffer, Callback callback) {
        if (contextRequest.getManagedSession() != null && !isCommitted())
            contextRequest.getSessionManager().restrictCaching(getHeaders());
        // such as the redirection to the login page: no servlet will end the use of the session that it made
        if (last && !channel.isAssociated()) contextRequest.endSession();
        else if (!isCommitted()) contextRequest.commitSession();
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
    public ResponseWriter getWriter() {
        return writer;
    }

    @Override
    public void setWriter(ResponseWriter writer) {
        this.writer = writer;
    }

    /** Opens the writer for the response's charset. */
    ResponseWriter openWriter(Charset charset) {
        if (writer == null) writer = new ResponseWriter(getHttpOutput());
        writer.open(charset, locale);
        return writer;
    }

    /** Whether content that was announced has not been written, to a request that wants it. */
    boolean lacksContent() {
        HttpOutput output = getHttpOutput();
        return output.isContentIncomplete()
                && output.getWritten() > 0
                && getStatus() != 304
                && !HttpMethod.HEAD.is(contextRequest.getMethod());
    }

    /** Ends the response after the application returned. */
    public void completeOutput(Callback callback) {
        if (outputType == OutputType.WRITER
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
        if (outputType == OutputType.WRITER) writer.close();
        getHttpOutput().close();
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
        ManagedSession session = contextRequest.getManagedSession();
        if (session != null) {
            String prefix = contextRequest.getSessionManager().getSessionCookie() + "=";
            for (HttpField field : getHeaders().getFields(HttpHeader.SET_COOKIE))
                if (field.getValue().startsWith(prefix)) kept.add(field);
        }
        super.reset();
        resetContent();
        trailers = null;
        for (HttpField field : kept) getHeaders().add(field);
    }

    // content type and encoding

    @Override
    public String getContentType() {
        HttpField field = getHeaders().getField(HttpHeader.CONTENT_TYPE);
        return field == null ? null : field.getValue();
    }

    /** Sets the content type; its charset, when it names one, becomes the encoding unless a writer is open. */
    void setContentType(String contentType) {
        if (contentType == null) {
            if (isWriting()) throw new IllegalStateException("Cannot remove the content type while writing");
            getHeaders().remove(HttpHeader.CONTENT_TYPE);
            if (encodingFrom == EncodingFrom.SET_CONTENT_TYPE) {
                encodingFrom = EncodingFrom.NOT_SET;
                characterEncoding = null;
            }
            return;
        }
        if (!contentType.equals(lastContentType)) parse(contentType);
        if (isWriting()) {
            // the encoding is in use and stays
            if (lastCharset == null && (encodingFrom == EncodingFrom.NOT_SET || isAssumed(contentType))
                    || lastCharset != null && lastCharset.equalsIgnoreCase(characterEncoding)) {
                getHeaders().put(lastField);
            } else {
                putContentType(MimeTypes.getContentTypeWithoutCharset(contentType));
            }
        } else if (lastCharset != null) {
            getHeaders().put(lastField);
            characterEncoding = lastCharset;
            encodingFrom = EncodingFrom.SET_CONTENT_TYPE;
        } else if (encodingFrom.ordinal() >= EncodingFrom.SET_LOCALE.ordinal()) {
            putContentType(contentType);
        } else {
            getHeaders().put(lastField);
        }
    }

    private void parse(String contentType) {
        lastCharset = MimeTypes.getCharsetFromContentType(contentType);
        lastField = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, contentType);
        lastContentType = contentType;
    }

    private boolean isAssumed(String contentType) {
        String base = MimeTypes.getContentTypeWithoutCharset(contentType);
        return channel.getContext().getMimeTypes().getAssumedCharset(base) != null;
    }

    private void putContentType(String withoutCharset) {
        if (!withoutCharset.equals(writtenType) || !characterEncoding.equals(writtenEncoding)) {
            writtenType = withoutCharset;
            writtenEncoding = characterEncoding;
            writtenField =
                    new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, withoutCharset + ";charset=" + characterEncoding);
        }
        getHeaders().put(writtenField);
    }

    @Override
    public EncodingFrom getEncodingFrom() {
        return encodingFrom;
    }

    @Override
    public String getCharacterEncoding() {
        return getCharacterEncoding(false);
    }

    /** Returns the encoding in force; to be set when it was not, if asked for. */
    @Override
    public String getCharacterEncoding(boolean setContentType) {
        if (characterEncoding != null) return characterEncoding;
        String contentType = getContentType();
        if (contentType == null || !contentType.equals(inferredType)) infer(contentType);
        EncodingFrom from = inferredFrom;
        String encoding = inferredEncoding;
        boolean assumed = inferredAssumed;
        if (!assumed && from != EncodingFrom.SET_CONTENT_TYPE) {
            String configured = channel.getServletContextHandler().getDefaultResponseCharacterEncoding();
            if (configured != null) {
                encoding = configured;
                from = EncodingFrom.DEFAULT;
            }
        }
        if (encoding == null) encoding = MimeTypes.ISO_8859_1;
        if (setContentType) {
            characterEncoding = encoding;
            encodingFrom = from;
            if (contentType != null && !assumed && from != EncodingFrom.SET_CONTENT_TYPE) putContentType(contentType);
        }
        return encoding;
    }

    /** Finds the encoding that a content type names, implies or usually has. */
    private void infer(String contentType) {
        inferredType = contentType;
        inferredFrom = EncodingFrom.DEFAULT;
        inferredEncoding = null;
        inferredAssumed = false;
        if (contentType == null) return;
        inferredEncoding = MimeTypes.getCharsetFromContentType(contentType);
        if (inferredEncoding != null) {
            inferredFrom = EncodingFrom.SET_CONTENT_TYPE;
            return;
        }
        MimeTypes mimeTypes = channel.getContext().getMimeTypes();
        String base = MimeTypes.getContentTypeWithoutCharset(contentType);
        Charset charset = mimeTypes.getAssumedCharset(base);
        inferredAssumed = charset != null;
        if (charset == null) charset = mimeTypes.getInferredCharset(base);
        if (charset == null) return;
        inferredFrom = EncodingFrom.INFERRED;
        inferredEncoding = charset.name().toLowerCase(Locale.ENGLISH);
    }

    /** Returns the encoding that was set, or null. */
    public String getRawCharacterEncoding() {
        return characterEncoding;
    }

    @Override
    public void setCharacterEncoding(String encoding, EncodingFrom from) {
        if (isWriting() || isCommitted()) return;
        String contentType = getContentType();
        if (encoding == null) {
            encodingFrom = EncodingFrom.NOT_SET;
            characterEncoding = null;
            if (contentType != null)
                getHeaders().put(HttpHeader.CONTENT_TYPE, MimeTypes.getContentTypeWithoutCharset(contentType));
            return;
        }
        if (from.ordinal() < encodingFrom.ordinal()) return;
        encodingFrom = from;
        characterEncoding = MimeTypes.normalizeCharset(encoding);
        if (characterEncoding == null) characterEncoding = encoding;
        if (contentType != null) putContentType(MimeTypes.getContentTypeWithoutCharset(contentType));
    }

    @Override
    public Locale getLocale() {
        return locale == null ? Locale.getDefault() : locale;
    }

    @Override
    public void setLocale(Locale locale) {
        this.locale = locale;
        if (locale == null) {
            getHeaders().remove(HttpHeader.CONTENT_LANGUAGE);
            if (encodingFrom == EncodingFrom.SET_LOCALE) setCharacterEncoding(null, EncodingFrom.SET_LOCALE);
            return;
        }
        getHeaders().put(HttpHeader.CONTENT_LANGUAGE, locale.toLanguageTag());
        String encoding = channel.getServletContextHandler().getLocaleEncoding(locale);
        if (encoding != null) setCharacterEncoding(encoding, EncodingFrom.SET_LOCALE);
    }

    @Override
    public Supplier<Map<String, String>> getTrailers() {
        return trailers;
    }

    @Override
    public void setTrailers(Supplier<Map<String, String>> trailers) {
        this.trailers = trailers;
    }
}
