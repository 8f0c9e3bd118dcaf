/**
 * HPACK, the header compression of HTTP/2 (RFC 7541).
 *
 * <pre>
 * octets of a block -&gt; {@link org.eclipse.jetty.http2.hpack.HpackDecoder} -&gt; fields, one by one
 * fields            -&gt; {@link org.eclipse.jetty.http2.hpack.HpackEncoder} -&gt; octets in an array
 * </pre>
 *
 * <p>Both work on byte arrays, keep their dynamic table in a ring of ready {@link org.eclipse.jetty.http.HttpField}s, and
 * take time linear in the octets that go in and come out: an indexed field is one look-up and no new object. Memory is
 * bounded by the capacity of the table (RFC 7541, section 4.1) and by the limit on the list of fields.
 */
@NullMarked
package org.eclipse.jetty.http2.hpack;

import org.jspecify.annotations.NullMarked;
