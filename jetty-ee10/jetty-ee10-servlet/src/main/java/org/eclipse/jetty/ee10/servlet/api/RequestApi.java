package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.ServletConnection;
import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;

/** The part of a servlet request that exists in this version of the Servlet API only. Confined to its connection. */
public abstract class RequestApi implements HttpServletRequest {
    /** Returns the core request that answers for this servlet request. */
    public abstract Request getRequest();

    @Override
    public String getRequestId() {
        return getRequest().getConnectionMetaData().getId() + "#" + getRequest().getId();
    }

    @Override
    public String getProtocolRequestId() {
        return switch (getRequest().getConnectionMetaData().getHttpVersion()) {
            case HTTP_2, HTTP_3 -> getRequest().getId();
            default -> "";
        };
    }

    @Override
    public ServletConnection getServletConnection() {
        ConnectionMetaData connection = getRequest().getConnectionMetaData();
        return new ServletConnection() {
            @Override
            public String getConnectionId() {
                return connection.getId();
            }

            @Override
            public String getProtocol() {
                // the name that ALPN has for it
                return switch (connection.getHttpVersion()) {
                    case HTTP_0_9 -> "http/0.9";
                    case HTTP_1_0 -> "http/1.0";
                    case HTTP_1_1 -> "http/1.1";
                    case HTTP_2 -> connection.isSecure() ? "h2" : "h2c";
                    case HTTP_3 -> "h3";
                };
            }

            @Override
            public String getProtocolConnectionId() {
                return "";
            }

            @Override
            public boolean isSecure() {
                return connection.isSecure();
            }
        };
    }
}
