/** Content codings that an application chooses for its HTTP client. */
@NullMarked
package org.eclipse.jetty.compression.client;

import org.jspecify.annotations.NullMarked;
