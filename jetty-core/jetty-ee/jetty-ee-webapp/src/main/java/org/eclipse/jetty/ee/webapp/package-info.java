/**
 * What web applications of all environments share: which classes of the server they see, how they load their own, and what
 * their libraries bring.
 */
@NullMarked
package org.eclipse.jetty.ee.webapp;

import org.jspecify.annotations.NullMarked;
