/** The answers to the challenges of a certificate authority, and the keys (RFC 8555). */
@NullMarked
package org.eclipse.jetty.acme.internal;

import org.jspecify.annotations.NullMarked;
