package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A servlet that a dispatcher leads to. Thread-safe. */
interface DispatchTarget {
    /** Returns how the path led to the servlet; null when that is called by its name. */
    @Nullable
    ServletPathMapping mapping();

    /** Calls the servlet, with its filters. */
    void handle(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException;
}
