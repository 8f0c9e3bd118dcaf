package org.eclipse.jetty.tests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Clients with a session each that count their visits, one request after the other. Each checks that a visit that was answered is counted,
 * and that the session is its own.
 *
 * <p>A request that failed may have been counted or not, and one that a balancer has sent again may have been counted twice: the next count
 * is greater than the last one, by one or more. Thread-safe.
 */
final class SessionClients implements AutoCloseable {
    /** A request that takes longer has hung: the parts on its way have deadlines that are less together, retries included. */
    private static final Duration HUNG = Duration.ofSeconds(30);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<Integer, LongAdder> visitsByPort = new ConcurrentHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final List<Client> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final URI uri;
    private volatile boolean stopped;

    /** Starts clients of a servlet that counts visits. */
    SessionClients(URI uri, int count) {
        this.uri = uri;
        for (int i = 0; i < count; i++) {
            Client client = new Client("client" + i);
            clients.add(client);
            Thread thread = new Thread(client, client.name);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** What was wrong: visits that were lost, sessions of others, requests that hung. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** The requests that were answered by 200. */
    long answered() {
        return clients.stream().mapToLong(client -> client.answered).sum();
    }

    /** The requests that failed, whichever way. */
    long failed() {
        return clients.stream().mapToLong(client -> client.failed).sum();
    }

    /** Forgets the failures in succession so far. */
    void resetFailures() {
        clients.forEach(client -> client.longestRow = 0);
    }

    /** The most requests of a client that failed in succession since they were reset. */
    int failuresInSuccession() {
        return clients.stream().mapToInt(client -> client.longestRow).max().orElse(0);
    }

    /** The milliseconds that the slowest request took. */
    long slowest() {
        return clients.stream().mapToLong(client -> client.slowestMs).max().orElse(0);
    }

    /** Waits until each client has got some more answers. */
    void awaitVisits(int more) {
        List<Long> before = clients.stream().map(client -> client.answered).toList();
        Awaitility.await("visits of all clients")
                .atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !faults.isEmpty() || haveMore(before, more));
    }

    /** Waits until each server has answered again, by the ports that they listen on. */
    void awaitServers(List<Integer> ports) {
        List<Long> before = ports.stream().map(this::visitsOf).toList();
        Awaitility.await("visits of all servers")
                .atMost(Command.DEADLINE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !faults.isEmpty()
                        || IntStream.range(0, ports.size()).allMatch(i -> visitsOf(ports.get(i)) > before.get(i)));
    }

    private long visitsOf(int port) {
        LongAdder visits = visitsByPort.get(port);
        return visits == null ? 0 : visits.sum();
    }

    private boolean haveMore(List<Long> before, int more) {
        for (int i = 0; i < clients.size(); i++) {
            if (clients.get(i).answered < before.get(i) + more) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private final class Client implements Runnable {
        private final String name;
        private String cookie = "";
        private long visits;
        private volatile long answered;
        private volatile long failed;
        private volatile long slowestMs;
        private volatile int longestRow;
        private int row;

        private Client(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            while (!stopped) {
                visit();
                LockSupport.parkNanos(PAUSE_NS);
            }
        }

        private void visit() {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(uri).timeout(HUNG).header("X-Client", name);
            if (!cookie.isEmpty()) {
                request.header("Cookie", cookie);
            }
            long begin = System.nanoTime();
            HttpResponse<String> response = null;
            try {
                response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            } catch (HttpTimeoutException x) {
                faults.add(name + ": no answer in " + HUNG);
            } catch (IOException x) {
                // the connection broke
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
            slowestMs = Math.max(slowestMs, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            if (response == null || response.statusCode() != 200) {
                failed++;
                row++;
                longestRow = Math.max(longestRow, row);
            } else {
                check(response);
                answered++;
                row = 0;
            }
        }

        private void check(HttpResponse<String> response) {
            String[] words = response.body().split(" ");
            long count = Long.parseLong(words[1]);
            if (!words[0].equals(name)) {
                faults.add(name + " got the session of " + words[0]);
            }
            // the session of a first request that failed is not known to the client
            boolean first = cookie.isEmpty();
            if (first ? count != 1 : count <= visits) {
                faults.add(name + ": " + visits + " visits were counted, then " + count);
            }
            visits = count;
            visitsByPort
                    .computeIfAbsent(Integer.valueOf(words[2]), port -> new LongAdder())
                    .increment();
            response.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.replaceAll(";.*", ""));
        }
    }
}
