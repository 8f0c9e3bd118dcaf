/** Users and groups of LDAP directories (RFC 4511), by the LDAP SDK of UnboundID, which must be on the class path. */
@NullMarked
package org.eclipse.jetty.security.ldap;

import org.jspecify.annotations.NullMarked;
