package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.security.Principal;
import java.util.Collection;
import java.util.Enumeration;
import org.eclipse.jetty.ee10.servlet.api.RequestWrapperApi;

/**
 * An application's wrapper that is not an HTTP request, seen as one: what the wrapper does not know is asked of the
 * container's own request.
 */
public class ServletRequestHttpWrapper extends RequestWrapperApi {
    private final HttpServletRequest http;

    public ServletRequestHttpWrapper(ServletRequest request) {
        super(request);
        http = request instanceof HttpServletRequest direct ? direct : ContainerRequest.of(request);
    }

    @Override
    public String getAuthType() {
        return http.getAuthType();
    }

    @Override
    public Cookie[] getCookies() {
        return http.getCookies();
    }

    @Override
    public long getDateHeader(String name) {
        return http.getDateHeader(name);
    }

    @Override
    public String getHeader(String name) {
        return http.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return http.getHeaderNames();
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return http.getHeaders(name);
    }

    @Override
    public int getIntHeader(String name) {
        return http.getIntHeader(name);
    }

    @Override
    public String getMethod() {
        return http.getMethod();
    }

    @Override
    public String getPathInfo() {
        return http.getPathInfo();
    }

    @Override
    public String getPathTranslated() {
        return http.getPathTranslated();
    }

    @Override
    public String getContextPath() {
        return http.getContextPath();
    }

    @Override
    public String getQueryString() {
        return http.getQueryString();
    }

    @Override
    public String getRemoteUser() {
        return http.getRemoteUser();
    }

    @Override
    public boolean isUserInRole(String role) {
        return http.isUserInRole(role);
    }

    @Override
    public Principal getUserPrincipal() {
        return http.getUserPrincipal();
    }

    @Override
    public String getRequestedSessionId() {
        return http.getRequestedSessionId();
    }

    @Override
    public String getRequestURI() {
        return http.getRequestURI();
    }

    @Override
    public StringBuffer getRequestURL() {
        return http.getRequestURL();
    }

    @Override
    public String getServletPath() {
        return http.getServletPath();
    }

    @Override
    public HttpSession getSession(boolean create) {
        return http.getSession(create);
    }

    @Override
    public HttpSession getSession() {
        return http.getSession();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return http.isRequestedSessionIdValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return http.isRequestedSessionIdFromCookie();
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return http.isRequestedSessionIdFromURL();
    }

    @Override
    public boolean authenticate(HttpServletResponse response) throws IOException, ServletException {
        return http.authenticate(response);
    }

    @Override
    public Part getPart(String name) throws IOException, ServletException {
        return http.getPart(name);
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return http.getParts();
    }

    @Override
    public void login(String username, String password) throws ServletException {
        http.login(username, password);
    }

    @Override
    public void logout() throws ServletException {
        http.logout();
    }

    @Override
    public String changeSessionId() {
        return http.changeSessionId();
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws IOException, ServletException {
        return http.upgrade(handlerClass);
    }
}
