/** Deploys the applications that lie in directories, and follows their changes. */
@NullMarked
package org.eclipse.jetty.deploy;

import org.jspecify.annotations.NullMarked;
