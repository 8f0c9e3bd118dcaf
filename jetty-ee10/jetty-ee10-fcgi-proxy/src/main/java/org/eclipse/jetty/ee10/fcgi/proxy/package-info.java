/** Servlets for applications that speak FastCGI, such as those of PHP. */
package org.eclipse.jetty.ee10.fcgi.proxy;
