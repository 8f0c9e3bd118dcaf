/** Sources and sinks of content: of memory, files, streams, Reactive Streams, and the queue {@link AsyncContent}. */
package org.eclipse.jetty.io.content;
