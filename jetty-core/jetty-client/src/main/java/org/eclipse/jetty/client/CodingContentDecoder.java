package org.eclipse.jetty.client;

import java.util.Iterator;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.http.coding.DecodingSource;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes responses by a {@link Compression}, as much as is read.
 *
 * <p>A client has one for each coding of its class path, found as a service, unless it has another decoder of that coding, or its decoders
 * were {@linkplain ContentDecoder.Factories#clear cleared}. What a response decodes to is limited by
 * {@link HttpClient#setMaxResponseContentSize}. Thread-safe once started.
 */
public class CodingContentDecoder extends ContentDecoder.Factory implements HttpClient.Aware {
    private static final Logger LOG = LoggerFactory.getLogger(CodingContentDecoder.class);

    /** Of creating codings; more than there are. */
    private static final int MAX_FAILURES = 16;

    private final Compression compression;
    private volatile @Nullable HttpClient client;
    private @Nullable ByteBufferPool pool;

    /** @param compression the coding, which starts and stops with this */
    public CodingContentDecoder(Compression compression) {
        this(compression, NO_WEIGHT);
    }

    /**
     * Creates a decoder that servers are told to prefer, or not.
     *
     * @param weight from 0 to 1 (RFC 9110, section 12.4.2), or {@link #NO_WEIGHT}
     */
    public CodingContentDecoder(Compression compression, float weight) {
        super(Objects.requireNonNull(compression, "compression").getEncodingName(), weight);
        this.compression = compression;
        installBean(compression);
    }

    /**
     * Adds the codings of the class path to those of a client, which keeps what it has. A coding that cannot be created or started, as its
     * library is not there, or not for this machine, is left out, so that no server is asked for it.
     */
    static void addFound(HttpClient client) {
        ContentDecoder.Factories factories = client.getContentDecoderFactories();
        Iterator<Compression> found = ServiceLoader.load(Compression.class, CodingContentDecoder.class.getClassLoader())
                .iterator();
        for (int failures = 0; failures < MAX_FAILURES; ) {
            try {
                if (!found.hasNext()) {
                    return;
                }
                Compression compression = found.next();
                if (factories.get(compression.getEncodingName()) == null) {
                    CodingContentDecoder decoder = new CodingContentDecoder(compression);
                    decoder.setHttpClient(client);
                    if (decoder.starts()) {
                        factories.put(decoder);
                    }
                }
            } catch (ServiceConfigurationError | LinkageError x) {
                LOG.debug("a content coding cannot be created", x);
                failures++;
            }
        }
    }

    private boolean starts() {
        try {
            start();
            return true;
        } catch (Exception | LinkageError x) {
            LOG.warn("Responses are not decoded by {}", getEncoding(), x);
            return false;
        }
    }

    /** Sets the client whose buffers, pools and threads are used, where the coding has none of its own. */
    @Override
    public void setHttpClient(HttpClient client) {
        this.client = client;
        if (compression.getContainer() == null) {
            compression.setContainer(client);
        }
    }

    @Override
    protected void doStart() throws Exception {
        HttpClient user = client;
        ByteBufferPool current = compression.getByteBufferPool();
        // the client may have another one when it starts again
        if (user != null && (current == null || current == pool)) {
            pool = user.getByteBufferPool();
            if (pool != null) {
                compression.setByteBufferPool(pool);
            }
        }
        super.doStart();
    }

    @Override
    public Content.Source newDecoderContentSource(Content.Source source) {
        HttpClient user = client;
        return user == null
                ? compression.newDecoderSource(source)
                : new DecodingSource(
                        source,
                        compression.newDecoder(),
                        compression.getByteBufferPool(),
                        compression.getDecoderBufferSize(),
                        true,
                        -1,
                        StartedConnector.executor(user.getClientConnector()));
    }
}
