/** Contexts of TLS from key stores and PEM files, and the choice of a certificate by the name of the host. */
@NullMarked
package org.eclipse.jetty.util.ssl;

import org.jspecify.annotations.NullMarked;
