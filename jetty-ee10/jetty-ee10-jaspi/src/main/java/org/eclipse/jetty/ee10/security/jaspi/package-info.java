/** The Servlet Container Profile of Jakarta Authentication. */
@NullMarked
package org.eclipse.jetty.ee10.security.jaspi;

import org.jspecify.annotations.NullMarked;
