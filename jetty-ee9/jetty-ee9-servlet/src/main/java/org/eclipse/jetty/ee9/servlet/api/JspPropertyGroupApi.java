package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;

/** The part of a JSP property group that exists in this version of the Servlet API only. */
public abstract class JspPropertyGroupApi implements JspPropertyGroupDescriptor {
    /** Known to newer versions of the API. */
    public abstract String getErrorOnELNotFound();
}
