package org.eclipse.jetty.acme.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.ssl.PemKeyStore;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.connector.HttpConnector;
import org.shredzone.acme4j.connector.NetworkSettings;
import org.shredzone.acme4j.provider.GenericAcmeProvider;

/** Connects to an authority that is trusted by certificates of a file, as one of a company is. Immutable. */
public final class TrustingProvider extends GenericAcmeProvider {
    private final @Nullable SSLContext context;

    /** @param trustStore a PEM file; null for the trust of the JVM */
    public TrustingProvider(@Nullable Path trustStore) throws IOException, GeneralSecurityException {
        context = trustStore == null ? null : context(trustStore);
    }

    private static SSLContext context(Path trustStore) throws IOException, GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        try (InputStream in = Files.newInputStream(trustStore)) {
            KeyStore store = PemKeyStore.load(in, null);
            factory.init(store);
        } catch (IOException x) {
            throw new IOException("trust store " + trustStore + ": " + x.getMessage(), x);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    @Override
    protected HttpConnector createHttpConnector(NetworkSettings settings) {
        if (context == null) {
            return super.createHttpConnector(settings);
        }
        return new HttpConnector(settings) {
            @Override
            public HttpClient.Builder createClientBuilder() {
                return super.createClientBuilder().sslContext(context);
            }
        };
    }
}
