/**
 * What modules and XML files say of properties, and which of the properties that were set nothing reads.
 */
@NullMarked
package org.eclipse.jetty.start.properties;

import org.jspecify.annotations.NullMarked;
