package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The part of a servlet response that exists in this version of the Servlet API only. Confined to its connection. */
public abstract class ResponseApi implements HttpServletResponse {
    /** Known to newer versions of the API. */
    public abstract void sendRedirect(String location, int status, boolean clearBuffer) throws IOException;
}
