/** Names of Jetty's packages for what is in {@code org.eclipse.jetty.ee9.servlet}, as far as published programs use them. */
package org.eclipse.jetty.ee9.nested;
