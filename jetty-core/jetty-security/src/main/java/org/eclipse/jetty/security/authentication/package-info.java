/** The mechanisms by which requests are authenticated. */
package org.eclipse.jetty.security.authentication;
