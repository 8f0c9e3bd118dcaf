package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.page.HtmlPage;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.JsonText;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Generates error pages as HTML, JSON or plain text, whichever the Accept field prefers (RFC 9110, section 12.5.1).
 *
 * <p>Neither stack traces nor the cause are shown unless {@link #setShowStacks} and {@link #setShowCauses} say so. Thread-safe.
 */
@ManagedObject("Generates error pages")
public class ErrorHandler extends Handler.Abstract {
    /** The attribute of a request with the status of its error. */
    public static final String ERROR_STATUS = "org.eclipse.jetty.server.error_status";

    /** The attribute of a request with the message of its error. */
    public static final String ERROR_MESSAGE = "org.eclipse.jetty.server.error_message";

    /** The attribute of a request with the exception of its error. */
    public static final String ERROR_EXCEPTION = "org.eclipse.jetty.server.error_exception";

    /** The attribute of a request with what made its error, such as the name of a servlet. */
    public static final String ERROR_ORIGIN = "org.eclipse.jetty.server.error_origin";

    /** The attribute of a request with the context in which its error happened. */
    public static final String ERROR_CONTEXT = "org.eclipse.jetty.server.error_context";

    /** The methods whose errors have a page. */
    public static final Set<String> ERROR_METHODS = Set.of("GET", "POST", "HEAD");

    /** The Cache-Control field of error pages, unless another one is set. */
    public static final HttpField ERROR_CACHE_CONTROL =
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "must-revalidate,no-cache,no-store");

    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);
    private static final List<String> TYPES = List.of("text/html", "application/json", "text/json", "text/plain");

    private boolean showStacks;
    private boolean showCauses;
    private boolean showOrigin;
    private boolean showMessageInTitle = true;
    private String defaultResponseMimeType = TYPES.get(0);
    private @Nullable HttpField cacheControl = ERROR_CACHE_CONTROL;

    public ErrorHandler() {
        super(InvocationType.NON_BLOCKING);
    }

    /** Whether errors of a method have a page. */
    public boolean errorPageForMethod(String method) {
        return ERROR_METHODS.contains(method);
    }

    /** The error handler of a context, or else that of its server; each may be null. */
    public static Request.@Nullable Handler getErrorHandler(Server server, ContextHandler context) {
        Request.Handler own = context == null ? null : context.getErrorHandler();
        return own == null && server != null ? server.getErrorHandler() : own;
    }

    /** Answers a request with the page of an error; returns true. */
    public boolean writeError(Request request, Response response, Callback callback, int code) {
        Response.writeError(request, response, callback, code);
        return true;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        generateCacheControl(response);
        int status = request.getAttribute(ERROR_STATUS) instanceof Integer code ? code : response.getStatus();
        if (status <= 0) {
            status = HttpStatus.INTERNAL_SERVER_ERROR_500;
        }
        response.setStatus(status);
        if (!errorPageForMethod(request.getMethod()) || HttpStatus.hasNoBody(status)) {
            response.write(true, null, callback);
            return true;
        }
        String message =
                request.getAttribute(ERROR_MESSAGE) instanceof String text ? text : HttpStatus.getMessage(status);
        Throwable cause = request.getAttribute(ERROR_EXCEPTION) instanceof Throwable x ? x : null;
        generateResponse(request, response, status, message, cause, callback);
        return true;
    }

    /** Gives the response the Cache-Control field of error pages. */
    protected void generateCacheControl(Response response) {
        if (cacheControl != null) {
            response.getHeaders().put(cacheControl);
        }
    }

    /** Writes the page in the type and charset that the client prefers; without content if it accepts none of ours. */
    protected void generateResponse(
            Request request,
            Response response,
            int status,
            String message,
            @Nullable Throwable cause,
            Callback callback)
            throws IOException {
        List<String> accepted = request.getHeaders().getQualityCSV(HttpHeader.ACCEPT);
        List<String> candidates = new ArrayList<>(accepted);
        if (candidates.isEmpty()) {
            if (request.getHeaders().contains(HttpHeader.ACCEPT)) {
                callbackWithout(response, callback);
                return;
            }
            candidates.add(defaultResponseMimeType);
        }
        List<Charset> charsets = charsets(request);
        for (String candidate : candidates) {
            String type = expanded(candidate);
            if (generateAcceptableResponse(request, response, callback, type, charsets, status, message, cause)) {
                return;
            }
        }
        callbackWithout(response, callback);
    }

    private static void callbackWithout(Response response, Callback callback) {
        response.write(true, null, callback);
    }

    /** A type without parameters, and another in the place of a wildcard. */
    private String expanded(String accepted) {
        int parameters = accepted.indexOf(';');
        String type = (parameters < 0 ? accepted : accepted.substring(0, parameters))
                .trim()
                .toLowerCase(Locale.ENGLISH);
        return switch (type) {
            case "*/*" -> defaultResponseMimeType;
            case "text/*" -> defaultResponseMimeType.startsWith("text/") ? defaultResponseMimeType : TYPES.get(0);
            case "application/*" -> "application/json";
            default -> type;
        };
    }

    /** The charsets that the client accepts and that can be written; UTF-8 where it accepts any, or none of them. */
    private static List<Charset> charsets(Request request) {
        List<Charset> charsets = new ArrayList<>();
        for (String name : request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_CHARSET)) {
            if ("*".equals(name)) {
                charsets.add(StandardCharsets.UTF_8);
                continue;
            }
            try {
                Charset charset = Charset.forName(name);
                // some can only be read, as ISO-2022-CN
                if (charset.canEncode()) {
                    charsets.add(charset);
                }
            } catch (IllegalArgumentException x) {
                LOG.debug("unknown charset {} is not used for an error page", name, x);
            }
        }
        return charsets.isEmpty() ? List.of(StandardCharsets.UTF_8) : charsets;
    }

    /**
     * Writes the page in a type that the client accepts. Subclasses add types.
     *
     * @param contentType the type, without parameters
     * @param charsets the charsets that the client accepts, the preferred one first; never empty
     * @param message the message, or null
     * @param cause the failure, or null
     * @return whether the page is written, and the callback will be completed; if not, the next type is tried
     */
    protected boolean generateAcceptableResponse(
            Request request,
            Response response,
            Callback callback,
            String contentType,
            List<Charset> charsets,
            int status,
            String message,
            @Nullable Throwable cause)
            throws IOException {
        if (!TYPES.contains(contentType)) {
            return false;
        }
        boolean json = contentType.endsWith("json");
        Charset charset = json ? StandardCharsets.UTF_8 : charsets.get(0);
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        if (json) {
            writeErrorJson(request, writer, status, message, cause);
        } else if (contentType.endsWith("plain")) {
            writeErrorPlain(request, writer, status, message, cause);
        } else {
            writeErrorHtml(request, writer, charset, status, message, cause);
        }
        writer.flush();
        String encoding = charset.name().toLowerCase(Locale.ENGLISH);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, json ? contentType : contentType + ";charset=" + encoding);
        response.write(true, ByteBuffer.wrap(text.toString().getBytes(charset)), callback);
        return true;
    }

    /** Writes the whole HTML page. */
    protected void writeErrorHtml(
            Request request, Writer writer, Charset charset, int status, String message, @Nullable Throwable cause)
            throws IOException {
        writer.write(HtmlPage.head());
        writeErrorHtmlMeta(request, writer, charset);
        writeErrorHtmlHead(request, writer, status, message);
        writer.write(HtmlPage.body());
        writeErrorHtmlBody(request, writer, status, message, cause);
        writer.write(HtmlPage.end());
    }

    /** Writes the elements of the HTML head that say how to read the page. */
    protected void writeErrorHtmlMeta(Request request, Writer writer, Charset charset) throws IOException {
        writer.write(HtmlPage.meta(charset.name()));
    }

    /** Writes the title and the style of the HTML page. */
    protected void writeErrorHtmlHead(Request request, Writer writer, int status, String message) throws IOException {
        writer.write(HtmlPage.titleAndStyle(
                "Error " + status + (showMessageInTitle && message != null ? " " + message : "")));
    }

    /** Writes the body of the HTML page: the message, and stack traces where they are shown. */
    protected void writeErrorHtmlBody(
            Request request, Writer writer, int status, String message, @Nullable Throwable cause) throws IOException {
        writeErrorHtmlMessage(
                request, writer, status, message, cause, request.getHttpURI().getPathQuery());
        if (isShown(request, ErrorHandler::isShowStacks)) {
            writeErrorHtmlStacks(request, writer);
        }
    }

    /** Writes the heading, and a table that says what happened where. */
    protected void writeErrorHtmlMessage(
            Request request, Writer writer, int status, String message, @Nullable Throwable cause, @Nullable String uri)
            throws IOException {
        writer.write("<h2>HTTP ERROR ");
        writer.write(Integer.toString(status));
        if (message != null) {
            writer.write(" ");
            write(writer, message);
        }
        writer.write("</h2>\n<table>\n");
        htmlRow(writer, "URI", uri);
        htmlRow(writer, "STATUS", status);
        // the heading has said what the status means
        if (message != null && !message.equals(HttpStatus.getMessage(status))) {
            htmlRow(writer, "MESSAGE", message);
        }
        htmlRow(writer, "REQUEST", Request.getLogId(request));
        Object origin = origin(request);
        if (origin != null) {
            htmlRow(writer, "SERVLET", origin);
        }
        if (isShown(request, ErrorHandler::isShowCauses)) {
            for (Throwable x : causes(cause)) {
                htmlRow(writer, "CAUSED BY", x);
            }
        }
        writer.write("</table>\n");
    }

    /** Writes the stack traces of the failure and its causes. */
    protected void writeErrorHtmlStacks(Request request, Writer writer) throws IOException {
        if (request.getAttribute(ERROR_EXCEPTION) instanceof Throwable cause) {
            for (Throwable x : causes(cause)) {
                writer.write("<h3>Caused by:</h3><pre>");
                write(writer, trace(x));
                writer.write("</pre>\n");
            }
        }
    }

    /** What made the error, where it is shown. */
    private @Nullable Object origin(Request request) {
        return isShown(request, ErrorHandler::isShowOrigin) ? request.getAttribute(ERROR_ORIGIN) : null;
    }

    /** Whether this handler, or that of the server for all contexts, shows something. */
    private boolean isShown(Request request, Predicate<ErrorHandler> shows) {
        if (shows.test(this)) {
            return true;
        }
        Server server = request.getConnectionMetaData().getConnector().getServer();
        return server != null && server.getErrorHandler() instanceof ErrorHandler general && shows.test(general);
    }

    /** A failure and its causes, each once: causes may go round in a circle. */
    private static Set<Throwable> causes(@Nullable Throwable cause) {
        Set<Throwable> causes = new LinkedHashSet<>();
        Throwable x = cause;
        while (x != null && causes.add(x)) {
            x = x.getCause();
        }
        return causes;
    }

    /** Writes a row of the table; a value that is null is a hyphen. */
    protected void htmlRow(Writer writer, String name, @Nullable Object value) throws IOException {
        writer.write("<tr><th>");
        writer.write(name);
        writer.write(":</th><td>");
        write(writer, value == null ? "-" : value.toString());
        writer.write("</td></tr>\n");
    }

    /** Writes text with its special characters escaped; nothing for null. */
    protected void write(Writer writer, String text) throws IOException {
        if (text != null) {
            writer.write(StringUtil.sanitizeXmlString(text));
        }
    }

    private static String trace(Throwable x) {
        StringWriter out = new StringWriter();
        x.printStackTrace(new PrintWriter(out, true));
        return out.toString();
    }

    protected void writeErrorPlain(
            Request request, PrintWriter writer, int status, String message, @Nullable Throwable cause) {
        writer.append("HTTP ERROR ")
                .append(Integer.toString(status))
                .append(' ')
                .append(message)
                .append('\n');
        writer.append("URI: ").append(request.getHttpURI().getPathQuery()).append('\n');
        writer.append("STATUS: ").append(Integer.toString(status)).append('\n');
        writer.append("MESSAGE: ").append(message).append('\n');
        writer.append("REQUEST: ").append(Request.getLogId(request)).append('\n');
        Object origin = origin(request);
        if (origin != null) {
            writer.append("SERVLET: ").append(origin.toString()).append('\n');
        }
        if (isShown(request, ErrorHandler::isShowCauses)) {
            for (Throwable x : causes(cause)) {
                writer.append("CAUSED BY ").append(x.toString()).append('\n');
            }
        }
        if (cause != null && isShown(request, ErrorHandler::isShowStacks)) {
            writer.append(trace(cause));
        }
    }

    protected void writeErrorJson(
            Request request, PrintWriter writer, int status, String message, @Nullable Throwable cause) {
        StringBuilder json = new StringBuilder("{");
        appendMember(json, "url", request.getHttpURI().getPathQuery());
        appendMember(json, "status", Integer.toString(status));
        appendMember(json, "message", message);
        appendMember(json, "request", Request.getLogId(request));
        Object origin = origin(request);
        if (origin != null) {
            appendMember(json, "origin", origin.toString());
        }
        if (isShown(request, ErrorHandler::isShowCauses)) {
            int i = 0;
            for (Throwable x : causes(cause)) {
                appendMember(json, "cause" + i++, x.toString());
            }
        }
        writer.append(json).append("\n}\n");
    }

    private static void appendMember(StringBuilder json, String name, @Nullable String value) {
        json.append(json.length() > 1 ? ",\n  \"" : "\n  \"").append(name).append("\":");
        JsonText.appendQuoted(json, value == null ? "" : value);
    }

    /** The content of the answer to a message that cannot be parsed; null for none. */
    public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
        fields.put(HttpHeader.CONTENT_TYPE, "text/html;charset=iso-8859-1");
        return ByteBuffer.wrap((HtmlPage.begin("iso-8859-1", "Bad Message " + status) + "<h1>Bad Message " + status
                        + "</h1><pre>reason: "
                        + StringUtil.sanitizeXmlString(reason == null ? HttpStatus.getMessage(status) : reason)
                        + "</pre>\n" + HtmlPage.end())
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    @ManagedAttribute("The Cache-Control field of error pages; null for none")
    public @Nullable String getCacheControl() {
        return cacheControl == null ? null : cacheControl.getValue();
    }

    public void setCacheControl(@Nullable String value) {
        cacheControl = value == null ? null : new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, value);
    }

    @ManagedAttribute("Whether error pages show stack traces")
    public boolean isShowStacks() {
        return showStacks;
    }

    public void setShowStacks(boolean show) {
        showStacks = show;
    }

    @ManagedAttribute("Whether error pages show causes")
    public boolean isShowCauses() {
        return showCauses;
    }

    public void setShowCauses(boolean show) {
        showCauses = show;
    }

    @ManagedAttribute("Whether error pages name what made the error, such as a servlet")
    public boolean isShowOrigin() {
        return showOrigin;
    }

    public void setShowOrigin(boolean show) {
        showOrigin = show;
    }

    @ManagedAttribute("Whether the title of error pages shows the message")
    public boolean isShowMessageInTitle() {
        return showMessageInTitle;
    }

    public void setShowMessageInTitle(boolean show) {
        showMessageInTitle = show;
    }

    @ManagedAttribute("The type of error pages where the client says nothing")
    public String getDefaultResponseMimeType() {
        return defaultResponseMimeType;
    }

    public void setDefaultResponseMimeType(String type) {
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException("type " + type + " (expected: one of " + TYPES + ")");
        }
        defaultResponseMimeType = type;
    }

    /** A request for an error page: without content, with the attributes of the error. */
    public static class ErrorRequest extends Request.AttributesWrapper {
        public ErrorRequest(Request request, int status, @Nullable String message, @Nullable Throwable cause) {
            super(request, new Attributes.Layer(request));
            setAttribute(ERROR_STATUS, status);
            setAttribute(ERROR_MESSAGE, message == null ? HttpStatus.getMessage(status) : message);
            setAttribute(ERROR_CONTEXT, request.getContext());
            if (cause != null) {
                setAttribute(ERROR_EXCEPTION, cause);
            }
        }

        @Override
        public Content.Chunk read() {
            return Content.Chunk.EOF;
        }

        @Override
        public void demand(Runnable demandCallback) {
            demandCallback.run();
        }

        @Override
        public String toString() {
            return "ErrorRequest->" + getWrapped();
        }
    }
}
