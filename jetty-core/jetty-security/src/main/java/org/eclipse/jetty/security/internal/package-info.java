/** What authenticators and login services share, and nobody else needs. */
@NullMarked
package org.eclipse.jetty.security.internal;

import org.jspecify.annotations.NullMarked;
