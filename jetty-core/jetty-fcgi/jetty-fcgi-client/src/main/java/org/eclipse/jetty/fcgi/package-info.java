/** The terms of FastCGI, and what scripts are named by. */
@NullMarked
package org.eclipse.jetty.fcgi;

import org.jspecify.annotations.NullMarked;
