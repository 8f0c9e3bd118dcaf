package org.eclipse.jetty.ee10.websocket.server;

import java.io.IOException;
import java.util.List;
import org.eclipse.jetty.websocket.api.ExtensionConfig;
import org.eclipse.jetty.websocket.api.UpgradeResponse;
import org.jspecify.annotations.Nullable;

/** The response to a request to upgrade, which a creator may change, or send instead. Valid until the upgrade is done. */
public interface JettyServerUpgradeResponse extends UpgradeResponse {
    void addHeader(String name, String value);

    void setHeader(String name, @Nullable String value);

    void setHeader(String name, List<String> values);

    /** Answers 403: the request is not upgraded. */
    void sendForbidden(@Nullable String message) throws IOException;

    /** Answers with an error: the request is not upgraded. */
    void sendError(int statusCode, @Nullable String message) throws IOException;

    /** @param protocol one of those that the client offers; null for none */
    void setAcceptedSubProtocol(@Nullable String protocol);

    /** Chooses among the extensions that the client offers. */
    void setExtensions(List<ExtensionConfig> configs);

    void setStatusCode(int statusCode);

    /** Whether the response was sent. */
    boolean isCommitted();
}
