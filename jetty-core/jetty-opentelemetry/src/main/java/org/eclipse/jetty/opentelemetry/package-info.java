/** Traces of requests, and the export of traces and metrics by OTLP, the protocol of OpenTelemetry. */
package org.eclipse.jetty.opentelemetry;
