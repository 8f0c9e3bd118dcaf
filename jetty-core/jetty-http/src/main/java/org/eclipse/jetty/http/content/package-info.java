/** The content of static resources, with its caches and precompressed variants. */
@NullMarked
package org.eclipse.jetty.http.content;

import org.jspecify.annotations.NullMarked;
