/** How clients connect endpoints. */
@NullMarked
package org.eclipse.jetty.ee10.websocket.jakarta.client.internal;

import org.jspecify.annotations.NullMarked;
