/** Applications that are files alone. */
@NullMarked
package org.eclipse.jetty.staticapp;

import org.jspecify.annotations.NullMarked;
