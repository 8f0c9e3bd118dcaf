package org.eclipse.jetty.ee11.servlet.api;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.Charset;

/** The part of a servlet response that exists in this version of the Servlet API only. Confined to its connection. */
public abstract class ResponseApi implements HttpServletResponse {
    @Override
    public void setCharacterEncoding(Charset encoding) {
        setCharacterEncoding(encoding == null ? null : encoding.name());
    }
}
