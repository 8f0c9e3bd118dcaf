package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import org.eclipse.jetty.ee10.servlet.api.ResponseWrapperApi;

/**
 * An application's wrapper that is not an HTTP response, seen as one: what the wrapper does not know is asked of the
 * container's own response.
 */
public class ServletResponseHttpWrapper extends ResponseWrapperApi {
    private final HttpServletResponse http;

    public ServletResponseHttpWrapper(ServletResponse response) {
        super(response);
        http = response instanceof HttpServletResponse direct ? direct : ContainerResponse.of(response);
    }

    @Override
    protected HttpServletResponse http() {
        return http;
    }

    @Override
    public void addCookie(Cookie cookie) {
        http.addCookie(cookie);
    }

    @Override
    public boolean containsHeader(String name) {
        return http.containsHeader(name);
    }

    @Override
    public String encodeURL(String url) {
        return http.encodeURL(url);
    }

    @Override
    public String encodeRedirectURL(String url) {
        return http.encodeRedirectURL(url);
    }

    @Override
    public void sendError(int sc, String msg) throws IOException {
        http.sendError(sc, msg);
    }

    @Override
    public void sendError(int sc) throws IOException {
        http.sendError(sc);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        http.sendRedirect(location);
    }

    @Override
    public void setDateHeader(String name, long date) {
        http.setDateHeader(name, date);
    }

    @Override
    public void addDateHeader(String name, long date) {
        http.addDateHeader(name, date);
    }

    @Override
    public void setHeader(String name, String value) {
        http.setHeader(name, value);
    }

    @Override
    public void addHeader(String name, String value) {
        http.addHeader(name, value);
    }

    @Override
    public void setIntHeader(String name, int value) {
        http.setIntHeader(name, value);
    }

    @Override
    public void addIntHeader(String name, int value) {
        http.addIntHeader(name, value);
    }

    @Override
    public void setStatus(int sc) {
        http.setStatus(sc);
    }

    @Override
    public String getHeader(String name) {
        return http.getHeader(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return http.getHeaderNames();
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return http.getHeaders(name);
    }

    @Override
    public int getStatus() {
        return http.getStatus();
    }
}
