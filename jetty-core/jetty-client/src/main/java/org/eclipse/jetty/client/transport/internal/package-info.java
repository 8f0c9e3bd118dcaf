/** The connection of HTTP/1.1: what sends requests over it, and what receives responses. */
@NullMarked
package org.eclipse.jetty.client.transport.internal;

import org.jspecify.annotations.NullMarked;
