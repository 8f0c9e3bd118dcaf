/** How the archive of an application is unpacked, and how its context is as before once it has stopped. */
@NullMarked
package org.eclipse.jetty.ee10.webapp.internal;

import org.jspecify.annotations.NullMarked;
