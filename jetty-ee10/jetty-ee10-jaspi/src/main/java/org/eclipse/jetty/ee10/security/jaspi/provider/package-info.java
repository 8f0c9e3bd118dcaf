/** A provider of the configuration of one authentication module. */
@NullMarked
package org.eclipse.jetty.ee10.security.jaspi.provider;

import org.jspecify.annotations.NullMarked;
