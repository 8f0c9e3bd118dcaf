/** What endpoints of the API are made of: methods, message sinks and callbacks. */
@NullMarked
package org.eclipse.jetty.websocket.common.internal;

import org.jspecify.annotations.NullMarked;
