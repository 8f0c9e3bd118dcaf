package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.tests.SessionCluster.Balancer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers that share sessions in a real store, behind a balancer that is not sticky. Servers, store and the network between them break
 * while clients count their visits: no visit that was answered is lost, no client gets the session of another one, and each request ends.
 *
 * <p>{@code -Dcluster.all=true} has each balancer with each store, two servers and three; {@code -Dcluster.times=20} repeats what breaks,
 * and {@code -Dcluster.outage.seconds=60} has it last longer.
 */
class SessionClusterTest {
    private static final int TIMES = Integer.getInteger("cluster.times", 1);
    private static final boolean ALL = Boolean.getBoolean("cluster.all");
    private static final int CLIENTS = 6;
    private static final int VISITS = 20;
    private static final int ANY = Integer.MAX_VALUE;

    /** How long something is cut off or stopped: longer than a few checks of health. */
    private static final long OUTAGE_NS = TimeUnit.SECONDS.toNanos(Long.getLong("cluster.outage.seconds", 1));

    /** What is tested together. */
    private record Cluster(Balancer balancer, ClusterStore store, int nodes) {
        @Override
        public String toString() {
            return nodes + " servers, " + store + ", " + balancer;
        }
    }

    static Stream<Cluster> clusters() {
        if (!ALL) {
            return Stream.of(
                    new Cluster(Balancer.HAPROXY, ClusterStore.REDIS, 3),
                    new Cluster(Balancer.OWN, ClusterStore.REDIS, 2),
                    new Cluster(Balancer.OWN, ClusterStore.POSTGRESQL, 3));
        }
        List<Cluster> all = new ArrayList<>();
        for (Balancer balancer : Balancer.values()) {
            for (ClusterStore store : ClusterStore.values()) {
                all.add(new Cluster(balancer, store, 2));
                all.add(new Cluster(balancer, store, 3));
            }
        }
        return all.stream();
    }

    @FunctionalInterface
    private interface Breaking {
        void happen() throws Exception;
    }

    /**
     * What happens to a cluster.
     *
     * @param failures how many requests of a client may fail in succession: one that is repeated once is served if it is 1
     */
    private record Incident(String name, Breaking breaking, int failures) {}

    private static List<Incident> incidents(SessionCluster cluster) {
        return List.of(
                new Incident("a server is killed", cluster::killNode, 1),
                new Incident("a server is stopped", cluster::stopNode, 1),
                new Incident("a server pauses", cluster::pauseNode, ANY),
                new Incident("a server is cut off", cluster::cutNodeOff, ANY),
                new Incident("the network to a server is silent", cluster::silenceNode, ANY),
                new Incident("the store is killed", cluster::killStore, ANY),
                new Incident("the store pauses", cluster::pauseStore, ANY),
                new Incident("the store is cut off", cluster::cutStoreOff, ANY),
                new Incident("the network to the store is silent", cluster::silenceStore, ANY));
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void noAnsweredVisitIsLostWhateverBreaks(Cluster what) throws Exception {
        try (SessionCluster cluster = new SessionCluster(what.balancer, what.store, what.nodes, OUTAGE_NS);
                SessionClients clients = new SessionClients(cluster.uri(), CLIENTS)) {
            clients.awaitVisits(VISITS);
            for (int i = 0; i < TIMES; i++) {
                for (Incident incident : incidents(cluster)) {
                    meet(incident, cluster, clients);
                }
            }
            clients.close();
            assertThat(clients.faults()).isEmpty();
            System.out.printf(
                    "%s: %d visits answered, %d requests failed, the slowest took %d ms%n",
                    what, clients.answered(), clients.failed(), clients.slowest());
        }
    }

    private static void meet(Incident incident, SessionCluster cluster, SessionClients clients) throws Exception {
        clients.awaitServers(cluster.ports());
        clients.resetFailures();
        incident.breaking.happen();
        clients.awaitVisits(VISITS);
        assertThat(clients.faults()).as(incident.name).isEmpty();
        assertThat(clients.failuresInSuccession())
                .as("failures in succession when " + incident.name)
                .isLessThanOrEqualTo(incident.failures);
    }
}
