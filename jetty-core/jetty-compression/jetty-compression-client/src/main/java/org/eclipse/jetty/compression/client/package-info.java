/** Content codings that an application chooses for its HTTP client. */
package org.eclipse.jetty.compression.client;
