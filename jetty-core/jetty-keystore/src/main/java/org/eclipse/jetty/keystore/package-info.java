/** A key store with a self-signed certificate, made at the first start of a server that has no other one. */
@NullMarked
package org.eclipse.jetty.keystore;

import org.jspecify.annotations.NullMarked;
