package org.eclipse.jetty.client.internal;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.http.coding.DecodingSource;
import org.eclipse.jetty.io.Content;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes by a content coding that was found as a service, as much as is read. Thread-safe. */
public final class CodingContentDecoder extends ContentDecoder.Factory {
    private static final Logger LOG = LoggerFactory.getLogger(CodingContentDecoder.class);

    /** Of creating codings; more than there are. */
    private static final int MAX_FAILURES = 16;

    private final Compression compression;
    private final HttpClient client;

    private CodingContentDecoder(Compression compression, HttpClient client) {
        super(compression.getEncodingName());
        this.compression = compression;
        this.client = client;
        installBean(compression);
    }

    /**
     * Adds the codings of the class path to those of a client, which keeps what it has. A coding that cannot be created or started, as its
     * library is not there, or not for this machine, is left out, so that no server is asked for it.
     */
    public static void addFound(HttpClient client) {
        ContentDecoder.Factories factories = client.getContentDecoderFactories();
        Iterator<Compression> found = ServiceLoader.load(Compression.class, CodingContentDecoder.class.getClassLoader())
                .iterator();
        for (int failures = 0; failures < MAX_FAILURES; ) {
            try {
                if (!found.hasNext()) {
                    return;
                }
                Compression compression = found.next();
                if (factories.get(compression.getEncodingName()) == null && start(compression, client)) {
                    factories.put(new CodingContentDecoder(compression, client));
                }
            } catch (ServiceConfigurationError | LinkageError x) {
                LOG.debug("a content coding cannot be created", x);
                failures++;
            }
        }
    }

    private static boolean start(Compression compression, HttpClient client) {
        try {
            compression.setContainer(client);
            compression.start();
            return true;
        } catch (Exception | LinkageError x) {
            LOG.warn("Responses are not decoded by {}", compression.getEncodingName(), x);
            return false;
        }
    }

    @Override
    public Content.Source newDecoderContentSource(Content.Source source) {
        return new DecodingSource(
                source,
                compression.newDecoder(),
                client.getByteBufferPool(),
                compression.getDecoderBufferSize(),
                true,
                -1,
                client.getExecutor());
    }
}
