package org.eclipse.jetty.ee10.servlet.isolation;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.isolation.SecretAnswer;

/** All that a servlet can get hold of while it serves a request, kept beyond its end. */
final class Kept {
    static final String ATTRIBUTE = "kept";

    final Way way;
    final HttpServletRequest request;
    final HttpServletResponse response;
    final HttpServletRequest wrapper;
    final HttpServletResponse responseWrapper;
    final Cookie[] cookies;
    final Map<String, String[]> parameters;
    final Enumeration<String> headerNames;
    final Enumeration<String> cookieHeaders;
    final HttpServletMapping mapping;
    final RequestDispatcher dispatcher;
    final StringBuffer url;
    ServletInputStream input;
    BufferedReader reader;
    ServletOutputStream output;
    PrintWriter writer;
    AsyncContext async;
    volatile AsyncEvent event;

    private final Map<String, String> values = new HashMap<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    Kept(Way way, HttpServletRequest request, HttpServletResponse response) {
        this.way = way;
        this.request = request;
        this.response = response;
        wrapper = new HttpServletRequestWrapper(request);
        responseWrapper = new HttpServletResponseWrapper(response);
        cookies = request.getCookies();
        parameters = request.getParameterMap();
        headerNames = request.getHeaderNames();
        headerNames.nextElement();
        cookieHeaders = request.getHeaders("Cookie");
        mapping = request.getHttpServletMapping();
        dispatcher = request.getRequestDispatcher("/late");
        url = request.getRequestURL();
    }

    /** Reads the request and answers it, as {@link SecretAnswer} says. */
    void answer() throws Exception {
        request.setAttribute(ATTRIBUTE, request.getHeader("Authorization"));
        String content;
        if (way == Way.CHARACTERS) {
            reader = request.getReader();
            content = reader.lines().collect(Collectors.joining());
        } else {
            input = request.getInputStream();
            content = new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
        String text = SecretAnswer.first(request.getMethod(), target(request), cookies[0].getValue()) + content;
        response.setHeader(SecretAnswer.FIELD, request.getHeader("Authorization"));
        response.setHeader("Set-Cookie", "secret=" + cookies[0].getValue());
        response.setContentLength(text.length());
        if (way == Way.CHARACTERS) {
            writer = response.getWriter();
            writer.print(text);
        } else {
            output = response.getOutputStream();
            output.write(text.getBytes(StandardCharsets.UTF_8));
        }
        response.flushBuffer();
        for (LateRead late : LateRead.all()) {
            if (late.own()) {
                values.put(late.name(), show(late.read().read(this)));
            }
        }
    }

    /** Starts an asynchronous cycle, whose last event is kept, too. */
    void startAsync() {
        async = request.startAsync();
        async.setTimeout(0);
        async.addListener(new AsyncListener() {
            @Override
            public void onComplete(AsyncEvent completed) {
                event = completed;
            }

            @Override
            public void onTimeout(AsyncEvent timeout) {}

            @Override
            public void onError(AsyncEvent error) {}

            @Override
            public void onStartAsync(AsyncEvent started) {}
        });
    }

    static String target(HttpServletRequest request) {
        return request.getRequestURI() + "?" + request.getQueryString();
    }

    /** What could be read when the response was written; null if it may have changed. */
    String valueWhenAnswered(LateRead late) {
        return values.get(late.name());
    }

    void see(Object what) {
        seen.add(String.valueOf(what));
    }

    void see(byte[] bytes, int length) {
        seen.add(new String(bytes, 0, Math.max(0, length), StandardCharsets.UTF_8));
    }

    List<String> seen() {
        return seen;
    }

    static String show(Object value) {
        if (value instanceof Object[] array) {
            return Arrays.stream(array).map(Kept::show).toList().toString();
        }
        if (value instanceof Cookie cookie) {
            return cookie.getName() + "=" + cookie.getValue();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + show(entry.getValue()))
                    .sorted()
                    .toList()
                    .toString();
        }
        if (value instanceof Enumeration<?> names) {
            StringBuilder rest = new StringBuilder();
            while (names.hasMoreElements()) {
                rest.append(names.nextElement()).append('\n');
            }
            return rest.toString();
        }
        return String.valueOf(value);
    }
}
