/** The frames that sessions and streams are given, and give (RFC 9113, section 6). */
@NullMarked
package org.eclipse.jetty.http2.frames;

import org.jspecify.annotations.NullMarked;
