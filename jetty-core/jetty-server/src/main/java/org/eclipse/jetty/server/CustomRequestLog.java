package org.eclipse.jetty.server;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.server.internal.log.LogFormat;
import org.eclipse.jetty.server.internal.log.LogLine;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line of a chosen format for each request. Thread-safe.
 *
 * <table>
 * <caption>Codes of the format</caption>
 * <tr><td>%%</td><td>a percent sign</td></tr>
 * <tr><td>%{WHOSE}a</td><td>an address: of the server as the request names it ({@code server}, also without an argument), of
 * the client as proxies told it ({@code client}), of the connection here ({@code local}) or there ({@code remote})</td></tr>
 * <tr><td>%{WHOSE}p</td><td>the port of the same</td></tr>
 * <tr><td>%I, %O, %S</td><td>bytes of content received, sent, or both; with {@code CLF}, "-" instead of 0</td></tr>
 * <tr><td>%B, %b</td><td>as %O and %{CLF}O</td></tr>
 * <tr><td>%C, %{NAME}C</td><td>all cookies of the request, or the value of one</td></tr>
 * <tr><td>%D</td><td>the duration in microseconds</td></tr>
 * <tr><td>%{UNIT}T</td><td>the duration in {@code s} (also without an argument), {@code ms} or {@code us}</td></tr>
 * <tr><td>%{NAME}e</td><td>an environment variable</td></tr>
 * <tr><td>%f, %R</td><td>the file and the servlet that served the request, where there is a servlet layer</td></tr>
 * <tr><td>%h, %v, %A, %l</td><td>as %{client}a, %{server}a and %{local}a; always "-"</td></tr>
 * <tr><td>%L</td><td>the request, as the log and error pages name it</td></tr>
 * <tr><td>%H, %m, %q, %U</td><td>protocol, method, query with its question mark, path</td></tr>
 * <tr><td>%r</td><td>the request line</td></tr>
 * <tr><td>%{NAME}i, %{NAME}o</td><td>a field of the request, of the response</td></tr>
 * <tr><td>%{NAME}ti, %{NAME}to</td><td>a trailer field of the request, of the response</td></tr>
 * <tr><td>%k</td><td>how many requests came on the connection, with this one</td></tr>
 * <tr><td>%{NAME|UNIT}phase</td><td>a time by {@link RequestPhases}, if they are measured, in the UNIT {@code us} (also without one),
 * {@code ms} or {@code s}: of the phases {@code head}, {@code queue}, {@code server}, {@code application}, {@code response} and
 * {@code after}, which add up to {@code total}; of waits for content ({@code read}) and for writes ({@code write}); and for the first
 * request of a connection, from its acceptance to the request ({@code connect}), and of the TLS handshake in it ({@code tls})</td></tr>
 * <tr><td>%s</td><td>the status</td></tr>
 * <tr><td>%{FORMAT|ZONE|LOCALE}t</td><td>when the request began; each part may be left out</td></tr>
 * <tr><td>%{FORMAT|ZONE|LOCALE}time</td><td>the same without brackets</td></tr>
 * <tr><td>%u, %{d}u</td><td>the user</td></tr>
 * <tr><td>%{OPTIONS}uri</td><td>the URI, without a part by {@code -query} and {@code -path}</td></tr>
 * <tr><td>%{NAME}attr</td><td>an attribute of the request</td></tr>
 * <tr><td>%{PART}trace</td><td>the place of the request in a distributed trace, if it has one: {@code id} (also without one) for that of the
 * trace, {@code span} for its span, {@code sampled} for 1 or 0</td></tr>
 * <tr><td>%X</td><td>X if the response was not completed, + if the connection stays open, - if not</td></tr>
 * </table>
 *
 * <p>Status codes before the argument limit a code to responses with them, as in {@code %400,501{User-Agent}i}, and after an
 * exclamation mark to those with others. What is not known is "-". Quotes, backslashes and control characters of values are
 * escaped with a backslash, so that no client can forge a line.
 */
@ManagedObject("A request log of a chosen format")
public class CustomRequestLog extends ContainerLifeCycle implements RequestLog {
    public static final String DEFAULT_DATE_FORMAT = "dd/MMM/yyyy:HH:mm:ss ZZZ";
    public static final String NCSA_FORMAT = "%{client}a - %u %t \"%r\" %s %O";
    public static final String EXTENDED_NCSA_FORMAT = NCSA_FORMAT + " \"%{Referer}i\" \"%{User-Agent}i\"";

    /** The request attribute with the {@link LogDetail}. */
    public static final String LOG_DETAIL = CustomRequestLog.class.getName() + ".logDetail";

    private static final Logger LOG = LoggerFactory.getLogger(CustomRequestLog.class);
    private static final int LINE_CAPACITY = 256;
    private static final int MAX_KEPT_CAPACITY = 4096;

    // one line at a time needs no allocation; those who come at the same moment take a new one
    private final AtomicReference<LogLine> spare = new AtomicReference<>(new LogLine(LINE_CAPACITY));
    private final RequestLog.Writer writer;
    // the writer, if it takes lines without making strings of them; subclasses may have an own way to write these
    private final @Nullable RequestLogWriter lineWriter;
    private final String formatString;
    private final LogFormat format;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable BiPredicate<Request, Response> filter;
    private String @Nullable [] ignorePaths;
    private volatile @Nullable PathMappings<String> ignored;

    /** Writes the extended NCSA format to the logger "org.eclipse.jetty.server.RequestLog". */
    public CustomRequestLog() {
        this(new Slf4jRequestLogWriter(), EXTENDED_NCSA_FORMAT);
    }

    /** Writes the extended NCSA format to a file. */
    public CustomRequestLog(String file) {
        this(file, EXTENDED_NCSA_FORMAT);
    }

    public CustomRequestLog(String file, String format) {
        this(new RequestLogWriter(file), format);
    }

    /**
     * Creates a request log.
     *
     * @throws IllegalArgumentException if the format is not one
     */
    public CustomRequestLog(RequestLog.Writer writer, String format) {
        this.writer = writer;
        this.lineWriter =
                writer.getClass() == AsyncRequestLogWriter.class || writer.getClass() == RequestLogWriter.class
                        ? (RequestLogWriter) writer
                        : null;
        this.formatString = format;
        this.format = new LogFormat(format);
        installBean(writer);
    }

    /** Whether the format names the servlet or the file. */
    public boolean isLogDetailRequired() {
        return format.isDetailed();
    }

    /** Whether the request log of a server wants to know the servlet or the file. */
    public static boolean isLogDetailRequired(@Nullable Server server) {
        return server != null && server.getRequestLog() instanceof CustomRequestLog log && log.isLogDetailRequired();
    }

    /** Sets which requests are logged; null for all. */
    public void setFilter(BiPredicate<Request, Response> newFilter) {
        filter = newFilter;
    }

    @ManagedAttribute("What writes the lines")
    public RequestLog.Writer getWriter() {
        return writer;
    }

    @ManagedAttribute("The format of the lines")
    public String getFormatString() {
        return formatString;
    }

    /** Sets path specs of requests that are not logged; null for none. */
    public void setIgnorePaths(String[] specs) {
        PathMappings<String> mappings = null;
        if (specs != null && specs.length > 0) {
            mappings = new PathMappings<>();
            for (String spec : specs) {
                mappings.put(spec, spec);
            }
        }
        ignorePaths = specs == null ? null : specs.clone();
        ignored = mappings;
    }

    public String @Nullable [] getIgnorePaths() {
        return ignorePaths == null ? null : ignorePaths.clone();
    }

    @Override
    public void log(Request request, Response response) {
        PathMappings<String> ignoredNow = ignored;
        if (ignoredNow != null) {
            String path = request.getHttpURI().getCanonicalPath();
            if (path != null && ignoredNow.getMatched(path) != null) {
                return;
            }
        }
        BiPredicate<Request, Response> filterNow = filter;
        if (filterNow != null && !filterNow.test(request, response)) {
            return;
        }
        if (format.isPhased() && Request.getPhases(request) == null && warned.compareAndSet(false, true)) {
            LOG.warn("The format of the request log has the code %phase, but phases are not measured: set"
                    + " jetty.httpConfig.requestPhases=true");
        }
        LogLine line = spare.getAndSet(null);
        if (line == null) {
            line = new LogLine(LINE_CAPACITY);
        }
        try {
            format.append(line, request, response);
            if (lineWriter == null) {
                writer.write(line.toString());
            } else {
                lineWriter.writeLine(line);
            }
        } catch (IOException x) {
            LOG.warn("could not write the request log", x);
        } finally {
            if (line.capacity() <= MAX_KEPT_CAPACITY) {
                line.clear();
                spare.setRelease(line);
            }
        }
    }

    /**
     * What served a request.
     *
     * @param handlerName the name of the servlet
     * @param realPath the file behind the path
     */
    public record LogDetail(String handlerName, @Nullable String realPath) {}
}
