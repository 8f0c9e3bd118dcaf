/** Mappings of paths to resources, by servlet, regular expression and URI template. */
@NullMarked
package org.eclipse.jetty.http.pathmap;

import org.jspecify.annotations.NullMarked;
