/** Credentials and their digests, key stores and revocation lists. */
@NullMarked
package org.eclipse.jetty.util.security;

import org.jspecify.annotations.NullMarked;
