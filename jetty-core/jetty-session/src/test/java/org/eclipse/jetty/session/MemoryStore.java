package org.eclipse.jetty.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory, whose reads and saves can fail. Thread-safe. */
final class MemoryStore extends NullSessionDataStore {
    /** Copies, as in any store: two requests at once share no data. */
    final Map<String, byte[]> map = new ConcurrentHashMap<>();

    final AtomicInteger saves = new AtomicInteger();
    final AtomicInteger loads = new AtomicInteger();
    volatile boolean away;
    volatile boolean full;
    volatile boolean otherIsFaster;

    /** Is called before a session is saved. */
    volatile Runnable saving = () -> {};

    /** Is called after a session was removed. */
    volatile Runnable removed = () -> {};

    private Map<String, byte[]> map() {
        if (away) {
            throw new IllegalStateException("the store is away");
        }
        return map;
    }

    @Override
    public SessionData doLoad(String id) throws Exception {
        loads.incrementAndGet();
        byte[] bytes = map().get(id);
        return bytes == null ? null : SessionData.read(new ByteArrayInputStream(bytes));
    }

    @Override
    public void doStore(String id, SessionData data, long lastSaveTime) throws IOException {
        saves.incrementAndGet();
        saving.run();
        if (full) {
            throw new IOException("no space left");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        data.write(bytes);
        if (lastSaveTime > 0) {
            map().computeIfPresent(id, (key, before) -> bytes.toByteArray());
        } else {
            map().put(id, bytes.toByteArray());
        }
    }

    @Override
    protected boolean doExists(String id) {
        return map().containsKey(id);
    }

    @Override
    public boolean isPassivating() {
        return true;
    }

    @Override
    public boolean delete(String id) {
        boolean wasThere = !otherIsFaster && map().remove(id) != null;
        removed.run();
        return wasThere;
    }
}
