/** The Servlet Container Profile of Jakarta Authentication. */
package org.eclipse.jetty.ee10.security.jaspi;
