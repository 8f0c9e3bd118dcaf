package org.eclipse.jetty.server.internal.log;

import java.security.Principal;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** The name of the user; a deferred authentication that nobody asked for has none, and the log must not be what makes one. */
record LogUser() implements LogFormat.Part {
    @Override
    public void append(LogLine line, Request request, Response response) {
        Request.AuthenticationState state = Request.getAuthenticationState(request);
        Principal principal = state == null ? null : state.getUserPrincipal();
        LogText.append(line, principal == null ? null : principal.getName());
    }
}
