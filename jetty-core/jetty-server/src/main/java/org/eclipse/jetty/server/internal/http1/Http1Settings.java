package org.eclipse.jetty.server.internal.http1;

import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;

/** The settings of an HTTP/1.1 connection; see {@link org.eclipse.jetty.server.HttpConfiguration} for what each of them means. */
interface Http1Settings {
    int getRequestHeaderSize();

    int getHeaderCacheSize();

    HttpCompliance getHttpCompliance();

    UriCompliance getUriCompliance();

    /** Whether a request may be changed before it is handled, as by what a gateway says of it. */
    boolean isCustomized();

    int getInputBufferSize();

    boolean isUseInputDirectByteBuffers();

    int getMinInputBufferSpace();

    long getRequestHeadTimeout();

    long getMinRequestDataRate();

    long getRequestDataRateGrace();

    int getMaxUnconsumedRequestContentReads();

    int getResponseHeaderSize();

    int getMaxResponseHeaderSize();

    boolean isUseOutputDirectByteBuffers();

    long getMinResponseDataRate();

    boolean isPersistentConnectionsEnabled();

    int getMaxRequestsPerConnection();
}
