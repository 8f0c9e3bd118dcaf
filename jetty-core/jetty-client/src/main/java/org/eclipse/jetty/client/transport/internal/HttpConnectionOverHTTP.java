package org.eclipse.jetty.client.transport.internal;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.client.internal.SerialConnection;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/1.1. A response may give it to another protocol (RFC 9110, section 7.8). Thread-safe. */
public final class HttpConnectionOverHTTP extends SerialConnection implements Connection.UpgradeFrom {
    private final HttpChannelOverHTTP channel = new HttpChannelOverHTTP(this);
    private final HttpReceiverOverHTTP receiver;
    private @Nullable ByteBuffer prefilled;

    public HttpConnectionOverHTTP(EndPoint endPoint, HttpClient client, Map<String, Object> context) {
        super(endPoint, client, context);
        receiver = new HttpReceiverOverHTTP(this, client);
    }

    /** Returns what has the exchange that is carried. */
    public HttpChannelOverHTTP getHttpChannel() {
        return channel;
    }

    @Override
    protected HttpReceiverOverHTTP getReceiver() {
        return receiver;
    }

    @Override
    protected HttpSenderOverHTTP newSender(HttpExchange next, boolean again) {
        return new HttpSenderOverHTTP(next, getEndPoint(), again);
    }

    @Override
    protected boolean upgrade(HttpExchange ended) {
        ByteBuffer rest = receiver.upgrade();
        if (rest == null) {
            return false;
        }
        if (giveAway(ended)) {
            prefilled = rest;
            HttpUpgrader upgrader = ended.getRequest().getUpgrader();
            HttpResponse response = ended.getResponse();
            assert upgrader != null && response != null : "the response is 101";
            try {
                upgrader.upgrade(response, getEndPoint(), Callback.from(() -> {}, getEndPoint()::close));
            } catch (Throwable x) {
                getEndPoint().close(x);
            }
        }
        return true;
    }

    @Override
    public @Nullable ByteBuffer onUpgradeFrom() {
        return prefilled != null && prefilled.hasRemaining() ? prefilled : null;
    }
}
