/** Requests that are passed on to scripts of a FastCGI application, such as PHP. */
package org.eclipse.jetty.fcgi.proxy;
