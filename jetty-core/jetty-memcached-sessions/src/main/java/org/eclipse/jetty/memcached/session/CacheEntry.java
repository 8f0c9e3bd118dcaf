package org.eclipse.jetty.memcached.session;

import java.util.Arrays;
import net.rubyeye.xmemcached.transcoders.CachedData;
import net.rubyeye.xmemcached.transcoders.CompressionMode;
import net.rubyeye.xmemcached.transcoders.Transcoder;

/**
 * What memcached has for a key: a session, or the lease of a server that is about to keep one. The flags of the value say which.
 *
 * @param bytes the session, or what no other lease is
 */
record CacheEntry(boolean isLease, byte[] bytes) {
    private static final int SESSION = 0;
    private static final int LEASE = 1;

    boolean isSame(CacheEntry other) {
        return other != null && isLease == other.isLease && Arrays.equals(bytes, other.bytes);
    }

    /** Passes bytes on as they are. Thread-safe. */
    static final class Bytes implements Transcoder<CacheEntry> {
        @Override
        public CachedData encode(CacheEntry entry) {
            return new CachedData(entry.isLease ? LEASE : SESSION, entry.bytes);
        }

        @Override
        public CacheEntry decode(CachedData data) {
            return new CacheEntry(data.getFlag() == LEASE, data.getData());
        }

        @Override
        public void setPrimitiveAsString(boolean asString) {
            // there are bytes alone
        }

        @Override
        public void setPackZeros(boolean pack) {
            // there are bytes alone
        }

        @Override
        public void setCompressionThreshold(int bytes) {
            // nothing is compressed, as sessions may be encrypted
        }

        @Override
        public boolean isPrimitiveAsString() {
            return false;
        }

        @Override
        public boolean isPackZeros() {
            return false;
        }

        @Override
        public void setCompressionMode(CompressionMode mode) {
            // nothing is compressed
        }
    }
}
