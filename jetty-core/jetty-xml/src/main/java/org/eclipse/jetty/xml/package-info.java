/** The XML format of Jetty, which makes objects and sets their properties, and the checks of such files before a start. */
@NullMarked
package org.eclipse.jetty.xml;

import org.jspecify.annotations.NullMarked;
