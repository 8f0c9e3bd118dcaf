/** Exchanges of the HTTP client as streams of sessions. */
@NullMarked
package org.eclipse.jetty.http2.client.transport.internal;

import org.jspecify.annotations.NullMarked;
