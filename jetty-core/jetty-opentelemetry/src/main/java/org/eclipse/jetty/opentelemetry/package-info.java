/** Traces of requests, and the export of traces and metrics by OTLP, the protocol of OpenTelemetry. */
@NullMarked
package org.eclipse.jetty.opentelemetry;

import org.jspecify.annotations.NullMarked;
