/** How login modules ask for name and credential. */
package org.eclipse.jetty.security.jaas.callback;
