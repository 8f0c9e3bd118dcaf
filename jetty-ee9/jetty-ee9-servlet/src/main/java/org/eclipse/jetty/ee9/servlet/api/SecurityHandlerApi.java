package org.eclipse.jetty.ee9.servlet.api;

import org.eclipse.jetty.ee9.security.SecurityHandler;

/** What the security handler of this environment is, beside that of the core. Thread-safe once started. */
public abstract class SecurityHandlerApi extends SecurityHandler {}
