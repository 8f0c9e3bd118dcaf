/**
 * Exchanges on their way over a connection, for the transports.
 *
 * <p>A {@link org.eclipse.jetty.client.internal.SerialConnection} carries one exchange after the other, with a
 * {@link org.eclipse.jetty.client.internal.SerialSender} for each request and one
 * {@link org.eclipse.jetty.client.internal.SerialReceiver} for all responses. Transports that multiplex exchanges share the layers below:
 * {@link org.eclipse.jetty.client.internal.RequestSender} for requests, {@link org.eclipse.jetty.client.internal.ExchangeContent} for the
 * content of responses.
 */
@NullMarked
package org.eclipse.jetty.client.internal;

import org.jspecify.annotations.NullMarked;
