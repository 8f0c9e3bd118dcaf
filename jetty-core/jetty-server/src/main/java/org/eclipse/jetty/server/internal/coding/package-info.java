/** What the handlers that decode requests and encode responses have in common (RFC 9110, section 8.4). */
@NullMarked
package org.eclipse.jetty.server.internal.coding;

import org.jspecify.annotations.NullMarked;
