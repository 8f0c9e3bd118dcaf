/** Servlets for applications that speak FastCGI, such as those of PHP. */
@NullMarked
package org.eclipse.jetty.ee10.fcgi.proxy;

import org.jspecify.annotations.NullMarked;
