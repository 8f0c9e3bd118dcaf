package org.eclipse.jetty.load;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What load is made: of which requests, when, how, and for how long. Immutable; made by {@link #to}.
 *
 * @param uri of the server; targets of resources are resolved against it
 * @param resource what is asked for where arrivals do not say
 * @param protocol what is spoken
 * @param schedule the times of requests; null for users
 * @param users how many users ask, each again when it was answered; 0 for a schedule
 * @param thinkTime how long a user waits after its answer
 * @param time how long is measured
 * @param warmUp how long the same load is made before, unmeasured
 * @param threads loader threads
 * @param connections the most connections over which requests go
 * @param timeout after which a request without a response has failed
 * @param probeRate requests per second of the probe; 0 for no probe
 * @param probe what the probe asks for
 * @param maxInFlight the most requests that wait for their responses; what comes then is not sent, and counted as refused
 * @param insecure whether any certificate of the server is taken
 */
public record LoadPlan(
        URI uri,
        Resource resource,
        Protocol protocol,
        Arrivals.@Nullable Schedule schedule,
        int users,
        Duration thinkTime,
        Duration time,
        Duration warmUp,
        int threads,
        int connections,
        Duration timeout,
        double probeRate,
        Resource probe,
        int maxInFlight,
        boolean insecure) {
    /** What is spoken with the server. */
    public enum Protocol {
        HTTP1("http1"),
        HTTP2("http2"),
        /** Each request is a message that the server answers by one. */
        WEBSOCKET("websocket");

        private final String name;

        Protocol(String name) {
            this.name = name;
        }

        /** @throws IllegalArgumentException if there is none of that name */
        public static Protocol of(String name) {
            for (Protocol protocol : values()) {
                if (protocol.name.equals(name.toLowerCase(Locale.ROOT))) {
                    return protocol;
                }
            }
            throw new IllegalArgumentException(name + " (expected: http1, http2 or websocket)");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    // not compact: the compiler of JDK 17 leaves the annotations of a record's parts out of the parameters of such a
    // constructor
    public LoadPlan(
            URI uri,
            Resource resource,
            Protocol protocol,
            Arrivals.@Nullable Schedule schedule,
            int users,
            Duration thinkTime,
            Duration time,
            Duration warmUp,
            int threads,
            int connections,
            Duration timeout,
            double probeRate,
            Resource probe,
            int maxInFlight,
            boolean insecure) {
        this.uri = Objects.requireNonNull(uri);
        this.resource = resource;
        this.protocol = protocol;
        this.schedule = schedule;
        this.users = users;
        this.thinkTime = thinkTime;
        this.time = time;
        this.warmUp = warmUp;
        this.threads = threads;
        this.connections = connections;
        this.timeout = timeout;
        this.probeRate = probeRate;
        this.probe = probe;
        this.maxInFlight = maxInFlight;
        this.insecure = insecure;
        check();
    }

    private void check() {
        String scheme = uri.getScheme();
        if (uri.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException(uri + " (expected: http://HOST... or https://HOST...)");
        }
        if ((schedule == null) == (users == 0)) {
            throw new IllegalArgumentException("expected: either a rate or users");
        }
        check("users", users, 0);
        check("threads", threads, 1);
        check("connections", connections, 1);
        check("maxInFlight", maxInFlight, 1);
        if (time.isNegative() || time.isZero() || warmUp.isNegative() || thinkTime.isNegative()) {
            throw new IllegalArgumentException("time: " + time + ", warm-up: " + warmUp + " (expected: some time)");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: some time)");
        }
        if (!(probeRate >= 0)) {
            throw new IllegalArgumentException("probe: " + probeRate + " (expected: 0 or more)");
        }
    }

    private static void check(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " or more)");
        }
    }

    /** Begins a plan for a server, by default 10 seconds of GET of that URI over HTTP/1.1 without users or rate. */
    public static Builder to(URI uri) {
        return new Builder(uri);
    }

    /** The same plan with other times. */
    public LoadPlan withSchedule(Arrivals.Schedule newSchedule, Duration newWarmUp) {
        return new LoadPlan(
                uri,
                resource,
                protocol,
                newSchedule,
                0,
                thinkTime,
                time,
                newWarmUp,
                threads,
                connections,
                timeout,
                probeRate,
                probe,
                maxInFlight,
                insecure);
    }

    /** Builds a plan. Not thread-safe. */
    public static final class Builder {
        private final URI uri;
        private Resource resource;
        private Protocol protocol = Protocol.HTTP1;
        private Arrivals.@Nullable Schedule schedule;
        private int users;
        private Duration thinkTime = Duration.ZERO;
        private Duration time = Duration.ofSeconds(10);
        private Duration warmUp = Duration.ZERO;
        private int threads = 1;
        private int connections = 64;
        private Duration timeout = Duration.ofSeconds(30);
        private double probeRate = 10;
        private @Nullable Resource probe;
        private int maxInFlight = 100_000;
        private boolean insecure;

        private Builder(URI uri) {
            this.uri = uri;
            String path = uri.getRawPath();
            String target = path == null || path.isEmpty() ? "/" : path;
            this.resource = Resource.get(uri.getRawQuery() == null ? target : target + "?" + uri.getRawQuery());
        }

        public Builder resource(Resource newResource) {
            resource = newResource;
            return this;
        }

        public Builder protocol(Protocol newProtocol) {
            protocol = newProtocol;
            return this;
        }

        public Builder arrivals(Arrivals.Schedule newSchedule) {
            schedule = newSchedule;
            return this;
        }

        public Builder users(int number) {
            users = number;
            return this;
        }

        public Builder thinkTime(Duration newThinkTime) {
            thinkTime = newThinkTime;
            return this;
        }

        public Builder time(Duration newTime) {
            time = newTime;
            return this;
        }

        public Builder warmUp(Duration newWarmUp) {
            warmUp = newWarmUp;
            return this;
        }

        public Builder threads(int number) {
            threads = number;
            return this;
        }

        public Builder connections(int number) {
            connections = number;
            return this;
        }

        public Builder timeout(Duration newTimeout) {
            timeout = newTimeout;
            return this;
        }

        public Builder probe(double rate, @Nullable Resource asked) {
            probeRate = rate;
            probe = asked;
            return this;
        }

        public Builder maxInFlight(int number) {
            maxInFlight = number;
            return this;
        }

        public Builder insecure(boolean anyCertificate) {
            insecure = anyCertificate;
            return this;
        }

        /** @throws IllegalArgumentException if that is no plan */
        public LoadPlan build() {
            return new LoadPlan(
                    uri,
                    resource,
                    protocol,
                    schedule,
                    users,
                    thinkTime,
                    time,
                    warmUp,
                    threads,
                    connections,
                    timeout,
                    probeRate,
                    probe == null ? resource.withChildren(java.util.List.of()) : probe,
                    maxInFlight,
                    insecure);
        }
    }
}
