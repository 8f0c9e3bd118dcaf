package org.eclipse.jetty.ee9.nested;

import jakarta.servlet.http.HttpServletResponse;

/**
 * The response that a servlet gets when no filter has wrapped it: programs made for Jetty cast to this type. Confined to
 * its request.
 */
public abstract class Response implements HttpServletResponse {}
