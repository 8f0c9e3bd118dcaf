/** HTTP messages: fields, URIs, cookies, dates and multipart; their parser and generator, and the compliance modes of all of them. */
@NullMarked
package org.eclipse.jetty.http;

import org.jspecify.annotations.NullMarked;
