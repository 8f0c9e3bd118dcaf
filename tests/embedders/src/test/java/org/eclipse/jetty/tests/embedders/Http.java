package org.eclipse.jetty.tests.embedders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Requests to a server of this machine. Thread-safe. */
final class Http {
    private final HttpClient client;
    private final String scheme;
    private final int port;

    Http(int port) {
        this(HttpClient.newHttpClient(), "http", port);
    }

    private Http(HttpClient client, String scheme, int port) {
        this.client = client;
        this.scheme = scheme;
        this.port = port;
    }

    /** Requests within TLS, whatever certificate the server has, and for whatever host. */
    static Http tls(int port) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, SslContextFactory.TRUST_ALL_CERTS, null);
        return new Http(HttpClient.newBuilder().sslContext(context).build(), "https", port);
    }

    URI uri(String scheme, String path) {
        return URI.create(scheme + "://127.0.0.1:" + port + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(scheme, path));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpClient client() {
        return client;
    }
}
