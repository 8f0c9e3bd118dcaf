/** Logins by what is in the directory. */
@NullMarked
package org.eclipse.jetty.plus.security;

import org.jspecify.annotations.NullMarked;
