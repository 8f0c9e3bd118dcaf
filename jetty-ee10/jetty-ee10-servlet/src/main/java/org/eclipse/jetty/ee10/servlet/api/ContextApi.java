package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.ServletContext;

/** The part of a servlet context that exists in this version of the Servlet API only. Thread-safe. */
public abstract class ContextApi implements ServletContext {}
