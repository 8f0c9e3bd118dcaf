/** The frames that sessions and streams are given, and give (RFC 9113, section 6). */
package org.eclipse.jetty.http2.frames;
