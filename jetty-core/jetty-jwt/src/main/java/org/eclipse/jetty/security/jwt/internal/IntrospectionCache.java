package org.eclipse.jetty.security.jwt.internal;

import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.util.Digests;
import org.jspecify.annotations.Nullable;

/**
 * What a provider has said of tokens, for a while, and never longer than until a token expires.
 *
 * <p>Tokens are not kept: keys are their hashes. Answers for tokens that are not active are in a table of their own, so that invented
 * tokens cannot push other answers out. Guarded by its own lock.
 */
public final class IntrospectionCache {
    private static final int MAX_ENTRIES = 10_000;
    private static final long MAX_CHARACTERS = 16 * 1024 * 1024;

    private final long millis;
    private final Clock clock;
    private final Table active = new Table();
    private final Table inactive = new Table();

    /**
     * An answer. Immutable.
     *
     * @param claims empty if the token is not active
     * @param expires seconds since 1970; null if the provider does not say
     * @param characters the length of the answer
     */
    public record Answer(
            boolean active,
            Map<String, Object> claims,
            @Nullable Long expires,
            int characters) {}

    /** @param until milliseconds since 1970 */
    private record Entry(Answer answer, long since, long until) {}

    /** Entries in the order of their use, limited as a whole. */
    private static final class Table {
        private final LinkedHashMap<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
        private long characters;

        private void put(String key, Entry entry) {
            remove(key);
            entries.put(key, entry);
            characters += entry.answer().characters();
            Iterator<Entry> eldest = entries.values().iterator();
            while (entries.size() > MAX_ENTRIES || characters > MAX_CHARACTERS) {
                characters -= eldest.next().answer().characters();
                eldest.remove();
            }
        }

        private void remove(String key) {
            Entry before = entries.remove(key);
            characters -= before == null ? 0 : before.answer().characters();
        }
    }

    /** @param seconds how long an answer is good for; 0 to keep none */
    public IntrospectionCache(long seconds, Clock clock) {
        this.millis = seconds * 1000;
        this.clock = clock;
    }

    /** The answer for a token, if there is one. */
    public @Nullable Answer get(String token) {
        if (millis == 0) {
            return null;
        }
        String key = hash(token);
        long now = clock.millis();
        synchronized (this) {
            Table table = active.entries.containsKey(key) ? active : inactive;
            Entry entry = table.entries.get(key);
            if (entry == null) {
                return null;
            }
            // a clock that was set back makes no answer last longer
            if (now >= entry.until() || now < entry.since()) {
                table.remove(key);
                return null;
            }
            return entry.answer();
        }
    }

    /** Whether answers are kept at all. */
    public boolean isKeeping() {
        return millis > 0;
    }

    /** Milliseconds since 1970. */
    public long now() {
        return clock.millis();
    }

    /**
     * Keeps an answer. Once a token was said not to be active, an answer to an earlier question is out of date and is not kept.
     *
     * @param asked when the provider was asked, milliseconds since 1970
     */
    public void put(String token, Answer answer, long asked) {
        long now = clock.millis();
        long until = answer.expires() == null ? now + millis : Math.min(now + millis, answer.expires() * 1000);
        if (until <= now) {
            return;
        }
        String key = hash(token);
        synchronized (this) {
            Entry refused = answer.active() ? inactive.entries.get(key) : null;
            if (refused != null && asked < refused.since()) {
                return;
            }
            (answer.active() ? inactive : active).remove(key);
            (answer.active() ? active : inactive).put(key, new Entry(answer, now, until));
        }
    }

    /** The number of answers that are kept. */
    public synchronized int size() {
        return active.entries.size() + inactive.entries.size();
    }

    static String hash(String token) {
        return Digests.sha256Base64Url(token);
    }
}
