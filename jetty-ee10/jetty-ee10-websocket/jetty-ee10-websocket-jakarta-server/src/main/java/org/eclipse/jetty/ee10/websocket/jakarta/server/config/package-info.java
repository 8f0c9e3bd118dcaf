/** How server endpoints get into servlet contexts: found by annotation, or added by code. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.server.config;

import org.jspecify.annotations.NullMarked;
