package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.SessionCookieConfig;

/** The part of the session cookie configuration that exists in this version of the Servlet API only. */
public abstract class SessionCookieConfigApi implements SessionCookieConfig {}
