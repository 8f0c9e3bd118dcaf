/** Content codings (RFC 9110, section 8.4.1): their choice, and encoding and decoding without blocking. */
@NullMarked
package org.eclipse.jetty.http.coding;

import org.jspecify.annotations.NullMarked;
