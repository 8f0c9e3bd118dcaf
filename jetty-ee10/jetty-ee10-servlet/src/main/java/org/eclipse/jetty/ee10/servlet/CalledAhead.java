package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** What a part that was called ahead of the servlet, such as an authentication module, has set for one request; few requests have it. */
final class CalledAhead {
    /** In place of the request of the channel, or null. */
    @Nullable
    HttpServletRequest request;
    /** In place of the response of the channel, or null. */
    @Nullable
    HttpServletResponse response;
    /** Called when the application is done, or null. */
    @Nullable
    Runnable afterwards;
}
