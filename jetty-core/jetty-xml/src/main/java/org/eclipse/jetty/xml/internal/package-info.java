/** The checks of what configuration files make together. */
@NullMarked
package org.eclipse.jetty.xml.internal;

import org.jspecify.annotations.NullMarked;
