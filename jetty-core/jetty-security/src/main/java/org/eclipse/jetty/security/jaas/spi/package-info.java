/** Login modules for users in properties files and databases. */
@NullMarked
package org.eclipse.jetty.security.jaas.spi;

import org.jspecify.annotations.NullMarked;
