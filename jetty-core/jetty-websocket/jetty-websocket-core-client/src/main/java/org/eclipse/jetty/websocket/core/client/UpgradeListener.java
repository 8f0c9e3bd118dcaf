package org.eclipse.jetty.websocket.core.client;

import org.eclipse.jetty.http.HttpFields;

/** Is notified of an opening handshake. */
public interface UpgradeListener {
    /** The request is about to be sent; its fields may be changed. */
    default void onHandshakeRequest(HttpFields.Mutable headers) {}

    /** The head of a response has come, whatever its status. */
    default void onHandshakeResponse(int status, HttpFields headers) {}
}
