/** Authentication by access tokens: signed ones (RFC 9068) and opaque ones (RFC 7662), as bearer or bound to the client. */
@NullMarked
package org.eclipse.jetty.security.jwt;

import org.jspecify.annotations.NullMarked;
