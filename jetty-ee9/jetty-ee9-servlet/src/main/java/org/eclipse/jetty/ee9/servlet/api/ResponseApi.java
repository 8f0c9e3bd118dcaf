package org.eclipse.jetty.ee9.servlet.api;

import java.io.IOException;
import org.eclipse.jetty.ee9.nested.Response;

/** The part of a servlet response that exists in this version of the Servlet API only. Confined to its connection. */
public abstract class ResponseApi extends Response {
    /** Known to newer versions of the API. */
    public abstract void sendRedirect(String location, int status, boolean clearBuffer) throws IOException;

    @Override
    @Deprecated
    public String encodeUrl(String url) {
        return encodeURL(url);
    }

    @Override
    @Deprecated
    public String encodeRedirectUrl(String url) {
        return encodeRedirectURL(url);
    }

    /** Sets the status; the message is not sent, as clients ignore it (RFC 9112, section 4) and HTTP/2 has none. */
    @Override
    @Deprecated
    public void setStatus(int status, String message) {
        setStatus(status);
    }
}
