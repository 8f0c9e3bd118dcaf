/** Content codings (RFC 9110, section 8.4.1), which are provided as services. */
@NullMarked
package org.eclipse.jetty.compression;

import org.jspecify.annotations.NullMarked;
