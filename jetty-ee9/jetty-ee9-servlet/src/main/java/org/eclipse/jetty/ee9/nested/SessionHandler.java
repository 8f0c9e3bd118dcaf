package org.eclipse.jetty.ee9.nested;

/**
 * The session handlers that contexts of this environment take, under the name by which programs made for Jetty know them.
 * Thread-safe once started.
 */
public class SessionHandler extends org.eclipse.jetty.ee9.servlet.SessionHandler {}
