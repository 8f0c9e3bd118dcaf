/** The servlet that serves JSP files. */
@NullMarked
package org.eclipse.jetty.ee10.jsp;

import org.jspecify.annotations.NullMarked;
