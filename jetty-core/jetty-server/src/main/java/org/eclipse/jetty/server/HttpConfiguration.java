package org.eclipse.jetty.server;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.CookieCompliance;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.http.MultiPartCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;

/**
 * The settings of HTTP, for all versions of the protocol.
 *
 * <p>It is long because it is a table of settings. Set before the connector starts.
 */
@ManagedObject("HTTP configuration")
public class HttpConfiguration implements Dumpable {
    /** What the Server field says. */
    public static final String SERVER_VERSION = "Jetty(" + Jetty.VERSION + ")";

    private final List<Customizer> customizers = new CopyOnWriteArrayList<>();
    private final List<ComplianceViolation.Listener> complianceViolationListeners = new CopyOnWriteArrayList<>();
    private final Set<String> formEncodedMethods = ConcurrentHashMap.newKeySet();
    private boolean sendServerVersion;
    private boolean sendXPoweredBy;
    private boolean sendDateHeader = true;
    private int outputBufferSize = 32768;
    private int outputAggregationSize = -1;
    private int inputBufferSize = 8192;
    private int requestHeaderSize = 8192;
    private int responseHeaderSize = 8192;
    private int maxResponseHeaderSize = 16384;
    private int headerCacheSize = 8192;
    private int securePort;
    private String secureScheme = HttpScheme.HTTPS.asString();
    private long idleTimeout = -1;
    private int maxErrorDispatches = 1;
    private int minInputBufferSpace = 1024;
    private long minRequestDataRate = 240;
    private int maxQueryKeys = 20_000;
    private long requestDataRateGrace = 5000;
    private long minResponseDataRate = 240;
    private long requestHeadTimeout = -1;
    private int maxRequestsPerConnection = -1;
    private int maxUnconsumedRequestContentReads = 16;
    private HttpCompliance httpCompliance = HttpCompliance.RFC9110;
    private UriCompliance uriCompliance = UriCompliance.DEFAULT;
    private @Nullable UriCompliance redirectUriCompliance = UriCompliance.DEFAULT;
    private CookieCompliance requestCookieCompliance = CookieCompliance.RFC6265;
    private CookieCompliance responseCookieCompliance = CookieCompliance.RFC6265;
    private MultiPartCompliance multiPartCompliance = MultiPartCompliance.RFC7578;
    private @Nullable SocketAddress localAddress;
    private @Nullable HostPort serverAuthority;
    private boolean persistentConnectionsEnabled = true;
    private boolean useInputDirectByteBuffers = true;
    private boolean useOutputDirectByteBuffers = true;
    private boolean relativeRedirectAllowed = true;
    private boolean generateRedirectBody;
    private boolean headerCacheCaseSensitive;
    private boolean traceAllowed;
    private boolean notifyRemoteAsyncErrors = true;
    private boolean requestPhases;
    private @Nullable String requestIdField;

    public HttpConfiguration() {
        formEncodedMethods.add(HttpMethod.POST.asString());
        formEncodedMethods.add(HttpMethod.PUT.asString());
    }

    /** Copies all settings, customizers and listeners. */
    public HttpConfiguration(HttpConfiguration config) {
        customizers.addAll(config.customizers);
        complianceViolationListeners.addAll(config.complianceViolationListeners);
        formEncodedMethods.addAll(config.formEncodedMethods);
        sendServerVersion = config.sendServerVersion;
        sendXPoweredBy = config.sendXPoweredBy;
        sendDateHeader = config.sendDateHeader;
        outputBufferSize = config.outputBufferSize;
        outputAggregationSize = config.outputAggregationSize;
        inputBufferSize = config.inputBufferSize;
        requestHeaderSize = config.requestHeaderSize;
        responseHeaderSize = config.responseHeaderSize;
        maxResponseHeaderSize = config.maxResponseHeaderSize;
        headerCacheSize = config.headerCacheSize;
        securePort = config.securePort;
        secureScheme = config.secureScheme;
        idleTimeout = config.idleTimeout;
        maxErrorDispatches = config.maxErrorDispatches;
        minInputBufferSpace = config.minInputBufferSpace;
        minRequestDataRate = config.minRequestDataRate;
        maxQueryKeys = config.maxQueryKeys;
        requestDataRateGrace = config.requestDataRateGrace;
        requestHeadTimeout = config.requestHeadTimeout;
        maxRequestsPerConnection = config.maxRequestsPerConnection;
        minResponseDataRate = config.minResponseDataRate;
        maxUnconsumedRequestContentReads = config.maxUnconsumedRequestContentReads;
        httpCompliance = config.httpCompliance;
        uriCompliance = config.uriCompliance;
        redirectUriCompliance = config.redirectUriCompliance;
        requestCookieCompliance = config.requestCookieCompliance;
        responseCookieCompliance = config.responseCookieCompliance;
        multiPartCompliance = config.multiPartCompliance;
        localAddress = config.localAddress;
        serverAuthority = config.serverAuthority;
        persistentConnectionsEnabled = config.persistentConnectionsEnabled;
        useInputDirectByteBuffers = config.useInputDirectByteBuffers;
        useOutputDirectByteBuffers = config.useOutputDirectByteBuffers;
        relativeRedirectAllowed = config.relativeRedirectAllowed;
        generateRedirectBody = config.generateRedirectBody;
        headerCacheCaseSensitive = config.headerCacheCaseSensitive;
        traceAllowed = config.traceAllowed;
        notifyRemoteAsyncErrors = config.notifyRemoteAsyncErrors;
        requestPhases = config.requestPhases;
        requestIdField = config.requestIdField;
    }

    /** Adds what changes each request before it is handled, in the order of adding. */
    public void addCustomizer(Customizer customizer) {
        customizers.add(customizer);
    }

    public List<Customizer> getCustomizers() {
        return customizers;
    }

    public void setCustomizers(List<Customizer> newCustomizers) {
        customizers.clear();
        customizers.addAll(newCustomizers);
    }

    /** The first customizer of a type; null if there is none. */
    public <T> @Nullable T getCustomizer(Class<T> type) {
        for (Customizer customizer : customizers) {
            if (type.isInstance(customizer)) {
                return type.cast(customizer);
            }
        }
        return null;
    }

    public boolean removeCustomizer(Customizer customizer) {
        return customizers.remove(customizer);
    }

    /** Whether responses tell the server's version. */
    @ManagedAttribute("Whether responses have a Server field")
    public boolean getSendServerVersion() {
        return sendServerVersion;
    }

    public void setSendServerVersion(boolean send) {
        sendServerVersion = send;
    }

    @ManagedAttribute("Whether responses have an X-Powered-By field")
    public boolean getSendXPoweredBy() {
        return sendXPoweredBy;
    }

    public void setSendXPoweredBy(boolean send) {
        sendXPoweredBy = send;
    }

    @ManagedAttribute("Whether responses have a Date field (RFC 9110, section 6.6.1)")
    public boolean getSendDateHeader() {
        return sendDateHeader;
    }

    public void setSendDateHeader(boolean send) {
        sendDateHeader = send;
    }

    /** Writes the server's version between two texts, if it may be told. */
    public void writePoweredBy(Appendable out, String preamble, String postamble) throws IOException {
        if (getSendServerVersion()) {
            String text = Jetty.POWERED_BY;
            out.append(preamble).append(text).append(postamble);
        }
    }

    /** The bytes of response content that are gathered before they are sent. */
    public int getOutputBufferSize() {
        return outputBufferSize;
    }

    public void setOutputBufferSize(int value) {
        outputBufferSize = value;
    }

    /** Writes of at most this many bytes are gathered; -1 for a quarter of the output buffer. */
    @ManagedAttribute("Writes of at most this many bytes are gathered; -1 for a quarter of the output buffer.")
    public int getOutputAggregationSize() {
        return outputAggregationSize < 0 ? outputBufferSize / 4 : outputAggregationSize;
    }

    public void setOutputAggregationSize(int value) {
        outputAggregationSize = value;
    }

    /** The bytes read at once over HTTP/1.1, unless the connection factory is given others; -1 for its default. */
    public int getInputBufferSize() {
        return inputBufferSize;
    }

    public void setInputBufferSize(int value) {
        inputBufferSize = value;
    }

    /**
     * The most bytes of a request line and fields; more are answered by 431 (or 414).
     *
     * <p>Over HTTP/2 there is a second limit, of the fields as they are encoded: {@code maxHeaderBlockFragment} of the connection
     * factory, by default 32 KiB, beyond which the connection ends. To accept larger heads, raise both.
     */
    public int getRequestHeaderSize() {
        return requestHeaderSize;
    }

    public void setRequestHeaderSize(int value) {
        requestHeaderSize = value;
    }

    /** The bytes expected for the head of a response. */
    public int getResponseHeaderSize() {
        return responseHeaderSize;
    }

    public void setResponseHeaderSize(int value) {
        responseHeaderSize = value;
    }

    /** The most bytes of the head of a response; more are answered by 500. -1 for {@link #getResponseHeaderSize()}. */
    @ManagedAttribute("The most bytes of the head of a response")
    public int getMaxResponseHeaderSize() {
        return Math.max(maxResponseHeaderSize, responseHeaderSize);
    }

    public void setMaxResponseHeaderSize(int value) {
        maxResponseHeaderSize = value;
    }

    /**
     * The bytes of the head of a request that its connection remembers while it is in use: a line that is the same in the next request is
     * not parsed again. 0 for none; at most those of {@link #getRequestHeaderSize()}.
     */
    public int getHeaderCacheSize() {
        return headerCacheSize;
    }

    public void setHeaderCacheSize(int value) {
        headerCacheSize = value;
    }

    /** The port of confidential requests; 0 if there is none. */
    public int getSecurePort() {
        return securePort;
    }

    public void setSecurePort(int value) {
        securePort = value;
    }

    /** The scheme of confidential requests. */
    public String getSecureScheme() {
        return secureScheme;
    }

    public void setSecureScheme(String value) {
        secureScheme = value;
    }

    /** Milliseconds of idle time during a request; 0 for no limit, -1 for that of the connection. */
    public long getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(long value) {
        idleTimeout = value;
    }

    /** How often a request may be dispatched to error pages: more than once when the first page ends in an error itself. 0 for never. */
    public int getMaxErrorDispatches() {
        return maxErrorDispatches;
    }

    public void setMaxErrorDispatches(int value) {
        maxErrorDispatches = value;
    }

    /** The free bytes below which another input buffer is taken, while the application holds content of the one that there is. */
    public int getMinInputBufferSpace() {
        return minInputBufferSpace;
    }

    public void setMinInputBufferSpace(int value) {
        minInputBufferSpace = value;
    }

    /**
     * The fewest bytes per second of request content, on average over the time for which the server waits for them; fewer are
     * answered by 408. 0 for no limit.
     */
    @ManagedAttribute("The fewest bytes per second of request content; 0 for no limit")
    public long getMinRequestDataRate() {
        return minRequestDataRate;
    }

    public void setMinRequestDataRate(long value) {
        minRequestDataRate = value;
    }

    /** The most parameters that a query may have, when it is parsed; more are answered by 400. -1 for no limit. */
    @ManagedAttribute("The most parameters of a query; -1 for no limit")
    public int getMaxQueryKeys() {
        return maxQueryKeys;
    }

    public void setMaxQueryKeys(int max) {
        maxQueryKeys = max;
    }

    /** Milliseconds of waiting for request content before its rate counts. */
    public long getRequestDataRateGrace() {
        return requestDataRateGrace;
    }

    public void setRequestDataRateGrace(long value) {
        requestDataRateGrace = value;
    }

    /** Milliseconds that the head of a request may take, whether it is dripped or stops; 0 for no limit, -1 for the idle timeout. */
    @ManagedAttribute("Milliseconds that the head of a request may take; -1 for the idle timeout")
    public long getRequestHeadTimeout() {
        return requestHeadTimeout;
    }

    public void setRequestHeadTimeout(long value) {
        requestHeadTimeout = value;
    }

    /** The most requests of an HTTP/1.1 connection, which ends with the last one; -1 for no limit. */
    @ManagedAttribute("The most requests of an HTTP/1.1 connection; -1 for no limit")
    public int getMaxRequestsPerConnection() {
        return maxRequestsPerConnection;
    }

    public void setMaxRequestsPerConnection(int value) {
        maxRequestsPerConnection = value;
    }

    /**
     * The fewest bytes per second that a client must take of a write that waits for it, within each idle timeout; the
     * connection of one that takes fewer is closed, whatever the listeners of idle timeouts say. With 0 something must be taken
     * within each idle timeout; with less nothing need be.
     */
    @ManagedAttribute("The fewest bytes per second that a client must take of a response; 0 for any, -1 for none")
    public long getMinResponseDataRate() {
        return minResponseDataRate;
    }

    public void setMinResponseDataRate(long value) {
        minResponseDataRate = value;
    }

    /** How often unread content is read to keep a connection; 0 to close it at once, -1 for no limit. */
    public int getMaxUnconsumedRequestContentReads() {
        return maxUnconsumedRequestContentReads;
    }

    public void setMaxUnconsumedRequestContentReads(int value) {
        maxUnconsumedRequestContentReads = value;
    }

    /** What deviations of messages are accepted. */
    public HttpCompliance getHttpCompliance() {
        return httpCompliance;
    }

    public void setHttpCompliance(HttpCompliance value) {
        httpCompliance = value;
    }

    /** What deviations of URIs are accepted. */
    public UriCompliance getUriCompliance() {
        return uriCompliance;
    }

    public void setUriCompliance(UriCompliance value) {
        uriCompliance = value;
    }

    /** What deviations of URIs in redirections are accepted; null for no check. Others are answered by 500. */
    public @Nullable UriCompliance getRedirectUriCompliance() {
        return redirectUriCompliance;
    }

    public void setRedirectUriCompliance(@Nullable UriCompliance value) {
        redirectUriCompliance = value;
    }

    /** What deviations of Cookie fields are accepted. */
    public CookieCompliance getRequestCookieCompliance() {
        return requestCookieCompliance;
    }

    public void setRequestCookieCompliance(CookieCompliance value) {
        requestCookieCompliance = value;
    }

    /** What deviations of Set-Cookie fields are generated. */
    public CookieCompliance getResponseCookieCompliance() {
        return responseCookieCompliance;
    }

    public void setResponseCookieCompliance(CookieCompliance value) {
        responseCookieCompliance = value;
    }

    /** What deviations of multipart content are accepted. */
    public MultiPartCompliance getMultiPartCompliance() {
        return multiPartCompliance;
    }

    public void setMultiPartCompliance(MultiPartCompliance value) {
        multiPartCompliance = value;
    }

    /** Whether the time that each request spends in its phases is measured, for {@link Request#getPhases}. False by default. */
    @ManagedAttribute("Whether the phases of requests are measured")
    public boolean isRequestPhases() {
        return requestPhases;
    }

    public void setRequestPhases(boolean measured) {
        requestPhases = measured;
    }

    /**
     * The name of the response field that holds what {@link Request#getLogId} returns, such as {@code X-Request-ID}; null for none,
     * which is the default.
     */
    @ManagedAttribute("The name of the response field with the id of the request")
    public @Nullable String getRequestIdField() {
        return requestIdField;
    }

    /**
     * Sets the name of the response field with the id of the request; null or empty for none.
     *
     * @throws IllegalArgumentException if it is not a token (RFC 9110, section 5.1)
     */
    public void setRequestIdField(@Nullable String name) {
        if (name == null || name.isBlank()) {
            requestIdField = null;
            return;
        }
        if (!HttpTokens.isToken(name)) {
            throw new IllegalArgumentException("field name: " + name + " (expected: a token, as in X-Request-ID)");
        }
        requestIdField = name;
    }

    /** What is reported as the local address; null for that of the connection. */
    public @Nullable SocketAddress getLocalAddress() {
        return localAddress;
    }

    public void setLocalAddress(@Nullable SocketAddress value) {
        localAddress = value;
    }

    /** The host and port by which clients are taken to know this server; null for the local address. */
    public @Nullable HostPort getServerAuthority() {
        return serverAuthority;
    }

    public void setServerAuthority(@Nullable HostPort value) {
        serverAuthority = value;
    }

    /** Whether connections serve more than one request. */
    @ManagedAttribute("Whether connections serve more than one request.")
    public boolean isPersistentConnectionsEnabled() {
        return persistentConnectionsEnabled;
    }

    public void setPersistentConnectionsEnabled(boolean value) {
        persistentConnectionsEnabled = value;
    }

    /** Whether bytes are read into buffers outside the heap. */
    @ManagedAttribute("Whether bytes are read into buffers outside the heap.")
    public boolean isUseInputDirectByteBuffers() {
        return useInputDirectByteBuffers;
    }

    public void setUseInputDirectByteBuffers(boolean value) {
        useInputDirectByteBuffers = value;
    }

    /** Whether bytes are written from buffers outside the heap. */
    @ManagedAttribute("Whether bytes are written from buffers outside the heap.")
    public boolean isUseOutputDirectByteBuffers() {
        return useOutputDirectByteBuffers;
    }

    public void setUseOutputDirectByteBuffers(boolean value) {
        useOutputDirectByteBuffers = value;
    }

    /** Whether redirections are sent without scheme and authority (RFC 9110, section 10.2.2). */
    @ManagedAttribute("Whether redirections are sent without scheme and authority (RFC 9110, section 10.2.2).")
    public boolean isRelativeRedirectAllowed() {
        return relativeRedirectAllowed;
    }

    public void setRelativeRedirectAllowed(boolean value) {
        relativeRedirectAllowed = value;
    }

    /** Whether redirections have a page as content. */
    @ManagedAttribute("Whether redirections have a page as content.")
    public boolean isGenerateRedirectBody() {
        return generateRedirectBody;
    }

    public void setGenerateRedirectBody(boolean value) {
        generateRedirectBody = value;
    }

    /** Accepted for configurations that name it: what {@linkplain #getHeaderCacheSize() is remembered} is compared byte by byte in any case. */
    @ManagedAttribute("Accepted for configurations that name it: fields are always compared byte by byte.")
    public boolean isHeaderCacheCaseSensitive() {
        return headerCacheCaseSensitive;
    }

    public void setHeaderCacheCaseSensitive(boolean value) {
        headerCacheCaseSensitive = value;
    }

    /** Whether handlers get TRACE requests; if not, they are answered by 405. */
    @ManagedAttribute("Whether handlers get TRACE requests")
    public boolean isTraceAllowed() {
        return traceAllowed;
    }

    public void setTraceAllowed(boolean value) {
        traceAllowed = value;
    }

    /**
     * Whether the failure listeners of a request, such as those of a servlet's AsyncContext, are told at once that the
     * client has reset the stream or closed the connection. If not, the application learns it from its next read or write.
     * True by default.
     */
    @ManagedAttribute("Whether failure listeners hear at once what the client ends")
    public boolean isNotifyRemoteAsyncErrors() {
        return notifyRemoteAsyncErrors;
    }

    public void setNotifyRemoteAsyncErrors(boolean value) {
        notifyRemoteAsyncErrors = value;
    }

    public void setFormEncodedMethods(String... methods) {
        setFormEncodedMethods(Set.of(methods));
    }

    public void setFormEncodedMethods(Set<String> methods) {
        formEncodedMethods.clear();
        formEncodedMethods.addAll(methods);
    }

    /** The methods whose content may be a form. */
    public Set<String> getFormEncodedMethods() {
        return formEncodedMethods;
    }

    public void addFormEncodedMethod(String method) {
        formEncodedMethods.add(method);
    }

    public boolean isFormEncodedMethod(String method) {
        return formEncodedMethods.contains(method);
    }

    public void addComplianceViolationListener(ComplianceViolation.Listener listener) {
        complianceViolationListeners.add(listener);
    }

    public boolean removeComplianceViolationListener(ComplianceViolation.Listener listener) {
        return complianceViolationListeners.remove(listener);
    }

    public List<ComplianceViolation.Listener> getComplianceViolationListeners() {
        return complianceViolationListeners;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(
                out,
                indent,
                this,
                new DumpableCollection("customizers", customizers),
                new DumpableCollection("formEncodedMethods", formEncodedMethods),
                new DumpableCollection("complianceViolationListeners", complianceViolationListeners),
                "sendServerVersion=" + sendServerVersion,
                "sendXPoweredBy=" + sendXPoweredBy,
                "sendDateHeader=" + sendDateHeader,
                "outputBufferSize=" + outputBufferSize,
                "outputAggregationSize=" + getOutputAggregationSize(),
                "inputBufferSize=" + inputBufferSize,
                "requestHeaderSize=" + requestHeaderSize,
                "responseHeaderSize=" + responseHeaderSize,
                "maxResponseHeaderSize=" + getMaxResponseHeaderSize(),
                "headerCacheSize=" + headerCacheSize,
                "securePort=" + securePort,
                "secureScheme=" + secureScheme,
                "idleTimeout=" + idleTimeout,
                "maxErrorDispatches=" + maxErrorDispatches,
                "minInputBufferSpace=" + minInputBufferSpace,
                "minRequestDataRate=" + minRequestDataRate,
                "maxQueryKeys=" + maxQueryKeys,
                "requestDataRateGrace=" + requestDataRateGrace,
                "requestHeadTimeout=" + requestHeadTimeout,
                "maxRequestsPerConnection=" + maxRequestsPerConnection,
                "minResponseDataRate=" + minResponseDataRate,
                "maxUnconsumedRequestContentReads=" + maxUnconsumedRequestContentReads,
                "httpCompliance=" + httpCompliance,
                "uriCompliance=" + uriCompliance,
                "redirectUriCompliance=" + redirectUriCompliance,
                "requestCookieCompliance=" + requestCookieCompliance,
                "responseCookieCompliance=" + responseCookieCompliance,
                "multiPartCompliance=" + multiPartCompliance,
                "localAddress=" + localAddress,
                "serverAuthority=" + serverAuthority,
                "persistentConnectionsEnabled=" + persistentConnectionsEnabled,
                "useInputDirectByteBuffers=" + useInputDirectByteBuffers,
                "useOutputDirectByteBuffers=" + useOutputDirectByteBuffers,
                "relativeRedirectAllowed=" + relativeRedirectAllowed,
                "generateRedirectBody=" + generateRedirectBody,
                "headerCacheCaseSensitive=" + headerCacheCaseSensitive,
                "traceAllowed=" + traceAllowed,
                "notifyRemoteAsyncErrors=" + notifyRemoteAsyncErrors,
                "requestPhases=" + requestPhases,
                "requestIdField=" + requestIdField);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s@%x{%d/%d,%d/%d,%s://:%d}",
                getClass().getSimpleName(),
                hashCode(),
                outputAggregationSize,
                outputBufferSize,
                requestHeaderSize,
                responseHeaderSize,
                secureScheme,
                securePort);
    }

    /** Changes a request before it is handled. Thread-safe. */
    public interface Customizer {
        /**
         * The request, or a wrapper of it that later customizers and handlers get.
         *
         * @param responseHeaders the fields of the response, to which it may add
         */
        Request customize(Request request, HttpFields.Mutable responseHeaders);
    }

    /** A connection factory with an HTTP configuration. */
    public interface ConnectionFactory {
        HttpConfiguration getHttpConfiguration();
    }
}
