/** Sources and sinks of content: of memory, files, streams, Reactive Streams, and the queue {@link AsyncContent}. */
@NullMarked
package org.eclipse.jetty.io.content;

import org.jspecify.annotations.NullMarked;
