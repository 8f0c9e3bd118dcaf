/** Hashes of passwords in the forms that other programs use: modular crypt and PHC strings. */
package org.eclipse.jetty.security.internal.hash;
