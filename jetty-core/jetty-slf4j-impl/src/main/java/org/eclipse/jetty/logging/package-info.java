/** The log of the server: levels by a properties file, lines that no text of a client can forge. */
@NullMarked
package org.eclipse.jetty.logging;

import org.jspecify.annotations.NullMarked;
