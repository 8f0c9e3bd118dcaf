/** Names of Jetty's packages for the handlers and authenticators of the core, as far as published programs use them. */
package org.eclipse.jetty.ee9.security;
