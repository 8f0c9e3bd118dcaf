/** The mechanisms by which requests are authenticated. */
@NullMarked
package org.eclipse.jetty.security.authentication;

import org.jspecify.annotations.NullMarked;
