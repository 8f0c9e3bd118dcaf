/** The components of a server as MBeans, and the connector by which they are reached from other machines. */
@NullMarked
package org.eclipse.jetty.jmx;

import org.jspecify.annotations.NullMarked;
