/** Parts of the parsers of messages, fields and multipart content. */
@NullMarked
package org.eclipse.jetty.http.internal;

import org.jspecify.annotations.NullMarked;
