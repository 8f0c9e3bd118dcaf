/** Callbacks in addition to those of Jakarta Authentication. */
package org.eclipse.jetty.ee10.security.jaspi.callback;
