package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.http.HttpSession;

/** The part of a session that exists in this version of the Servlet API only. Thread-safe. */
public abstract class SessionApi implements HttpSession {}
