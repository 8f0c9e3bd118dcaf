/** Hashes of passwords in the forms that other programs use: modular crypt and PHC strings. */
@NullMarked
package org.eclipse.jetty.security.internal.hash;

import org.jspecify.annotations.NullMarked;
