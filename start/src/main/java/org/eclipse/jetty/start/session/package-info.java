/**
 * Reads what one invocation says, enables the modules that it asks for with all that they need, and resolves their files.
 */
package org.eclipse.jetty.start.session;
