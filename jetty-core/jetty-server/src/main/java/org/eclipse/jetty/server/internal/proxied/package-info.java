/**
 * What a proxy in front says of a connection and of a request: the PROXY protocol, and the fields of RFC 7239
 * and their forerunners.
 */
@NullMarked
package org.eclipse.jetty.server.internal.proxied;

import org.jspecify.annotations.NullMarked;
