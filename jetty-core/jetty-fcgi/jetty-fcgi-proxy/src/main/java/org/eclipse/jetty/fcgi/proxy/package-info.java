/** Requests that are passed on to scripts of a FastCGI application, such as PHP. */
@NullMarked
package org.eclipse.jetty.fcgi.proxy;

import org.jspecify.annotations.NullMarked;
