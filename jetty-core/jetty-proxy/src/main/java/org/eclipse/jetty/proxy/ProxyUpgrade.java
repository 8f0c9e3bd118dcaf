package org.eclipse.jetty.proxy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.TunnelConnection;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A change of protocol that a client asks for, and that the server is asked for (RFC 9110, section 7.8). If it agrees, both connections
 * become a tunnel.
 *
 * <p>A client of HTTP/2 asks by extended CONNECT (RFC 8441), and so is a server of HTTP/2 asked. Where one side speaks HTTP/1.1 and the
 * other one does not, this proxy takes its part in the handshake (RFC 6455, section 4): it makes the key that a server is sent and checks
 * the answer, or answers the key of a client. Confined to one request.
 */
final class ProxyUpgrade implements HttpUpgrader {
    private static final String WEBSOCKET = "websocket";
    private static final String WEBSOCKET_KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int BUFFER_SIZE = 4096;

    private final ProxyHandler handler;
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final String protocol;
    private final @Nullable TunnelSupport stream;
    /** Of this proxy, where it makes the handshake with the server. */
    private @Nullable String key;
    /** The answer to the key of the client, where this proxy answers it. */
    private @Nullable String accept;

    private ProxyUpgrade(
            ProxyHandler handler,
            Request request,
            Response response,
            Callback callback,
            String protocol,
            @Nullable TunnelSupport stream) {
        this.handler = handler;
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.protocol = protocol;
        this.stream = stream;
    }

    /** Returns the change that a request asks for, if it is passed on. */
    static @Nullable ProxyUpgrade of(ProxyHandler handler, Request request, Response response, Callback callback) {
        TunnelSupport stream = request.getTunnelSupport();
        if (stream != null) {
            // the handshake of HTTP/1.1 is known for this protocol alone
            return WEBSOCKET.equals(stream.getProtocol())
                            && handler.getUpgradeProtocols().contains(WEBSOCKET)
                    ? new ProxyUpgrade(handler, request, response, callback, WEBSOCKET, stream)
                    : null;
        }
        HttpFields fields = request.getHeaders();
        String protocol = fields.get(HttpHeader.UPGRADE);
        if (protocol == null) {
            return null;
        }
        boolean asks = HttpMethod.GET.is(request.getMethod())
                && request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1
                && fields.contains(HttpHeader.CONNECTION, "upgrade")
                && !fields.contains(HttpHeader.TRANSFER_ENCODING)
                && fields.getLongField(HttpHeader.CONTENT_LENGTH) <= 0
                && handler.getUpgradeProtocols().contains(protocol);
        return asks ? new ProxyUpgrade(handler, request, response, callback, protocol, null) : null;
    }

    /** Returns whether a server has agreed to a change of protocol: what follows its response is of the other one. */
    static boolean isAgreed(org.eclipse.jetty.client.Response serverResponse) {
        return serverResponse.getStatus() == HttpStatus.SWITCHING_PROTOCOLS_101
                || serverResponse.getVersion() == HttpVersion.HTTP_2
                        && HttpStatus.isSuccess(serverResponse.getStatus())
                        && serverResponse.getRequest().getAttributes().containsKey(HttpUpgrader.class.getName());
    }

    @Override
    public @Nullable String getProtocol() {
        return WEBSOCKET.equalsIgnoreCase(protocol) ? WEBSOCKET : null;
    }

    @Override
    public void prepare(org.eclipse.jetty.client.Request serverRequest) {
        if (serverRequest.getVersion() == HttpVersion.HTTP_2) {
            answerKey(serverRequest);
            serverRequest.headers(headers -> headers.remove(HttpHeader.UPGRADE)
                    .remove(HttpHeader.CONNECTION)
                    .remove(HttpHeader.SEC_WEBSOCKET_KEY));
            return;
        }
        if (stream != null) {
            byte[] random = new byte[16];
            ThreadLocalRandom.current().nextBytes(random);
            key = Base64.getEncoder().encodeToString(random);
        }
        serverRequest.headers(headers -> {
            headers.put(HttpHeader.UPGRADE, protocol);
            headers.put(HttpHeader.CONNECTION, "Upgrade");
            if (key != null) {
                headers.put(HttpHeader.SEC_WEBSOCKET_KEY, key);
            }
        });
    }

    /** RFC 6455, section 4.2.1: a client of HTTP/1.1 sends a key, which a server of HTTP/2 neither gets nor answers. */
    private void answerKey(org.eclipse.jetty.client.Request serverRequest) {
        if (stream == null && getProtocol() != null) {
            String clientKey = request.getHeaders().get(HttpHeader.SEC_WEBSOCKET_KEY);
            if (clientKey == null) {
                serverRequest.abort(new ClientFailure(
                        new BadMessageException("Sec-WebSocket-Key: none (expected: one, to upgrade to WebSocket)")));
            } else {
                accept = hash(clientKey);
            }
        }
    }

    @Override
    public void upgrade(org.eclipse.jetty.client.Response serverResponse, EndPoint serverEndPoint, Callback taken) {
        try {
            prepareResponse(serverResponse);
        } catch (IOException | RuntimeException x) {
            taken.failed(x);
            handler.onServerToProxyResponseFailure(
                    request, serverResponse.getRequest(), serverResponse, response, callback, x);
            return;
        }
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, join(serverEndPoint));
        Request.addCompletionListener(request, failure -> {
            if (failure != null) {
                serverEndPoint.close(failure);
            }
        });
        taken.succeeded();
        callback.succeeded();
    }

    /** Joins the connection to the server and that of the client, which is returned. */
    private TunnelConnection join(EndPoint serverEndPoint) {
        Executor executor = request.getComponents().getExecutor();
        ByteBufferPool pool = request.getComponents().getByteBufferPool();
        EndPoint clientEndPoint =
                stream == null ? request.getConnectionMetaData().getConnection().getEndPoint() : stream.getEndPoint();
        TunnelConnection toServer = new TunnelConnection(serverEndPoint, executor, pool, BUFFER_SIZE);
        TunnelConnection toClient = new ClientTunnel(clientEndPoint, executor, pool, serverEndPoint, toServer);
        TunnelConnection.join(toServer, toClient);
        return toClient;
    }

    /** @throws IOException if the server does not agree to what it was asked for */
    private void prepareResponse(org.eclipse.jetty.client.Response serverResponse) throws IOException {
        HttpFields fields = serverResponse.getHeaders();
        boolean http2 = serverResponse.getVersion() == HttpVersion.HTTP_2;
        if (!http2 && (!protocol.equalsIgnoreCase(fields.get(HttpHeader.UPGRADE)) || !isAccepted(fields))) {
            throw new IOException("101 with another protocol, or another key, than it was asked for");
        }
        handler.copyResponseHeaders(fields, response.getHeaders());
        if (stream == null) {
            response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
            response.getHeaders().put(HttpHeader.UPGRADE, protocol);
            response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
            if (accept != null) {
                response.getHeaders().put(HttpHeader.SEC_WEBSOCKET_ACCEPT, accept);
            }
        } else {
            response.setStatus(HttpStatus.OK_200);
            response.getHeaders().remove(HttpHeader.SEC_WEBSOCKET_ACCEPT);
        }
    }

    /** RFC 6455, section 4.2.2: the server proves that it has read the key. */
    private boolean isAccepted(HttpFields fields) {
        return key == null || hash(key).equals(fields.get(HttpHeader.SEC_WEBSOCKET_ACCEPT));
    }

    private static String hash(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1")
                    .digest((key + WEBSOCKET_KEY_SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }

    /** The side of the client. It outlives the request, and holds nothing of it. */
    private static final class ClientTunnel extends TunnelConnection {
        private final EndPoint serverEndPoint;
        private final TunnelConnection toServer;

        private ClientTunnel(
                EndPoint clientEndPoint,
                Executor executor,
                ByteBufferPool pool,
                EndPoint serverEndPoint,
                TunnelConnection toServer) {
            super(clientEndPoint, executor, pool, BUFFER_SIZE);
            this.serverEndPoint = serverEndPoint;
            this.toServer = toServer;
        }

        @Override
        public void onOpen() {
            super.onOpen();
            // not before the client has the response, after which the bytes of the server follow
            serverEndPoint.upgrade(toServer);
        }
    }
}
