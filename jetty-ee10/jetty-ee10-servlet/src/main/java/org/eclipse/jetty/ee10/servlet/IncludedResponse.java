package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.eclipse.jetty.ee10.servlet.api.IncludedResponseApi;

/** The response of an included servlet: it may write, and nothing else that it does to the response counts (Servlet section 9.3). */
final class IncludedResponse extends IncludedResponseApi {
    IncludedResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void reset() {}

    @Override
    public void resetBuffer() {
        // what the including servlet wrote is not the included servlet's to drop
        if (isCommitted()) {
            throw new IllegalStateException("Committed");
        }
    }

    @Override
    public void addCookie(Cookie cookie) {}

    @Override
    public void setDateHeader(String name, long date) {}

    @Override
    public void addDateHeader(String name, long date) {}

    @Override
    public void setHeader(String name, String value) {}

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void setIntHeader(String name, int value) {}

    @Override
    public void addIntHeader(String name, int value) {}

    @Override
    public void setStatus(int sc) {}

    @Override
    public void sendError(int sc) throws IOException {}

    @Override
    public void sendError(int sc, String msg) throws IOException {}

    @Override
    public void sendRedirect(String location) throws IOException {}

    @Override
    public void setContentType(String type) {}

    @Override
    public void setContentLength(int len) {}

    @Override
    public void setContentLengthLong(long len) {}

    @Override
    public void setCharacterEncoding(String charset) {}

    @Override
    public void setLocale(Locale loc) {}

    @Override
    public void setBufferSize(int size) {}
}
