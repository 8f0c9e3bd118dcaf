/** Applications without servlets, of handlers and classes of their own. */
@NullMarked
package org.eclipse.jetty.coreapp;

import org.jspecify.annotations.NullMarked;
