/** A provider of the configuration of one authentication module. */
package org.eclipse.jetty.ee10.security.jaspi.provider;
