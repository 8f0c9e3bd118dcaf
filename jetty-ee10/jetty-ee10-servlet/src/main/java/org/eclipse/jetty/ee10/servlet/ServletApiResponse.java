package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletRequestInfo;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletResponseInfo;
import org.eclipse.jetty.ee10.servlet.ServletContextResponse.EncodingFrom;
import org.eclipse.jetty.ee10.servlet.ServletContextResponse.OutputType;
import org.eclipse.jetty.ee10.servlet.api.CookieApi;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ResponseAbortedException;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.Blocker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response as applications see it (Servlet chapter 5). It belongs to one request for ever. Confined to the thread that
 * handles the request.
 */
public class ServletApiResponse extends ContainerResponse {
    private static final Logger LOG = LoggerFactory.getLogger(ServletApiResponse.class);

    private final ServletContextResponse response;

    protected ServletApiResponse(ServletContextResponse response) {
        this.response = response;
    }

    ServletContextResponse getServletContextResponse() {
        return response;
    }

    public ServletChannel getServletChannel() {
        return response.getServletChannel();
    }

    public ServletRequestInfo getServletRequestInfo() {
        return response.getServletContextRequest();
    }

    public ServletResponseInfo getServletResponseInfo() {
        return response;
    }

    /** Returns the outermost core response. */
    public Response getResponse() {
        return response.getResponse();
    }

    @Override
    HttpOutput getHttpOutput() {
        return response.getHttpOutput();
    }

    @Override
    boolean isWriting() {
        return response.isWriting();
    }

    @Override
    boolean isStreaming() {
        return response.isStreaming();
    }

    @Override
    void leaveOutput() {
        response.setOutputType(OutputType.NONE);
    }

    @Override
    boolean isSendError() {
        return response.isSendError();
    }

    @Override
    void resetForForward() {
        response.resetForForward();
    }

    private HttpFields.Mutable headers() {
        return response.getResponse().getHeaders();
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (isCommitted()) {
            return;
        }
        if (cookie.getName() == null || cookie.getName().isBlank()) {
            throw new IllegalArgumentException("Cookie.name cannot be blank/null");
        }
        Map<String, String> attributes = new LinkedHashMap<>(CookieApi.getAttributes(cookie));
        flag(attributes, HttpCookie.SECURE_ATTRIBUTE, cookie.getSecure());
        flag(attributes, HttpCookie.HTTP_ONLY_ATTRIBUTE, CookieApi.isHttpOnly(cookie));
        // an attribute without a value is there
        attributes.replaceAll((name, value) ->
                value.isEmpty() && HttpCookie.PARTITIONED_ATTRIBUTE.equalsIgnoreCase(name) ? "true" : value);
        try {
            addCookie(HttpCookie.from(cookie.getName(), cookie.getValue(), attributes));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("Cookie '" + cookie.getName() + "': " + x.getMessage(), x);
        }
    }

    private static void flag(Map<String, String> attributes, String name, boolean value) {
        attributes.keySet().removeIf(name::equalsIgnoreCase);
        if (value) {
            attributes.put(name, "true");
        }
    }

    public void addCookie(HttpCookie cookie) {
        Response.addCookie(response.getResponse(), cookie);
    }

    @Override
    public boolean containsHeader(String name) {
        return headers().contains(name);
    }

    @Override
    public String encodeURL(String url) {
        ServletContextRequest request = response.getServletContextRequest();
        SessionManager manager = request.getSessionManager();
        if (manager == null) {
            return url;
        }
        return manager.encodeURI(request, url, request.getServletApiRequest().isRequestedSessionIdFromCookie());
    }

    @Override
    public String encodeRedirectURL(String url) {
        return encodeURL(url);
    }

    /**
     * {@inheritDoc} The status -1 aborts the response; 102 and 103 are interim responses, which may come before any other (RFC 9110, section
     * 15.2): that of 103 has the fields that were set so far.
     */
    @Override
    public void sendError(int sc, @Nullable String msg) throws IOException {
        switch (sc) {
            case -1 -> getServletChannel().abort(new ResponseAbortedException("Aborted by sendError(-1)"));
            case HttpStatus.PROCESSING_102 -> sendInterim(sc, HttpFields.EMPTY);
            case HttpStatus.EARLY_HINTS_103 ->
                sendInterim(
                        sc,
                        HttpFields.build(response.getHeaders())
                                .remove(HttpHeader.CONTENT_LENGTH)
                                .asImmutable());
            default -> response.getServletRequestState().sendError(sc, msg);
        }
    }

    private void sendInterim(int status, HttpFields fields) throws IOException {
        if (isCommitted()) {
            throw new IllegalStateException("Cannot send interim response " + status + ": response is committed");
        }
        // a client of HTTP/1.0 knows none
        HttpVersion version =
                response.getServletContextRequest().getConnectionMetaData().getHttpVersion();
        if (version.getVersion() < HttpVersion.HTTP_1_1.getVersion()) {
            return;
        }
        try (Blocker.Callback blocker = Blocker.callback()) {
            response.getResponse().writeInterim(status, fields).whenComplete((none, failure) -> {
                if (failure == null) {
                    blocker.succeeded();
                } else {
                    blocker.failed(failure);
                }
            });
            blocker.block();
        }
    }

    @Override
    public void sendError(int sc) throws IOException {
        sendError(sc, null);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        sendRedirect(location, HttpServletResponse.SC_MOVED_TEMPORARILY, true);
    }

    /** Redirects with a status of the 3xx class, and ends the response. */
    public void sendRedirect(int code, String location) throws IOException {
        sendRedirect(location, code, true);
    }

    /**
     * Redirects, and ends the response.
     *
     * @param code a status of the 3xx class
     * @param clearBuffer whether content that is not sent yet is dropped; a note takes its place where the connector
     *     generates content for redirections
     * @throws IllegalStateException if the response is committed
     */
    @Override
    public void sendRedirect(String location, int code, boolean clearBuffer) throws IOException {
        if (code < 300 || code > 399) {
            throw new IllegalArgumentException("Not a 3xx redirect code: " + code);
        }
        if (location == null) {
            throw new IllegalArgumentException("No location to redirect to");
        }
        if (clearBuffer) {
            resetBuffer();
            // that of what is dropped
            setContentLengthLong(-1);
        } else if (isCommitted()) {
            throw new IllegalStateException("cannot redirect committed response");
        }
        ServletContextRequest request = response.getServletContextRequest();
        String uri = Response.toRedirectURI(request, location);
        headers().put(HttpHeader.LOCATION, uri);
        setStatus(code);
        if (clearBuffer
                && request.getConnectionMetaData().getHttpConfiguration().isGenerateRedirectBody()) {
            byte[] note = Response.toRedirectNote(uri).getBytes(StandardCharsets.UTF_8);
            headers().remove(HttpHeader.CONTENT_ENCODING);
            headers().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
            setContentLength(note.length);
            response.getHttpOutput().write(note);
        }
        response.closeOutput();
    }

    @Override
    public void setDateHeader(String name, long date) {
        if (mayTake(name)) {
            headers().putDate(name, date);
        }
    }

    @Override
    public void addDateHeader(String name, long date) {
        if (mayTake(name)) {
            headers().addDateField(name, date);
        }
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (!mayTake(name)) {
            return;
        }
        switch (special(name)) {
            case 1 -> setContentType(value);
            case 2 -> setContentLength(name, value);
            default -> {
                if (value == null) {
                    headers().remove(name);
                } else {
                    headers().put(name, checked(name, value));
                }
            }
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (value == null || !mayTake(name)) {
            return;
        }
        switch (special(name)) {
            case 1 -> setContentType(value);
            case 2 -> setContentLength(name, value);
            default -> headers().add(name, checked(name, value));
        }
    }

    /**
     * Whether a field may still be set.
     *
     * @throws IllegalArgumentException if the name is no token (RFC 9110, section 5.1), as it may hold another field
     */
    private boolean mayTake(@Nullable String name) {
        if (name == null || name.isEmpty() || isCommitted()) {
            return false;
        }
        legal(name);
        return true;
    }

    private static String legal(String name) {
        if (!HttpTokens.isLegalFieldName(name)) {
            throw new IllegalArgumentException("Field name '" + name + "' (expected: a token)");
        }
        return name;
    }

    /**
     * Returns the value of a field, unless it could end the field and begin another (RFC 9110, section 5.5).
     *
     * @throws IllegalArgumentException if it has a control character other than a tab
     */
    private static String checked(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f) {
                throw new IllegalArgumentException("Control character 0x" + Integer.toHexString(c) + " in " + name);
            }
        }
        return value;
    }

    /** Names that are more than fields: 1 for the content type, 2 for the content length, else 0. */
    private static int special(String name) {
        int length = name.length();
        if (length == 12 && HttpHeader.CONTENT_TYPE.is(name)) {
            return 1;
        }
        if (length == 14 && HttpHeader.CONTENT_LENGTH.is(name)) {
            return 2;
        }
        return 0;
    }

    private void setContentLength(String name, @Nullable String value) {
        if (value == null) {
            setContentLengthLong(-1);
            return;
        }
        try {
            setContentLengthLong(Long.parseLong(value.trim()));
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException(name + ": " + value, x);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public void setStatus(int sc) {
        if (isCommitted()) {
            return;
        }
        // it may be replaced as long as nothing is sent
        if (HttpStatus.isInterim(sc)) {
            response.setInterimStatus(sc);
        } else {
            response.getResponse().setStatus(sc);
        }
    }

    @Override
    public int getStatus() {
        if (response.getInterimStatus() != 0) {
            return response.getInterimStatus();
        }
        int status = response.getResponse().getStatus();
        return status == 0 ? SC_OK : status;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return headers().get(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return headers().getValuesList(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return new ArrayList<>(headers().getFieldNamesCollection());
    }

    @Override
    public String getCharacterEncoding() {
        return response.getCharacterEncoding(false);
    }

    @Override
    public @Nullable String getContentType() {
        return response.getContentType();
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (response.isWriting()) {
            throw new IllegalStateException("WRITER");
        }
        response.setOutputType(OutputType.STREAM);
        return response.getHttpOutput();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (response.isStreaming()) {
            throw new IllegalStateException("STREAM");
        }
        ResponseWriter open = response.getWriter();
        if (open != null && response.isWriting()) {
            return open;
        }
        String encoding = response.getCharacterEncoding(true);
        Charset charset;
        try {
            charset = Charset.forName(encoding);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            throw unsupported(encoding, x);
        }
        ResponseWriter writer = response.openWriter(charset);
        response.setOutputType(OutputType.WRITER);
        return writer;
    }

    private static UnsupportedEncodingException unsupported(String encoding, Exception cause) {
        UnsupportedEncodingException x = new UnsupportedEncodingException(encoding);
        x.initCause(cause);
        return x;
    }

    @Override
    public void setCharacterEncoding(String encoding) {
        response.setCharacterEncoding(encoding, EncodingFrom.SET_CHARACTER_ENCODING);
    }

    @Override
    public void setContentLength(int len) {
        setContentLengthLong(len);
    }

    @Override
    public void setContentLengthLong(long len) {
        if (isCommitted()) {
            return;
        }
        HttpOutput output = response.getHttpOutput();
        if (len < 0) {
            output.setApplicationContentLength(-1);
            headers().remove(HttpHeader.CONTENT_LENGTH);
            return;
        }
        if (len < output.getWritten()) {
            throw new IllegalArgumentException(
                    "setContentLength(" + len + ") when already written " + output.getWritten());
        }
        output.setApplicationContentLength(len);
        headers().put(HttpHeader.CONTENT_LENGTH, len);
    }

    @Override
    public void setContentType(@Nullable String type) {
        if (!isCommitted()) {
            response.setContentType(type);
        }
    }

    /** Returns how many bytes of content the application has written. */
    public long getContentCount() {
        return response.getHttpOutput().getWritten();
    }

    @Override
    public void setBufferSize(int size) {
        if (isCommitted()) {
            throw new IllegalStateException("cannot set buffer size after response is in committed state");
        }
        response.getHttpOutput().setBufferSize(size);
    }

    @Override
    public int getBufferSize() {
        return response.getHttpOutput().getBufferSize();
    }

    @Override
    public void flushBuffer() throws IOException {
        response.getHttpOutput().flush();
    }

    @Override
    public void resetBuffer() {
        if (isCommitted()) {
            throw new IllegalStateException("cannot reset buffer on committed response");
        }
        response.getHttpOutput().resetBuffer();
        response.getHttpOutput().reopen();
    }

    @Override
    public boolean isCommitted() {
        // an error that will be answered counts as committed (HttpServletResponse.sendError)
        return response.isCommitted() || response.isSendError();
    }

    @Override
    public void reset() {
        if (isCommitted()) {
            throw new IllegalStateException("Committed");
        }
        response.reset();
    }

    @Override
    public void setLocale(Locale locale) {
        if (!isCommitted()) {
            response.setLocale(locale);
        }
    }

    @Override
    public Locale getLocale() {
        return response.getLocale();
    }

    @Override
    public @Nullable Supplier<Map<String, String>> getTrailerFields() {
        return response.getTrailers();
    }

    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> trailers) {
        if (isCommitted()) {
            throw new IllegalStateException("Committed");
        }
        if (trailers == null) {
            response.setTrailers(null);
            response.getResponse().setTrailersSupplier(null);
            return;
        }
        HttpVersion version =
                response.getServletContextRequest().getConnectionMetaData().getHttpVersion();
        if (version == null || version.compareTo(HttpVersion.HTTP_1_1) < 0) {
            throw new IllegalStateException("Trailers not supported in " + version);
        }
        if (version == HttpVersion.HTTP_1_1 && response.getHeaders().contains(HttpHeader.CONTENT_LENGTH)) {
            throw new IllegalStateException("Trailers need chunks, and the response has a Content-Length");
        }
        response.setTrailers(trailers);
        response.getResponse().setTrailersSupplier(() -> trailerFields(trailers.get()));
    }

    /** The content is sent already: a trailer that cannot follow it is told, and left out. */
    private @Nullable HttpFields trailerFields(@Nullable Map<String, String> trailers) {
        if (trailers == null) {
            return null;
        }
        HttpFields.Mutable fields = HttpFields.build();
        trailers.forEach((name, value) -> {
            try {
                if (value != null) {
                    fields.add(legal(name), checked(name, value));
                }
            } catch (IllegalArgumentException x) {
                LOG.warn(
                        "A trailer is left out of the response to {}: {}",
                        response.getServletContextRequest().getHttpURI(),
                        x.getMessage());
            }
        });
        return fields.asImmutable();
    }

    @Override
    public String toString() {
        return "ServletApiResponse@" + Integer.toHexString(hashCode()) + "[" + getStatus() + "," + headers() + "]";
    }
}
