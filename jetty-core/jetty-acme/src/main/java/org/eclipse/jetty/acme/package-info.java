/** Certificates from an authority that speaks ACME (RFC 8555). */
package org.eclipse.jetty.acme;
