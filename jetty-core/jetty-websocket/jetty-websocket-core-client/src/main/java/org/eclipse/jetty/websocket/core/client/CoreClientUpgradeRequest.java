package org.eclipse.jetty.websocket.core.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.jspecify.annotations.Nullable;

/** What a client asks of a server. Used for one handshake. Confined to its maker until it is sent. */
public abstract class CoreClientUpgradeRequest {
    private final URI uri;
    private final HttpFields.Mutable headers = HttpFields.build();
    private final List<UpgradeListener> listeners = new ArrayList<>();
    private List<String> subProtocols = List.of();
    private List<ExtensionConfig> extensions = List.of();
    private Configuration.Customizer configuration = configurable -> {};
    private @Nullable SSLContext sslContext;
    private long timeout;

    /** @param uri absolute, with scheme ws or wss and without fragment (RFC 6455, section 3) */
    protected CoreClientUpgradeRequest(URI uri) {
        String scheme = uri.getScheme();
        if (!"ws".equalsIgnoreCase(scheme) && !"wss".equalsIgnoreCase(scheme)
                || uri.getHost() == null
                || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "URI of a WebSocket: " + uri + " (expected: ws or wss, a host, and no fragment)");
        }
        this.uri = uri;
    }

    /** Returns a request for a handler. */
    public static CoreClientUpgradeRequest from(URI uri, FrameHandler handler) {
        Objects.requireNonNull(handler, "handler missing");
        return new CoreClientUpgradeRequest(uri) {
            @Override
            public FrameHandler getFrameHandler() {
                return handler;
            }
        };
    }

    /** Returns the handler of the session; called once the server has agreed. */
    public abstract FrameHandler getFrameHandler();

    public URI getURI() {
        return uri;
    }

    public boolean isSecure() {
        return "wss".equalsIgnoreCase(uri.getScheme());
    }

    public int getPort() {
        return uri.getPort() > 0 ? uri.getPort() : isSecure() ? 443 : 80;
    }

    /** Changes the fields that are sent beside those of the handshake. */
    public void headers(Consumer<HttpFields.Mutable> consumer) {
        consumer.accept(headers);
    }

    public HttpFields getHeaders() {
        return headers;
    }

    public List<String> getSubProtocols() {
        return subProtocols;
    }

    /** Offers subprotocols, the best first. */
    public void setSubProtocols(List<String> protocols) {
        subProtocols = List.copyOf(protocols);
    }

    public List<ExtensionConfig> getExtensions() {
        return extensions;
    }

    /** Offers extensions, the best first. */
    public void setExtensions(List<ExtensionConfig> configs) {
        extensions = List.copyOf(configs);
    }

    public Configuration.Customizer getConfiguration() {
        return configuration;
    }

    /** Sets the limits and sizes of the session. */
    public void setConfiguration(Configuration.Customizer customizer) {
        configuration = customizer;
    }

    public @Nullable SSLContext getSslContext() {
        return sslContext;
    }

    /** Sets what TLS connections are made with; null for that of the client. */
    public void setSslContext(@Nullable SSLContext context) {
        sslContext = context;
    }

    /** Returns milliseconds; 0 for those of the client. */
    public long getTimeout() {
        return timeout;
    }

    /** Sets in which time connecting, and then each step of the handshake, must be done. */
    public void timeout(long time, TimeUnit unit) {
        timeout = unit.toMillis(time);
    }

    public void addListener(UpgradeListener listener) {
        listeners.add(listener);
    }

    public List<UpgradeListener> getListeners() {
        return listeners;
    }
}
