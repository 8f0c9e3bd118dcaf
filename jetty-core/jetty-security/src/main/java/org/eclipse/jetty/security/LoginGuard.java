package org.eclipse.jetty.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.security.internal.ClientNetwork;
import org.eclipse.jetty.security.internal.FailureTable;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Digests;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down clients that guess passwords. As a bean of the server it applies to each {@link
 * org.eclipse.jetty.security.authentication.LoginAuthenticator} with a user name and a password, whatever the login service.
 *
 * <pre>
 * failures are counted of        free   then 1 s, 2 s, 4 s ... up to
 * a user from an address            5       5 minutes
 * an address, whatever user        50      15 minutes
 * a user, whatever address         50       1 minute
 * </pre>
 *
 * <p>While a delay lasts, passwords are not even checked, so that the answer reveals nothing; it is 429 (Too Many Requests) with
 * {@code Retry-After}. Names that no user has count as well, so that a delay does not reveal which users there are.
 *
 * <p>Nobody can lock others out for free. A pair of user and address that logged in before is exempt from the delays of address and
 * user, and has only its own. Someone who guesses from elsewhere cannot cause these. From one address the own delays stop a client
 * long before the count of a user is used up: delaying the strangers of a user takes many addresses, and lasts a minute each time.
 * A success clears the pair only, so that guessing between logins of an own account does not pay.
 *
 * <p>The result of a check counts, and is revealed, in the order in which checks end: many guesses in parallel reveal no more than
 * the same number one after the other. Memory is bounded: each table has {@link #getMaxEntries()} keys, which are digests with a
 * secret of the process. Addresses are those of the request, so that a proxy in front must tell them (module {@code forwarded}); of
 * IPv6 the first 64 bits count, which a single client usually has for itself.
 *
 * <p>Settings change before logins begin. Thread-safe; guarded by its own lock.
 */
@ManagedObject("Slows down clients that guess passwords")
public class LoginGuard {
    private static final Logger LOG = LoggerFactory.getLogger(LoginGuard.class);
    private static final String RETRY_AFTER = LoginGuard.class.getName() + ".retryAfter";
    private static final int MAX_LOGGED_NAME = 64;

    private final byte[] secret = new byte[32];
    private final int maxEntries;
    private final LongSupplier clock;
    private final FailureTable<Key> pairs;
    private final FailureTable<Key> addresses;
    private final FailureTable<Key> users;
    private final Map<Key, Boolean> known;
    private long failures;
    private long refusals;

    /** The first half of a keyed digest of a name, an address or both. */
    private record Key(long high, long low) {}

    public LoginGuard() {
        this(10_000);
    }

    /** @param maxEntries the most pairs, addresses and users that are remembered, each */
    public LoginGuard(int maxEntries) {
        this(maxEntries, NanoTime::now);
    }

    LoginGuard(int maxEntries, LongSupplier clock) {
        if (maxEntries < 1) {
            throw new IllegalArgumentException("maxEntries: " + maxEntries + " (expected: at least 1)");
        }
        this.maxEntries = maxEntries;
        this.clock = clock;
        new SecureRandom().nextBytes(secret);
        pairs = new FailureTable<>(5, Duration.ofMinutes(5), maxEntries);
        addresses = new FailureTable<>(50, Duration.ofMinutes(15), maxEntries);
        users = new FailureTable<>(50, Duration.ofMinutes(1), maxEntries);
        known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
                return size() > LoginGuard.this.maxEntries;
            }
        };
    }

    @ManagedAttribute("The most pairs, addresses and users that are remembered, each")
    public int getMaxEntries() {
        return maxEntries;
    }

    @ManagedAttribute("Failures of a user from an address without a delay")
    public int getFreeFailures() {
        return pairs.getFree();
    }

    public void setFreeFailures(int free) {
        pairs.setFree(notNegative("freeFailures", free));
    }

    @ManagedAttribute("Failures of an address without a delay")
    public int getFreeFailuresOfAddress() {
        return addresses.getFree();
    }

    public void setFreeFailuresOfAddress(int free) {
        addresses.setFree(notNegative("freeFailuresOfAddress", free));
    }

    @ManagedAttribute("Failures of a user without a delay")
    public int getFreeFailuresOfUser() {
        return users.getFree();
    }

    public void setFreeFailuresOfUser(int free) {
        users.setFree(notNegative("freeFailuresOfUser", free));
    }

    /** The longest delay of a user from an address. */
    public Duration getMaxDelay() {
        return pairs.getMaxDelay();
    }

    public void setMaxDelay(Duration delay) {
        pairs.setMaxDelay(positive("maxDelay", delay));
    }

    public Duration getMaxDelayOfAddress() {
        return addresses.getMaxDelay();
    }

    public void setMaxDelayOfAddress(Duration delay) {
        addresses.setMaxDelay(positive("maxDelayOfAddress", delay));
    }

    public Duration getMaxDelayOfUser() {
        return users.getMaxDelay();
    }

    public void setMaxDelayOfUser(Duration delay) {
        users.setMaxDelay(positive("maxDelayOfUser", delay));
    }

    private static int notNegative(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 0 or more)");
        }
        return value;
    }

    private static Duration positive(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: up to a day)");
        }
        return value;
    }

    @ManagedAttribute("Logins that failed")
    public synchronized long getFailures() {
        return failures;
    }

    @ManagedAttribute("Logins that were refused because of earlier failures")
    public synchronized long getRefusals() {
        return refusals;
    }

    @ManagedAttribute("Users, from one address, that have to wait")
    public synchronized int getBlockedPairs() {
        return pairs.blocked(clock.getAsLong());
    }

    @ManagedAttribute("Addresses that have to wait")
    public synchronized int getBlockedAddresses() {
        return addresses.blocked(clock.getAsLong());
    }

    @ManagedAttribute("Users that have to wait at addresses from which they have not logged in")
    public synchronized int getBlockedUsers() {
        return users.blocked(clock.getAsLong());
    }

    /** Begins a login: the caller checks the password unless the attempt is refused, and reports the result. */
    public Attempt begin(@Nullable String realm, String user, Request request) {
        String address = ClientNetwork.of(Request.getRemoteAddr(request));
        return new Attempt(realm, user, address, request);
    }

    /** The seconds after which a client may try again whose login was refused within this request; 0 if none was. */
    public static long getRetryAfter(Request request) {
        return request.getAttribute(RETRY_AFTER) instanceof Long seconds ? seconds : 0;
    }

    private Key key(String... parts) {
        MessageDigest digest = Digests.sha256();
        digest.update(secret);
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
            digest.update(bytes);
        }
        ByteBuffer half = ByteBuffer.wrap(digest.digest());
        return new Key(half.getLong(), half.getLong());
    }

    /** One form of the names that directories and databases may take for the same user. */
    private static String normalized(String user) {
        return Normalizer.normalize(user, Normalizer.Form.NFKD)
                // accents, and characters that are not seen
                .replaceAll("[\\p{M}\\p{Cf}]", "")
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT)
                .strip()
                .replaceAll("\\s+", " ");
    }

    private static String loggable(String user) {
        String shown = user.length() > MAX_LOGGED_NAME ? user.substring(0, MAX_LOGGED_NAME) + "..." : user;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    /** One login. Confined to its request. */
    public final class Attempt {
        private final Request request;
        private final String user;
        private final String address;
        private final Key pairKey;
        private final Key addressKey;
        private final Key userKey;

        private Attempt(@Nullable String realm, String user, String address, Request request) {
            String name = normalized(user);
            String realmName = realm == null ? "" : realm;
            this.request = request;
            this.user = user;
            this.address = address;
            pairKey = key("pair", realmName, name, address);
            addressKey = key("address", address);
            userKey = key("user", realmName, name);
        }

        /** Whether the client must wait, so that the password is not to be checked. */
        public boolean isRefused() {
            synchronized (LoginGuard.this) {
                return refuse(clock.getAsLong());
            }
        }

        private boolean refuse(long now) {
            long delay = pairs.delay(pairKey, now);
            if (!known.containsKey(pairKey)) {
                delay = Math.max(delay, Math.max(addresses.delay(addressKey, now), users.delay(userKey, now)));
            }
            if (delay == 0) {
                return false;
            }
            refusals++;
            request.setAttribute(RETRY_AFTER, Math.max(1, TimeUnit.NANOSECONDS.toSeconds(delay + 999_999_999)));
            LOG.debug("login of {} from {} is refused for {} ns", loggable(user), address, delay);
            return true;
        }

        /**
         * Reports the result of the check.
         *
         * @return whether the user is logged in; false for a right password, too, where other attempts failed meanwhile and the
         *     client must wait
         */
        public boolean end(boolean right) {
            long pairDelay = 0;
            long addressDelay = 0;
            long userDelay = 0;
            synchronized (LoginGuard.this) {
                long now = clock.getAsLong();
                if (refuse(now)) {
                    return false;
                }
                if (right) {
                    pairs.clear(pairKey);
                    known.put(pairKey, Boolean.TRUE);
                    return true;
                }
                failures++;
                pairDelay = pairs.fail(pairKey, now);
                if (!known.containsKey(pairKey)) {
                    addressDelay = addresses.fail(addressKey, now);
                    userDelay = users.fail(userKey, now);
                }
            }
            warn(pairDelay, addressDelay, userDelay);
            return false;
        }

        private void warn(long pairDelay, long addressDelay, long userDelay) {
            if (pairDelay > 0) {
                LOG.warn(
                        "Too many failed logins of {} from {}: the next is refused for {} s",
                        loggable(user),
                        address,
                        TimeUnit.NANOSECONDS.toSeconds(pairDelay));
            }
            if (addressDelay > 0) {
                LOG.warn(
                        "Too many failed logins from {}: further users are refused for {} s. If this is a proxy, let it tell the"
                                + " addresses of clients (module forwarded)",
                        address,
                        TimeUnit.NANOSECONDS.toSeconds(addressDelay));
            }
            if (userDelay > 0) {
                LOG.warn(
                        "Too many failed logins of {} from many addresses: those from further addresses are refused for {} s",
                        loggable(user),
                        TimeUnit.NANOSECONDS.toSeconds(userDelay));
            }
        }
    }
}
