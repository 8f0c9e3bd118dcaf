package org.eclipse.jetty.fcgi.client.transport;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.AbstractConnectorHttpClientTransport;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.fcgi.FCGI;
import org.eclipse.jetty.fcgi.ScriptPath;
import org.eclipse.jetty.fcgi.client.transport.internal.FcgiConnection;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * FastCGI: requests are carried to an application that runs scripts, such as PHP-FPM, over TCP or Unix-domain sockets.
 *
 * <pre>
 * HttpClient client = new HttpClient(new HttpClientTransportOverFCGI("/var/www/app"));
 * client.start();
 * client.GET("http://localhost:9000/index.php");
 * </pre>
 *
 * <p>A connection carries one request after the other. Each one that is kept occupies a process of the application, so that none is kept while
 * other requests wait for the first byte of their response. Content needs a length (RFC 3875, section 4.1.2). What an application writes to its
 * standard error stream is logged as a warning.
 */
@ManagedObject("The transport of FastCGI")
public class HttpClientTransportOverFCGI extends AbstractConnectorHttpClientTransport {
    private static final Origin.Protocol FASTCGI = new Origin.Protocol(List.of("fastcgi/1.1"), false);

    /** The requests that wait for the first byte of their response. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final String scriptRoot;

    /** @param scriptRoot the folder of scripts, as the application sees it */
    public HttpClientTransportOverFCGI(String scriptRoot) {
        this(new ClientConnector(), scriptRoot);
    }

    /** @param selectors the number of selectors */
    public HttpClientTransportOverFCGI(int selectors, String scriptRoot) {
        this(scriptRoot);
        getClientConnector().setSelectors(selectors);
    }

    public HttpClientTransportOverFCGI(ClientConnector connector, String scriptRoot) {
        super(connector);
        this.scriptRoot = Objects.requireNonNull(scriptRoot);
    }

    @ManagedAttribute("The folder of scripts")
    public String getScriptRoot() {
        return scriptRoot;
    }

    @Override
    public Origin newOrigin(Request request) {
        return newOrigin(request, FASTCGI);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        return new FcgiConnection(endPoint, this, getHttpClient(), waiting, context);
    }

    /**
     * Adds to the variables of a request those that name its script. Those of the request and of its fields are there already; subclasses may
     * change any.
     *
     * @throws IllegalArgumentException if the path of the request names no script that may be run
     */
    public void customize(Request request, HttpFields.Mutable fastCGIHeaders) {
        ScriptPath script = ScriptPath.of(scriptRoot, request.getPath(), ScriptPath.PHP);
        if (script == null) {
            throw new IllegalArgumentException(
                    "path: " + request.getPath() + " (expected: that of a script below " + scriptRoot + ")");
        }
        script.addTo(fastCGIHeaders);
        fastCGIHeaders.put(FCGI.Headers.DOCUMENT_URI, script.name());
    }
}
