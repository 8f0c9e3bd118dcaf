package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of a provider (RFC 7517). They are read when a key is needed that is not known, and again when they are old.
 *
 * <p>Anybody can send tokens that name unknown keys, so that the keys are read a few times each minute at most. Keys that cannot
 * be read again stay valid, so that a provider that does not answer for a while does not stop logins that need no new key.
 *
 * <p>Guarded by its own lock, which is held while the keys are read, so that they are read once for all waiting threads. These do not
 * wait for long, and those whose key is known do not wait at all.
 */
public final class JwkCache {
    private static final Logger LOG = LoggerFactory.getLogger(JwkCache.class);
    private static final long MAX_AGE = TimeUnit.HOURS.toNanos(1);
    private static final long FILE_MAX_AGE = TimeUnit.SECONDS.toNanos(30);
    private static final int MAX_FILE_BYTES = 256 * 1024;
    private static final long WINDOW = TimeUnit.MINUTES.toNanos(1);
    private static final int READS_PER_WINDOW = 5;
    private static final long QUEUE_MILLIS = 2000;
    /** Threads that wait while the keys are read: tokens of strangers must not hold all threads of the server. */
    private static final int MAX_QUEUE = 16;

    private static final int MAX_KEYS = 100;
    static final int MIN_RSA_BITS = 2048;
    private static final int MAX_CANDIDATES = 10;

    /** Where the document of the keys comes from. */
    public interface Source {
        String read() throws IOException;
    }

    private final Source source;
    private final LongSupplier clock;
    private final long maxAge;
    private final Semaphore queue = new Semaphore(MAX_QUEUE);
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable JWKSet keys;
    private volatile long readAt;
    private long windowStart;
    private int readsInWindow;
    private boolean lastReadFailed;

    public JwkCache(Source source) {
        this(source, MAX_AGE, System::nanoTime);
    }

    /**
     * Keys.
     *
     * @param maxAge the nanoseconds after which they are read again
     * @param clock nanoseconds
     */
    public JwkCache(Source source, long maxAge, LongSupplier clock) {
        this.source = source;
        this.maxAge = maxAge;
        this.clock = clock;
    }

    /** Keys of a file, which is read again half a minute after a change at the latest. */
    public static JwkCache ofFile(Path file) {
        return new JwkCache(() -> read(file), FILE_MAX_AGE, System::nanoTime);
    }

    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                throw new IOException(file + ": more than " + MAX_FILE_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /**
     * Reads the keys, if they never were.
     *
     * @throws IOException if they cannot be read
     */
    public void load() throws IOException {
        find(new JWSHeader(JWSAlgorithm.RS256));
    }

    /**
     * The keys that a signature may have been made with: of the type of the algorithm, of the key id if there is one, for
     * signatures.
     *
     * @return empty if the provider has no such key
     * @throws IOException if the keys cannot be read, and none that was read before fits
     */
    public List<JWK> find(JWSHeader header) throws IOException {
        // known keys do not wait for those that are read
        List<JWK> known = keys == null ? List.of() : select(header);
        boolean fresh = keys != null && clock.getAsLong() - readAt <= maxAge;
        if (!known.isEmpty() && fresh) {
            return known;
        }
        if (!lock(known.isEmpty())) {
            if (known.isEmpty()) {
                throw new IOException("the keys of the provider are being read");
            }
            return known;
        }
        try {
            return findOrRead(header);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the lock, which few threads wait for; returns whether it is taken. */
    private boolean lock(boolean mayWait) throws IOException {
        if (lock.tryLock()) {
            return true;
        }
        if (!mayWait || !queue.tryAcquire()) {
            return false;
        }
        try {
            return lock.tryLock(QUEUE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(x);
        } finally {
            queue.release();
        }
    }

    /** With the lock. */
    private List<JWK> findOrRead(JWSHeader header) throws IOException {
        long now = clock.getAsLong();
        boolean old = keys == null || now - readAt > maxAge;
        List<JWK> found = old ? List.of() : select(header);
        if (!found.isEmpty()) {
            return found;
        }
        if (mayRead(now)) {
            read(now);
        } else {
            // the caller logs the token that is refused
            LOG.debug("keys were read {} times within a minute, not again for {}", readsInWindow, kid(header));
        }
        if (keys == null) {
            throw new IOException("the keys of the provider could not be read");
        }
        found = select(header);
        if (found.isEmpty() && lastReadFailed) {
            // the key may be one that the provider has added
            throw new IOException("the keys of the provider cannot be read again, and " + kid(header) + " is unknown");
        }
        return found;
    }

    private static String kid(JWSHeader header) {
        String kid = header.getKeyID();
        return kid == null ? "a key without id" : "key " + LogText.of(kid);
    }

    private boolean mayRead(long now) {
        if (readsInWindow == 0 || now - windowStart > WINDOW) {
            windowStart = now;
            readsInWindow = 0;
        }
        return readsInWindow < READS_PER_WINDOW;
    }

    private void read(long now) throws IOException {
        readsInWindow++;
        try {
            JWKSet set = JWKSet.parse(source.read());
            if (set.size() > MAX_KEYS) {
                throw new IOException("keys: " + set.size() + " (expected: at most " + MAX_KEYS + ")");
            }
            keys = set.toPublicJWKSet();
            readAt = now;
            lastReadFailed = false;
            LOG.debug("read {} keys", set.size());
        } catch (IOException | ParseException | RuntimeException x) {
            // of any type, as the document is not ours
            lastReadFailed = true;
            if (keys == null) {
                throw new IOException("the keys of the provider cannot be read: " + x.getMessage(), x);
            }
            LOG.warn("The keys of the provider cannot be read again, those before stay valid: {}", x.toString());
        }
    }

    private List<JWK> select(JWSHeader header) {
        JWKMatcher matcher = JWKMatcher.forJWSHeader(header);
        return matcher == null
                ? List.of()
                : new JWKSelector(matcher)
                        .select(keys).stream()
                                .filter(key -> !KeyType.RSA.equals(key.getKeyType()) || key.size() >= MIN_RSA_BITS)
                                .limit(MAX_CANDIDATES)
                                .toList();
    }
}
