/** How server endpoints get into servlet contexts: found by annotation, or added by code. */
package org.eclipse.jetty.ee10.websocket.jakarta.server.config;
