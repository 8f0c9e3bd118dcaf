/** The files that make up an application, how a context is made from them, and the checks of what would be deployed. */
@NullMarked
package org.eclipse.jetty.deploy.internal;

import org.jspecify.annotations.NullMarked;
