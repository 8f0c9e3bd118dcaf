/** The rules of tokens and proofs, and the connection to the provider that issues them. */
@NullMarked
package org.eclipse.jetty.security.jwt.internal;

import org.jspecify.annotations.NullMarked;
