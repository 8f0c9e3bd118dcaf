/** What every module uses: callbacks and promises, buffers, attributes, pools, text, URIs and dates. */
@NullMarked
package org.eclipse.jetty.util;

import org.jspecify.annotations.NullMarked;
