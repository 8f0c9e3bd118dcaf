/**
 * Reads what one invocation says, enables the modules that it asks for with all that they need, and resolves their files.
 */
@NullMarked
package org.eclipse.jetty.start.session;

import org.jspecify.annotations.NullMarked;
