/** Logins by what is in the directory. */
package org.eclipse.jetty.plus.security;
