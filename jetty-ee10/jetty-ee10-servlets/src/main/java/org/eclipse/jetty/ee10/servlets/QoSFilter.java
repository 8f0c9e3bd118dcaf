package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Limits how many requests are served at a time, so that requests which need a scarce resource do not occupy all threads. Init
 * parameters:
 *
 * <ul>
 *   <li>{@code maxRequests} (10): how many requests are served at a time;
 *   <li>{@code maxPriority} (10): the highest priority of {@link #getPriority};
 *   <li>{@code waitMs} (50): milliseconds for which another one waits in its thread;
 *   <li>{@code suspendMs} (-1): milliseconds for which it waits thereafter without a thread; the default of the container if it is
 *       not positive. Those that have waited so long are answered by 503;
 *   <li>{@code managedAttr} (false): whether the filter is an attribute of the context, by its name.
 * </ul>
 *
 * <p>The filter and what it filters need asynchronous support; without, requests are refused after {@code waitMs}. A request
 * counts until the filter chain returns. Thread-safe.
 */
public class QoSFilter implements Filter {
    private int maxRequests;
    private long waitMs;
    private long suspendMs;
    private Admission admission;

    @Override
    public void init(FilterConfig config) {
        Settings settings = Settings.of(config);
        maxRequests = settings.integer("maxRequests", 10, 1);
        waitMs = settings.number("waitMs", 50, 0);
        suspendMs = settings.number("suspendMs", -1, -1);
        String attribute = QoSFilter.class.getName() + "@" + Integer.toHexString(System.identityHashCode(this));
        admission = new Admission(maxRequests, settings.integer("maxPriority", 10, 0), attribute);
        if (settings.flag("managedAttr", false)) {
            config.getServletContext().setAttribute(config.getFilterName(), this);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            switch (admission.enter(request, getPriority(request), waitMs, suspendMs)) {
                case PASSED -> pass(request, response, chain);
                case REFUSED -> refuse(response);
                case SUSPENDED -> {
                    // it comes back
                }
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            refuse(response);
        }
    }

    private void pass(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } finally {
            admission.leave();
        }
    }

    private static void refuse(ServletResponse response) throws IOException {
        ((HttpServletResponse) response).sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }

    /** Returns the priority of a request, from 0: 2 for an authenticated user, 1 within a session that is not new. */
    protected int getPriority(ServletRequest request) {
        HttpServletRequest http = (HttpServletRequest) request;
        if (http.getUserPrincipal() != null) {
            return 2;
        }
        var session = http.getSession(false);
        return session != null && !session.isNew() ? 1 : 0;
    }

    @Override
    public void destroy() {}

    /** Returns for how many milliseconds a request waits in its thread. */
    public long getWaitMs() {
        return waitMs;
    }

    /** Returns for how many milliseconds a request waits suspended. */
    public long getSuspendMs() {
        return suspendMs;
    }

    /** Returns how many requests are served at a time. */
    public int getMaxRequests() {
        return maxRequests;
    }
}
