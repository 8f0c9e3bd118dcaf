package com.example.hello;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers the requests, and tells the number in the header {@code X-Request-Number}. Thread-safe. */
public final class CountingFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;

    /** The request attribute that holds the number. */
    static final String NUMBER = "com.example.hello.number";

    private final AtomicLong requests = new AtomicLong();

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Long number = requests.incrementAndGet();
        request.setAttribute(NUMBER, number);
        response.setHeader("X-Request-Number", number.toString());
        chain.doFilter(request, response);
    }
}
