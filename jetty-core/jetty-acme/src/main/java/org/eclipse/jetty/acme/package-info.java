/** Certificates from an authority that speaks ACME (RFC 8555). */
@NullMarked
package org.eclipse.jetty.acme;

import org.jspecify.annotations.NullMarked;
