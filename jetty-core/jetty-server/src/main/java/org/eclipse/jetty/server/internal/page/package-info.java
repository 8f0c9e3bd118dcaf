/** Pages that the server writes itself. */
@NullMarked
package org.eclipse.jetty.server.internal.page;

import org.jspecify.annotations.NullMarked;
