/** Content codings (RFC 9110, section 8.4.1), which are provided as services. */
package org.eclipse.jetty.compression;
