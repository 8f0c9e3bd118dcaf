/** Files, entries of archives and content in memory under one type, {@link org.eclipse.jetty.util.resource.Resource}. */
@NullMarked
package org.eclipse.jetty.util.resource;

import org.jspecify.annotations.NullMarked;
