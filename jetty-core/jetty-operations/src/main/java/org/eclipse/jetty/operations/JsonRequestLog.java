package org.eclipse.jetty.operations;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Principal;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.DateCache;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each request as one line with one JSON object (RFC 8259). Thread-safe.
 *
 * <table>
 * <caption>Members, in this order; one without a value is left out</caption>
 * <tr><th>member</th><th>type</th><th>value</th></tr>
 * <tr><td>time</td><td>string</td><td>when the request began, in UTC, as RFC 3339 has it</td></tr>
 * <tr><td>id</td><td>string</td><td>the request, as the log and error pages name it</td></tr>
 * <tr><td>trace, span</td><td>string</td><td>its place in a distributed trace, if it has one</td></tr>
 * <tr><td>client</td><td>string</td><td>the address of the client, as a trusted proxy gave it</td></tr>
 * <tr><td>peer</td><td>string</td><td>the address of the other side of the connection</td></tr>
 * <tr><td>user</td><td>string</td><td>the name of the user</td></tr>
 * <tr><td>method, protocol</td><td>string</td><td>as in the request</td></tr>
 * <tr><td>scheme, authority, path, query</td><td>string</td><td>the parts of the URI, not decoded</td></tr>
 * <tr><td>status</td><td>number</td><td>the status of the response</td></tr>
 * <tr><td>completed</td><td>boolean</td><td>whether the response was sent whole</td></tr>
 * <tr><td>persistent</td><td>boolean</td><td>whether the connection stays open</td></tr>
 * <tr><td>requestBytes, responseBytes</td><td>number</td><td>bytes of content</td></tr>
 * <tr><td>duration</td><td>number</td><td>microseconds from the first byte of the request to its end</td></tr>
 * <tr><td>referer, userAgent</td><td>string</td><td>fields of the request</td></tr>
 * <tr><td>phases</td><td>object</td><td>microseconds by {@link RequestPhases}, if these are measured: head, queue, server,
 * application, response and after, whose sum is the duration</td></tr>
 * <tr><td>waits</td><td>object</td><td>microseconds within the phases: read, write</td></tr>
 * <tr><td>connection</td><td>object</td><td>microseconds before the first request of a connection: connect, tls</td></tr>
 * </table>
 */
@ManagedObject("A request log of JSON objects")
public class JsonRequestLog extends ContainerLifeCycle implements RequestLog {
    private static final Logger LOG = LoggerFactory.getLogger(JsonRequestLog.class);
    private static final int MAX_KEPT_CAPACITY = 4096;
    private static final TimeUnit UNIT = TimeUnit.MICROSECONDS;

    private final DateCache seconds =
            new DateCache("yyyy-MM-dd'T'HH:mm:ss", Locale.ENGLISH, TimeZone.getTimeZone("UTC"));
    private final AtomicReference<StringBuilder> spare = new AtomicReference<>(new StringBuilder(512));
    private final RequestLog.Writer writer;

    /** @param writer takes the lines */
    public JsonRequestLog(RequestLog.Writer writer) {
        this.writer = writer;
        installBean(writer);
    }

    @ManagedAttribute("What writes the lines")
    public RequestLog.Writer getWriter() {
        return writer;
    }

    @Override
    public void log(Request request, Response response) {
        StringBuilder line = spare.getAndSet(null);
        if (line == null) {
            line = new StringBuilder(512);
        }
        try {
            append(new JsonWriter(line), request, response);
            writer.write(line.toString());
        } catch (IOException x) {
            LOG.warn("could not write the request log", x);
        } finally {
            if (line.capacity() <= MAX_KEPT_CAPACITY) {
                line.setLength(0);
                spare.set(line);
            }
        }
    }

    private void append(JsonWriter json, Request request, Response response) {
        RequestPhases phases = Request.getPhases(request);
        json.beginObject();
        json.member("time", time(Request.getTimeStamp(request)));
        json.member("id", Request.getLogId(request));
        TraceContext trace = Request.getTraceContext(request);
        if (trace != null) {
            json.member("trace", trace.getTraceId());
            json.member("span", trace.getSpanId());
        }
        appendAddresses(json, request);
        appendRequestLine(json, request);
        json.member("status", response.getStatus());
        json.name("completed").value(response.isCompletedSuccessfully());
        json.name("persistent").value(request.getConnectionMetaData().isPersistent());
        json.member("requestBytes", Request.getContentBytesRead(request));
        json.member("responseBytes", Response.getContentBytesWritten(response));
        json.member(
                "duration",
                phases == null
                        ? UNIT.convert(System.nanoTime() - request.getBeginNanoTime(), TimeUnit.NANOSECONDS)
                        : phases.getTotal(UNIT));
        json.member("referer", request.getHeaders().get(HttpHeader.REFERER));
        json.member("userAgent", request.getHeaders().get(HttpHeader.USER_AGENT));
        if (phases != null) {
            appendPhases(json, phases);
        }
        json.endObject();
    }

    private String time(long millis) {
        long fraction = Math.floorMod(millis, 1000);
        return seconds.format(millis) + (fraction < 10 ? ".00" : fraction < 100 ? ".0" : ".") + fraction + "Z";
    }

    private static void appendAddresses(JsonWriter json, Request request) {
        json.member("client", Request.getRemoteAddr(request));
        SocketAddress peer = Request.unWrap(request).getConnectionMetaData().getRemoteSocketAddress();
        if (peer instanceof InetSocketAddress inet) {
            json.member("peer", Request.getHostName(inet));
        }
        // a deferred authentication that was not asked for has no principal: the log must not be what makes one
        Request.AuthenticationState state = Request.getAuthenticationState(request);
        Principal principal = state == null ? null : state.getUserPrincipal();
        json.member("user", principal == null ? null : principal.getName());
    }

    /** Appends what the first line tells; nothing if it could not be read. */
    private static void appendRequestLine(JsonWriter json, Request request) {
        HttpURI uri = request.getHttpURI();
        if (uri == MetaData.Request.UNKNOWN_URI) {
            return;
        }
        json.member("method", request.getMethod());
        json.member("scheme", uri.getScheme());
        json.member("authority", uri.getAuthority());
        json.member("path", uri.getPath());
        json.member("query", uri.getQuery());
        json.member("protocol", request.getConnectionMetaData().getProtocol());
    }

    private static void appendPhases(JsonWriter json, RequestPhases phases) {
        json.name("phases").beginObject();
        for (RequestPhases.Phase phase : RequestPhases.Phase.values()) {
            json.member(PhaseNames.of(phase), phases.get(phase, UNIT));
        }
        json.endObject();
        json.name("waits").beginObject();
        json.member("read", phases.get(RequestPhases.Wait.READ, UNIT));
        json.member("write", phases.get(RequestPhases.Wait.WRITE, UNIT));
        json.endObject();
        long connect = phases.getConnect(UNIT);
        if (connect >= 0) {
            json.name("connection").beginObject();
            json.member("connect", connect);
            json.member("tls", phases.getTls(UNIT));
            json.endObject();
        }
    }
}
