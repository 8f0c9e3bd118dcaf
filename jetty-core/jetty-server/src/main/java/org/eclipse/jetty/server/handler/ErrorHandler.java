package org.eclipse.jetty.server.handler;

import java.io.PrintWriter;
import java.io.StringWriter;
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
import org.eclipse.jetty.server.internal.HtmlPage;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Generates error pages as HTML, JSON or plain text, whichever the Accept field prefers (RFC 9110 section 12.5.1).
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

    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);
    private static final Set<String> ERROR_METHODS = Set.of("GET", "POST", "HEAD");
    private static final HttpField CACHE_CONTROL =
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "must-revalidate,no-cache,no-store");
    private static final List<String> TYPES = List.of("text/html", "application/json", "text/json", "text/plain");

    private boolean showStacks;
    private boolean showCauses;
    private boolean showOrigin;
    private boolean showMessageInTitle = true;
    private String defaultResponseMimeType = TYPES.get(0);
    private HttpField cacheControl = CACHE_CONTROL;

    public ErrorHandler() {
        super(InvocationType.NON_BLOCKING);
    }

    /** Whether errors of a method have a page. */
    public boolean errorPageForMethod(String method) {
        return ERROR_METHODS.contains(method);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (cacheControl != null) {
            response.getHeaders().put(cacheControl);
        }
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

    /** Writes the page in the type and charset that the client prefers; without content if it accepts none of ours. */
    protected void generateResponse(
            Request request, Response response, int status, String message, Throwable cause, Callback callback) {
        List<String> accepted = request.getHeaders().getQualityCSV(HttpHeader.ACCEPT);
        List<String> candidates = new ArrayList<>(accepted);
        if (candidates.isEmpty()) {
            if (request.getHeaders().contains(HttpHeader.ACCEPT)) {
                callbackWithout(response, callback);
                return;
            }
            candidates.add(defaultResponseMimeType);
        }
        Charset charset = charset(request);
        for (String candidate : candidates) {
            String type = known(candidate);
            if (type != null) {
                generateAcceptableResponse(request, response, callback, type, charset, status, message, cause);
                return;
            }
        }
        callbackWithout(response, callback);
    }

    private static void callbackWithout(Response response, Callback callback) {
        response.write(true, null, callback);
    }

    private String known(String accepted) {
        int parameters = accepted.indexOf(';');
        String type = (parameters < 0 ? accepted : accepted.substring(0, parameters)).trim();
        if ("*/*".equals(type)) {
            return defaultResponseMimeType;
        }
        if ("text/*".equalsIgnoreCase(type)) {
            return defaultResponseMimeType.startsWith("text/") ? defaultResponseMimeType : TYPES.get(0);
        }
        if ("application/*".equalsIgnoreCase(type)) {
            return "application/json";
        }
        for (String known : TYPES) {
            if (known.equalsIgnoreCase(type)) {
                return known;
            }
        }
        return null;
    }

    private static Charset charset(Request request) {
        for (String name : request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_CHARSET)) {
            if ("*".equals(name)) {
                return StandardCharsets.UTF_8;
            }
            try {
                Charset charset = Charset.forName(name);
                // some can only be read, as ISO-2022-CN
                if (charset.canEncode()) {
                    return charset;
                }
            } catch (IllegalArgumentException x) {
                LOG.debug("unknown charset {} is not used for an error page", name, x);
            }
        }
        return StandardCharsets.UTF_8;
    }

    /** Writes the page in one of the known types. */
    protected void generateAcceptableResponse(
            Request request,
            Response response,
            Callback callback,
            String contentType,
            Charset charset,
            int status,
            String message,
            Throwable cause) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        if (contentType.endsWith("json")) {
            writeErrorJson(request, writer, status, message, cause);
        } else if (contentType.endsWith("plain")) {
            writeErrorPlain(request, writer, status, message, cause);
        } else {
            writeErrorHtml(request, writer, charset, status, message, cause);
        }
        writer.flush();
        String encoding = charset.name().toLowerCase(Locale.ENGLISH);
        response.getHeaders()
                .put(
                        HttpHeader.CONTENT_TYPE,
                        contentType.endsWith("json") ? contentType : contentType + ";charset=" + encoding);
        Charset used = contentType.endsWith("json") ? StandardCharsets.UTF_8 : charset;
        ByteBuffer content = ByteBuffer.wrap(text.toString().getBytes(used));
        response.write(true, content, callback);
    }

    protected void writeErrorHtml(
            Request request, PrintWriter writer, Charset charset, int status, String message, Throwable cause) {
        StringWriter meta = new StringWriter();
        PrintWriter metaWriter = new PrintWriter(meta);
        writeErrorHtmlMeta(request, metaWriter, charset);
        metaWriter.flush();
        String title = "Error " + status + (showMessageInTitle && message != null ? " " + message : "");
        writer.append(HtmlPage.begin(charset.name(), title, meta.toString()));
        writeErrorHtmlBody(request, writer, status, message, cause);
        writer.append(HtmlPage.end());
    }

    /** Adds to the head of the HTML page. */
    protected void writeErrorHtmlMeta(Request request, PrintWriter writer, Charset charset) {}

    protected void writeErrorHtmlBody(
            Request request, PrintWriter writer, int status, String message, Throwable cause) {
        writer.append("<h2>HTTP ERROR ").append(Integer.toString(status));
        if (message != null) {
            writer.append(' ').append(StringUtil.sanitizeXmlString(message));
        }
        writer.append("</h2>\n<table>\n");
        row(writer, "URI", request.getHttpURI().getPathQuery());
        row(writer, "STATUS", Integer.toString(status));
        // the heading has said what the status means
        if (message != null && !message.equals(HttpStatus.getMessage(status))) {
            row(writer, "MESSAGE", message);
        }
        row(writer, "REQUEST", Request.getLogId(request));
        Object origin = isShown(request, ErrorHandler::isShowOrigin) ? request.getAttribute(ERROR_ORIGIN) : null;
        if (origin != null) {
            row(writer, "SERVLET", origin.toString());
        }
        if (isShown(request, ErrorHandler::isShowCauses)) {
            for (Throwable x : causes(cause)) {
                row(writer, "CAUSED BY", x.toString());
            }
        }
        writer.append("</table>\n");
        if (isShown(request, ErrorHandler::isShowStacks)) {
            for (Throwable x : causes(cause)) {
                writer.append("<h3>Caused by:</h3><pre>").append(StringUtil.sanitizeXmlString(trace(x)));
                writer.append("</pre>\n");
            }
        }
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
    private static Set<Throwable> causes(Throwable cause) {
        Set<Throwable> causes = new LinkedHashSet<>();
        Throwable x = cause;
        while (x != null && causes.add(x)) {
            x = x.getCause();
        }
        return causes;
    }

    private static void row(PrintWriter writer, String name, String value) {
        writer.append("<tr><th>").append(name).append(":</th><td>");
        writer.append(value == null ? "-" : StringUtil.sanitizeXmlString(value)).append("</td></tr>\n");
    }

    private static String trace(Throwable x) {
        StringWriter out = new StringWriter();
        x.printStackTrace(new PrintWriter(out, true));
        return out.toString();
    }

    protected void writeErrorPlain(Request request, PrintWriter writer, int status, String message, Throwable cause) {
        writer.append("HTTP ERROR ")
                .append(Integer.toString(status))
                .append(' ')
                .append(message)
                .append('\n');
        writer.append("URI: ").append(request.getHttpURI().getPathQuery()).append('\n');
        writer.append("STATUS: ").append(Integer.toString(status)).append('\n');
        writer.append("MESSAGE: ").append(message).append('\n');
        writer.append("REQUEST: ").append(Request.getLogId(request)).append('\n');
        Object origin = isShown(request, ErrorHandler::isShowOrigin) ? request.getAttribute(ERROR_ORIGIN) : null;
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

    protected void writeErrorJson(Request request, PrintWriter writer, int status, String message, Throwable cause) {
        writer.append("{\n  \"url\":\"").append(json(request.getHttpURI().getPathQuery()));
        writer.append("\",\n  \"status\":\"").append(Integer.toString(status));
        writer.append("\",\n  \"message\":\"").append(json(message));
        writer.append("\",\n  \"request\":\"")
                .append(json(Request.getLogId(request)))
                .append('"');
        Object origin = isShown(request, ErrorHandler::isShowOrigin) ? request.getAttribute(ERROR_ORIGIN) : null;
        if (origin != null) {
            writer.append(",\n  \"origin\":\"").append(json(origin.toString())).append('"');
        }
        if (isShown(request, ErrorHandler::isShowCauses)) {
            int i = 0;
            for (Throwable x : causes(cause)) {
                writer.append(",\n  \"cause").append(Integer.toString(i++)).append("\":\"");
                writer.append(json(x.toString())).append('"');
            }
        }
        writer.append("\n}\n");
    }

    private static String json(String text) {
        if (text == null) {
            return "";
        }
        StringBuilder builder = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> builder.append("\\\"");
                case '\\' -> builder.append("\\\\");
                case '\n' -> builder.append("\\n");
                case '\r' -> builder.append("\\r");
                case '\t' -> builder.append("\\t");
                // not to be taken for markup where somebody shows it as HTML
                case '<', '>', '&' -> builder.append("\\u00").append(Integer.toHexString(c));
                default -> {
                    if (c < ' ') {
                        builder.append("\\u00").append(c < 16 ? "0" : "").append(Integer.toHexString(c));
                    } else {
                        builder.append(c);
                    }
                }
            }
        }
        return builder.toString();
    }

    /** The content of the answer to a message that cannot be parsed; null for none. */
    public ByteBuffer badMessageError(int status, String reason, HttpFields.Mutable fields) {
        fields.put(HttpHeader.CONTENT_TYPE, "text/html;charset=iso-8859-1");
        return ByteBuffer.wrap((HtmlPage.begin("iso-8859-1", "Bad Message " + status, "") + "<h1>Bad Message " + status
                        + "</h1><pre>reason: "
                        + StringUtil.sanitizeXmlString(reason == null ? HttpStatus.getMessage(status) : reason)
                        + "</pre>\n" + HtmlPage.end())
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    @ManagedAttribute("The Cache-Control field of error pages; null for none")
    public String getCacheControl() {
        return cacheControl == null ? null : cacheControl.getValue();
    }

    public void setCacheControl(String value) {
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
        public ErrorRequest(Request request, int status, String message, Throwable cause) {
            super(request, new Attributes.Layer(request));
            setAttribute(ERROR_STATUS, status);
            if (message != null) {
                setAttribute(ERROR_MESSAGE, message);
            }
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
