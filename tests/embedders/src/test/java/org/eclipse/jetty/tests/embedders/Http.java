package org.eclipse.jetty.tests.embedders;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

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

    /** Requests within TLS, whatever certificate the server has. */
    static Http tls(int port) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new AnyCertificate()}, null);
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

    /** Names of hosts are not checked either. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
