/** Login modules for users in properties files and databases. */
package org.eclipse.jetty.security.jaas.spi;
