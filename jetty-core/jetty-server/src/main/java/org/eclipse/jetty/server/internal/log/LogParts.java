package org.eclipse.jetty.server.internal.log;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.log.LogFormat.Part;
import org.jspecify.annotations.Nullable;

/** The table of the codes of a request log's format; {@link CustomRequestLog} describes them. */
final class LogParts {
    /** The codes of more than one letter, which are looked for before those of one. */
    static final List<String> LONG_CODES = List.of("attr", "phase", "trace", "time", "uri", "ti", "to");

    private LogParts() {}

    /** Returns what a directive appends; throws an IllegalArgumentException whose message says what it has wrong. */
    static Part of(String code, @Nullable String argument) {
        return switch (code) {
            case "a" -> address(argument);
            case "h" -> address("client");
            case "v" -> address("server");
            case "A" -> address("local");
            // nobody asks clients for it (RFC 1413)
            case "l" -> (line, request, response) -> line.append('-');
            case "L" -> (line, request, response) -> LogText.append(line, Request.getLogId(request));
            case "p" -> port(argument);
            case "b" -> new LogSent(true);
            case "B" -> new LogSent(false);
            case "I" -> size(code, argument, (request, response) -> Request.getContentBytesRead(request));
            case "O" -> new LogSent(isClf(code, argument));
            case "S" ->
                size(
                        code,
                        argument,
                        (request, response) -> Math.max(0, Request.getContentBytesRead(request))
                                + Math.max(0, Response.getContentBytesWritten(response)));
            case "C" -> argument == null ? LogParts::cookies : cookie(argument);
            case "D" -> duration(TimeUnit.MICROSECONDS);
            case "T" -> duration(unit(code, argument));
            case "e" -> environment(needed(code, argument));
            case "f" -> (line, request, response) -> detail(line, request, true);
            case "R" -> (line, request, response) -> detail(line, request, false);
            case "H" ->
                ofRequestLine(new LogConstant(
                        request -> request.getConnectionMetaData().getProtocol()));
            case "i" -> new LogField(needed(code, argument));
            case "o" -> responseField(needed(code, argument));
            case "ti" -> requestTrailer(needed(code, argument));
            case "to" -> responseTrailer(needed(code, argument));
            case "k" ->
                (line, request, response) -> line.append(
                        request.getConnectionMetaData().getConnection().getMessagesIn());
            case "m" -> ofRequestLine(new LogConstant(Request::getMethod));
            case "q" -> LogParts::query;
            case "r" -> ofRequestLine(new LogRequestLine());
            case "s" -> new LogStatus();
            case "t" -> new LogDate(argument, "[", "]");
            case "time" -> new LogDate(argument, "", "");
            case "u" -> user(argument);
            case "U" ->
                (line, request, response) ->
                        LogText.append(line, request.getHttpURI().getPath());
            case "uri" -> uri(argument);
            case "attr" -> attribute(needed(code, argument));
            case "phase" -> phase(needed(code, argument));
            case "trace" -> trace(argument);
            case "X" -> LogParts::connection;
            default -> throw new IllegalArgumentException("unknown code %" + code);
        };
    }

    /** What the part appends; "-" for a request whose target, and with it all of its first line, is not known. */
    private static Part ofRequestLine(Part part) {
        return (line, request, response) -> {
            if (request.getHttpURI() == MetaData.Request.UNKNOWN_URI) {
                line.append('-');
            } else {
                part.append(line, request, response);
            }
        };
    }

    private static String needed(String code, @Nullable String argument) {
        if (argument == null) {
            throw new IllegalArgumentException("the code " + code + " without the argument that it needs");
        }
        return argument;
    }

    static IllegalArgumentException unexpected(String code, @Nullable String argument, String expected) {
        return new IllegalArgumentException(
                "the argument " + argument + " of the code " + code + " (expected: " + expected + ")");
    }

    // ---- addresses

    private static ConnectionMetaData network(Request request) {
        return Request.unWrap(request).getConnectionMetaData();
    }

    private static Part address(@Nullable String argument) {
        return switch (argument == null ? "server" : argument) {
            case "server" ->
                ofRequestLine((line, request, response) -> LogText.append(line, Request.getServerName(request)));
            case "client" ->
                new LogAddress(request -> request.getConnectionMetaData().getRemoteSocketAddress());
            case "local" -> new LogAddress(request -> network(request).getLocalSocketAddress());
            case "remote" -> new LogAddress(request -> network(request).getRemoteSocketAddress());
            default -> throw unexpected("a", argument, "server, client, local or remote");
        };
    }

    private static Part port(@Nullable String argument) {
        return switch (argument == null ? "server" : argument) {
            case "server" -> ofRequestLine((line, request, response) -> number(line, Request.getServerPort(request)));
            case "client" -> (line, request, response) -> number(line, Request.getRemotePort(request));
            case "local" ->
                (line, request, response) -> number(line, port(network(request).getLocalSocketAddress()));
            case "remote" ->
                (line, request, response) -> number(line, port(network(request).getRemoteSocketAddress()));
            default -> throw unexpected("p", argument, "server, client, local or remote");
        };
    }

    private static int port(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getPort() : -1;
    }

    static void number(LogLine line, long number) {
        if (number < 0) {
            line.append('-');
        } else {
            line.append(number);
        }
    }

    // ---- sizes and times

    /** Counts bytes. */
    @FunctionalInterface
    private interface Counter {
        long count(Request request, Response response);
    }

    private static Part size(String code, @Nullable String argument, Counter counter) {
        boolean clf = isClf(code, argument);
        return (line, request, response) -> {
            long count = counter.count(request, response);
            number(line, clf && count == 0 ? -1 : count);
        };
    }

    private static boolean isClf(String code, @Nullable String argument) {
        if (argument != null && !"CLF".equalsIgnoreCase(argument)) {
            throw unexpected(code, argument, "CLF or none");
        }
        return argument != null;
    }

    private static TimeUnit unit(String code, @Nullable String argument) {
        return switch (argument == null ? "s" : argument) {
            case "s" -> TimeUnit.SECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            default -> throw unexpected(code, argument, "s, ms or us");
        };
    }

    private static Part phase(String argument) {
        int bar = argument.indexOf('|');
        TimeUnit unit = unit("phase", bar < 0 ? "us" : argument.substring(bar + 1));
        PhaseGetter getter = getter(bar < 0 ? argument : argument.substring(0, bar));
        return (line, request, response) -> {
            RequestPhases phases = Request.getPhases(request);
            number(line, phases == null ? -1 : getter.get(phases, unit));
        };
    }

    /** Gets a time of a request; -1 if there is none. */
    @FunctionalInterface
    private interface PhaseGetter {
        long get(RequestPhases phases, TimeUnit unit);
    }

    private static PhaseGetter getter(String name) {
        return switch (name) {
            case "connect" -> RequestPhases::getConnect;
            case "tls" -> RequestPhases::getTls;
            case "total" -> RequestPhases::getTotal;
            case "read" -> (phases, unit) -> phases.get(RequestPhases.Wait.READ, unit);
            case "write" -> (phases, unit) -> phases.get(RequestPhases.Wait.WRITE, unit);
            case "head" -> of(RequestPhases.Phase.HEAD);
            case "queue" -> of(RequestPhases.Phase.QUEUE);
            case "server" -> of(RequestPhases.Phase.SERVER);
            case "application" -> of(RequestPhases.Phase.APPLICATION);
            case "response" -> of(RequestPhases.Phase.RESPONSE);
            case "after" -> of(RequestPhases.Phase.AFTER);
            default ->
                throw unexpected(
                        "phase",
                        name,
                        "head, queue, server, application, response, after, total, read, write, connect or tls");
        };
    }

    private static PhaseGetter of(RequestPhases.Phase phase) {
        return (phases, unit) -> phases.get(phase, unit);
    }

    private static Part duration(TimeUnit unit) {
        return (line, request, response) ->
                line.append(unit.convert(System.nanoTime() - request.getBeginNanoTime(), TimeUnit.NANOSECONDS));
    }

    // ---- fields

    private static void cookies(LogLine line, Request request, Response response) {
        List<HttpCookie> cookies = Request.getCookies(request);
        if (cookies.isEmpty()) {
            line.append('-');
            return;
        }
        for (int i = 0; i < cookies.size(); i++) {
            if (i > 0) {
                line.append(';');
            }
            HttpCookie cookie = cookies.get(i);
            LogText.appendEscaped(line, cookie.getName());
            line.append('=');
            LogText.appendEscaped(line, cookie.getValue());
        }
    }

    private static Part cookie(String name) {
        return (line, request, response) -> {
            List<HttpCookie> cookies = Request.getCookies(request);
            for (int i = 0; i < cookies.size(); i++) {
                HttpCookie cookie = cookies.get(i);
                if (name.equals(cookie.getName())) {
                    LogText.append(line, cookie.getValue());
                    return;
                }
            }
            line.append('-');
        };
    }

    private static Part responseField(String name) {
        HttpHeader header = HttpHeader.fromString(name);
        if (header != null) {
            return (line, request, response) ->
                    LogText.append(line, response.getHeaders().get(header));
        }
        return (line, request, response) ->
                LogText.append(line, response.getHeaders().get(name));
    }

    private static Part requestTrailer(String name) {
        return (line, request, response) -> {
            HttpFields trailers = request.getTrailers();
            LogText.append(line, trailers == null ? null : trailers.get(name));
        };
    }

    private static Part responseTrailer(String name) {
        return (line, request, response) -> {
            Supplier<HttpFields> supplier = response.getTrailersSupplier();
            HttpFields trailers = supplier == null ? null : supplier.get();
            LogText.append(line, trailers == null ? null : trailers.get(name));
        };
    }

    // ---- the target

    private static void query(LogLine line, Request request, Response response) {
        String query = request.getHttpURI().getQuery();
        if (query != null) {
            line.append('?');
            LogText.appendEscaped(line, query);
        }
    }

    private static Part uri(@Nullable String argument) {
        boolean path = true;
        boolean query = true;
        if (argument != null) {
            for (String option : argument.split(",", -1)) {
                switch (option.trim()) {
                    case "-query" -> query = false;
                    case "-path" -> path = false;
                    default -> throw unexpected("uri", argument, "-query, -path or both");
                }
            }
        }
        boolean withPath = path;
        boolean withQuery = query;
        return ofRequestLine((line, request, response) -> {
            HttpURI uri = request.getHttpURI();
            if (uri.getScheme() != null) {
                LogText.appendEscaped(line, uri.getScheme());
                line.append("://");
            }
            LogText.appendEscaped(line, uri.getAuthority());
            if (withPath) {
                LogText.appendEscaped(line, uri.getPath());
            }
            if (withQuery && uri.getQuery() != null) {
                line.append('?');
                LogText.appendEscaped(line, uri.getQuery());
            }
        });
    }

    // ---- what the server knows

    private static Part environment(String name) {
        LogLine value = new LogLine(64);
        LogText.append(value, System.getenv(name));
        return (line, request, response) -> line.append(value.array(), value.length());
    }

    private static Part attribute(String name) {
        return (line, request, response) -> {
            Object value = request.getAttribute(name);
            LogText.append(line, value == null ? null : value.toString());
        };
    }

    private static Part trace(@Nullable String argument) {
        Function<TraceContext, String> getter =
                switch (argument == null ? "id" : argument) {
                    case "id" -> TraceContext::getTraceId;
                    case "span" -> TraceContext::getSpanId;
                    case "sampled" -> context -> context.isSampled() ? "1" : "0";
                    default -> throw unexpected("trace", argument, "id, span, sampled or none");
                };
        return (line, request, response) -> {
            TraceContext context = Request.getTraceContext(request);
            LogText.append(line, context == null ? null : getter.apply(context));
        };
    }

    private static void detail(LogLine line, Request request, boolean file) {
        CustomRequestLog.LogDetail detail =
                request.getAttribute(CustomRequestLog.LOG_DETAIL) instanceof CustomRequestLog.LogDetail d ? d : null;
        LogText.append(line, detail == null ? null : file ? detail.realPath() : detail.handlerName());
    }

    private static Part user(@Nullable String argument) {
        if (argument != null && !"d".equals(argument)) {
            throw unexpected("u", argument, "d or none");
        }
        return new LogUser();
    }

    private static void connection(LogLine line, Request request, Response response) {
        if (!response.isCompletedSuccessfully()) {
            line.append('X');
        } else {
            line.append(request.getConnectionMetaData().isPersistent() ? '+' : '-');
        }
    }
}
