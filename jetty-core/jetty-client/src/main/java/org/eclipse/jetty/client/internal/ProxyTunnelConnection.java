package org.eclipse.jetty.client.internal;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpProxy;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MessageGenerator;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Asks an HTTP proxy for a tunnel by CONNECT (RFC 9110, section 9.3.6).
 *
 * <pre>
 * CONNECT --2xx--&gt; tunnel
 *         --407, with credentials--&gt; CONNECT again, on this connection or, where the proxy does not keep it, another one
 *         --other--&gt; failure with the status
 * </pre>
 *
 * <p>Confined to its connection.
 */
public final class ProxyTunnelConnection extends ProxyConnection implements HttpParser.ResponseHandler {
    /** The key in the context of credentials that answer a challenge of the proxy. */
    private static final String CREDENTIALS = ProxyTunnelConnection.class.getName() + ".credentials";

    private static final int MAX_CONTENT = 64 * 1024;

    private final HttpProxy proxy;
    private final HttpParser parser;
    private Authentication.@Nullable Result credentials;
    private @Nullable HttpVersion version;
    private int status;
    private @Nullable String reason;
    private HttpFields.Mutable fields = HttpFields.build();
    private int contentLength;
    private boolean headComplete;
    private boolean messageComplete;
    private @Nullable IOException failure;

    public ProxyTunnelConnection(
            EndPoint endPoint, HttpProxy proxy, ClientConnectionFactory factory, Map<String, Object> context) {
        super(endPoint, proxy, factory, context, 4096);
        this.proxy = proxy;
        parser = new HttpParser(this, getHttpClient().getMaxResponseHeadersSize(), HttpCompliance.RFC9110);
        credentials = (Authentication.Result) context.get(CREDENTIALS);
    }

    @Override
    void begin() throws IOException {
        HttpClient client = getHttpClient();
        URI uri = proxy.getURI();
        TunnelRequest request = newRequest();
        Authentication.Result result =
                credentials == null ? client.getAuthenticationStore().findAuthenticationResult(uri) : credentials;
        if (result != null) {
            result.apply(request);
        }
        MetaData.Request head = new MetaData.Request(
                HttpMethod.CONNECT.asString(),
                HttpURI.build().authority(getTarget().getHost(), getTarget().getPort()),
                HttpVersion.HTTP_1_1,
                request.getHeaders(),
                0);
        ByteBuffer bytes = BufferUtil.allocate(client.getMaxRequestHeadersSize());
        if (!new MessageGenerator().head(head, 0, true, bytes)) {
            throw new IOException("CONNECT to " + getTarget().asString() + " has too large a head");
        }
        send(bytes);
    }

    private TunnelRequest newRequest() {
        return new TunnelRequest(getHttpClient(), proxy.getURI(), getTarget().asString());
    }

    @Override
    boolean received(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining() && !messageComplete && failure == null) {
            parser.parseNext(bytes);
            if (headComplete && HttpStatus.isSuccess(status)) {
                accept();
                tunnel();
                return false;
            }
        }
        if (failure != null) {
            throw failure;
        }
        // a head without content ends with the next step of the parser
        if (headComplete && !messageComplete) {
            parser.parseNext(BufferUtil.EMPTY_BUFFER);
        }
        if (!messageComplete) {
            return true;
        }
        if (HttpStatus.isInterim(status)) {
            reset();
            return true;
        }
        answer(bytes.hasRemaining());
        return false;
    }

    /** Where the end of the connection is that of the answer, this is the answer. */
    @Override
    void receivedEnd() throws IOException {
        parser.atEOF();
        parser.parseNext(BufferUtil.EMPTY_BUFFER);
        if (failure != null) {
            throw failure;
        }
        if (!headComplete) {
            super.receivedEnd();
        }
        answer(true);
    }

    private void accept() {
        if (credentials != null) {
            getHttpClient().getAuthenticationStore().addAuthenticationResult(credentials);
        }
    }

    private void reset() {
        parser.reset();
        fields = HttpFields.build();
        headComplete = false;
        messageComplete = false;
        contentLength = 0;
    }

    /** Answers a challenge once; fails otherwise. */
    private void answer(boolean more) throws IOException {
        assert version != null : "the head is complete";
        HttpResponse response = new HttpResponse(newRequest(), version, status, reason, fields.asImmutable());
        Authentication.Result result = status == HttpStatus.PROXY_AUTHENTICATION_REQUIRED_407 && credentials == null
                ? credentials(response)
                : null;
        if (result == null) {
            throw new IOException(
                    new HttpResponseException("No tunnel by " + proxy + ": the proxy answered " + status, response));
        }
        credentials = result;
        boolean close = fields.contains(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString())
                || version != HttpVersion.HTTP_1_1
                || parser.isFramingInDoubt()
                || more;
        reset();
        if (!close) {
            begin();
        } else if (end()) {
            getContext().put(CREDENTIALS, result);
            getDestination().connectAgain(getContext());
            getEndPoint().close();
        }
    }

    private Authentication.@Nullable Result credentials(HttpResponse response) {
        ContentResponse content = new HttpContentResponse(response, new byte[0], null, null);
        for (Map.Entry<Authentication, Authentication.HeaderInfo> entry : Challenges.match(
                fields.getValuesList(HttpHeader.PROXY_AUTHENTICATE),
                HttpHeader.PROXY_AUTHORIZATION,
                proxy.getURI(),
                getHttpClient().getAuthenticationStore())) {
            Authentication.Result result = entry.getKey()
                    .authenticate(response.getRequest(), content, entry.getValue(), new Attributes.Lazy());
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    // ---- what the parser finds

    @Override
    public void startResponse(HttpVersion v, int s, @Nullable String r) {
        version = v;
        status = s;
        reason = r;
    }

    @Override
    public void parsedHeader(HttpField field) {
        fields.add(field);
    }

    @Override
    public boolean headerComplete() {
        headComplete = true;
        return true;
    }

    @Override
    public boolean content(ByteBuffer bytes) {
        contentLength += bytes.remaining();
        if (contentLength > MAX_CONTENT) {
            failure = new IOException("Answer of the proxy larger than " + MAX_CONTENT + " octets");
        }
        return true;
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        messageComplete = true;
        return true;
    }

    @Override
    public void earlyEOF() {
        failure = new EofException("The proxy closed the connection before it answered");
    }

    @Override
    public void badMessage(HttpException cause) {
        failure = new IOException("Malformed answer of the proxy: " + cause.getReason(), (Throwable) cause);
    }
}
