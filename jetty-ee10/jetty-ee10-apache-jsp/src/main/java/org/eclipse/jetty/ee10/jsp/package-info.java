/** The servlet that serves JSP files. */
package org.eclipse.jetty.ee10.jsp;
