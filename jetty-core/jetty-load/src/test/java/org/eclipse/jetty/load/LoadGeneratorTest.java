package org.eclipse.jetty.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadGeneratorTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final LoadGenerator generator = new LoadGenerator();
    private Target target;

    @BeforeEach
    void start() throws Exception {
        target = new Target();
    }

    @AfterEach
    void stop() throws Exception {
        target.close();
    }

    private LoadPlan.Builder plan(String path) {
        return LoadPlan.to(target.uri(path)).time(SHORT).probe(0, null);
    }

    @ParameterizedTest
    @EnumSource(LoadPlan.Protocol.class)
    void eachArrivalIsARequest(LoadPlan.Protocol protocol) throws Exception {
        String path = protocol == LoadPlan.Protocol.WEBSOCKET ? "/socket" : "/hello";
        LoadPlan plan = plan(path)
                .protocol(protocol)
                .connections(4)
                .arrivals(Arrivals.constant(200))
                .build();

        LoadResult result = generator.run(plan);

        assertThat(result.errors()).isEmpty();
        assertThat(result.sent()).isEqualTo(100);
        assertThat(result.answered()).isEqualTo(100);
        assertThat(result.latency().count()).isEqualTo(100);
        assertThat(result.lag().count()).isEqualTo(100);
        assertThat(result.bytes()).isEqualTo(500);
        assertThat(result.latency().min()).isPositive();
        assertThat(result.slices().stream()
                        .mapToLong(LoadResult.Slice::answered)
                        .sum())
                .isEqualTo(100);
        if (protocol != LoadPlan.Protocol.WEBSOCKET) {
            assertThat(target.asked("GET /hello")).isEqualTo(100);
        }
    }

    @Test
    void severalThreadsShareTheArrivals() throws Exception {
        LoadResult result = generator.run(
                plan("/hello").threads(3).arrivals(Arrivals.poisson(200, 5)).build());

        assertThat(result.errors()).isEmpty();
        Arrivals arrivals = Arrivals.poisson(200, 5).begin();
        int expected = 0;
        while (arrivals.next() < SHORT.toNanos()) {
            expected++;
        }
        assertThat(target.asked("GET /hello")).isEqualTo(expected);
    }

    @Test
    void childrenFollowTheirPage() throws Exception {
        Resource page = Resource.page("/page", "/style.css", "/script.js?v=1");

        LoadResult result = generator.run(
                plan("/").resource(page).arrivals(Arrivals.constant(40)).build());

        assertThat(result.answered()).isEqualTo(60);
        assertThat(result.pages().count()).isEqualTo(20);
        assertThat(result.pages().min()).isGreaterThanOrEqualTo(result.latency().min());
        assertThat(target.asked("GET /page")).isEqualTo(20);
        assertThat(target.asked("GET /style.css")).isEqualTo(20);
        assertThat(target.asked("GET /script.js?v=1")).isEqualTo(20);
    }

    @Test
    void usersAskAgainWhenTheyWereAnswered() throws Exception {
        long begun = System.nanoTime();
        LoadResult result = generator.run(
                plan("/hello").users(3).thinkTime(Duration.ofMillis(20)).build());

        assertThat(result.errors()).isEmpty();
        long thinkTimes = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 20;
        assertThat(result.answered()).isBetween(3L, 3 * (thinkTimes + 1));
        assertThat(result.lag().count()).isZero();
        assertThat(target.asked("GET /hello")).isEqualTo((int) result.answered());
    }

    @Test
    void requestsHaveMethodFieldsAndContent() throws Exception {
        Resource resource = Resource.get("/echo")
                .withMethod("PUT")
                .withField("Content-Type", "text/plain")
                .withContent("abc".getBytes(StandardCharsets.UTF_8));

        LoadResult result = generator.run(
                plan("/").resource(resource).arrivals(Arrivals.constant(40)).build());

        assertThat(result.errors()).isEmpty();
        assertThat(target.asked("PUT /echo")).isEqualTo(20);
        assertThat(result.bytes()).isEqualTo(60);
    }

    @Test
    void probeAsksBesideTheLoad() throws Exception {
        LoadResult result = generator.run(plan("/hello")
                .arrivals(Arrivals.constant(20))
                .probe(20, Resource.get("/probe"))
                .build());

        assertThat(result.probe().count()).isEqualTo(10);
        assertThat(result.probeErrors()).isZero();
        assertThat(target.asked("GET /probe")).isEqualTo(10);
        assertThat(result.answered()).isEqualTo(10);
    }

    @Test
    void warmUpIsNotMeasured() throws Exception {
        LoadResult result = generator.run(plan("/hello")
                .warmUp(Duration.ofMillis(300))
                .arrivals(Arrivals.constant(100))
                .build());

        assertThat(result.answered()).isEqualTo(50);
        assertThat(target.asked("GET /hello")).isEqualTo(80);
    }

    @Test
    void errorsAreCountedByTheirCause() throws Exception {
        LoadResult result =
                generator.run(plan("/missing").arrivals(Arrivals.constant(40)).build());

        assertThat(result.answered()).isZero();
        assertThat(result.errors()).containsOnlyKeys("status 404").containsValue(20L);
        assertThat(result.failedShare()).isEqualTo(1);
    }

    @Test
    void requestsWithoutResponseEndAtTheTimeout() throws Exception {
        LoadResult result = generator.run(plan("/never")
                .timeout(Duration.ofMillis(200))
                .arrivals(Arrivals.constant(20))
                .build());

        assertThat(result.errors()).isEqualTo(java.util.Map.of("timeout", 10L));
    }

    @Test
    void whatTheServerDoesNotTakeIsNotSentWithoutBound() throws Exception {
        LoadResult result = generator.run(plan("/never")
                .timeout(Duration.ofMillis(300))
                .maxInFlight(2)
                .arrivals(Arrivals.constant(40))
                .build());

        assertThat(result.errors()).containsKeys("timeout", "not sent: too many requests wait for their responses");
        assertThat(result.failed()).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({"100, 0", "0, 2"})
    void serverThatIsNotThereIsAResult(double rate, int users) throws Exception {
        int port = Ports.unused();
        LoadPlan.Builder plan =
                LoadPlan.to(URI.create("http://127.0.0.1:" + port + "/")).time(SHORT);

        LoadResult result =
                generator.run((users > 0 ? plan.users(users) : plan.arrivals(Arrivals.constant(rate))).build());

        assertThat(result.answered()).isZero();
        assertThat(result.failed()).isPositive();
        assertThat(result.errors().keySet())
                .allSatisfy(cause -> assertThat(cause).contains("refused"));
    }

    @Test
    void lostWebSocketConnectionsAreOpenedAgain() throws Exception {
        LoadResult result = generator.run(plan("/socket")
                .protocol(LoadPlan.Protocol.WEBSOCKET)
                .time(Duration.ofMinutes(1))
                .connections(1)
                .arrivals(new UntilAnswered())
                .build());

        assertThat(result.failed()).isPositive();
        assertThat(result.answered()).isPositive();
        assertThat(result.sent()).isEqualTo(result.answered() + result.failed());
    }

    /** Has the server leave, and then sends messages until it gets one: over another connection. */
    private final class UntilAnswered implements Arrivals.Schedule, Arrivals {
        private final long deadline = System.nanoTime() + Duration.ofSeconds(50).toNanos();
        private Resource next;

        @Override
        public Arrivals begin() {
            return this;
        }

        @Override
        public double rate() {
            return 0;
        }

        @Override
        public long next() {
            if (next == null) {
                next = Resource.get("/socket").withContent("leave".getBytes(StandardCharsets.UTF_8));
                return 0;
            }
            Thread.yield();
            next = Resource.get("/socket");
            return target.messages() > 0 || System.nanoTime() - deadline > 0 ? END : 0;
        }

        @Override
        public Resource resource() {
            return next;
        }
    }

    @Test
    void stepOfAServerThatIsFarBehindFails() throws Exception {
        LoadPlan plan = plan("/never")
                .time(Duration.ofMillis(1500))
                .timeout(Duration.ofSeconds(2))
                .arrivals(Arrivals.constant(1))
                .build();

        List<Steps.Step> steps = new Steps(generator, List.of()).run(plan, List.of(20.0, 40.0));

        assertThat(steps).hasSize(1);
        assertThat(steps.get(0).result().unansweredAtTheEnd()).isPositive();
        assertThat(steps.get(0).failure()).isEqualTo("errors<=0.1%: 100.000 %");
    }

    @Test
    void stepsEndAtTheFirstThatIsNotBorne() throws Exception {
        LoadPlan plan = plan("/hello").arrivals(Arrivals.constant(1)).build();

        List<Steps.Step> borne = new Steps(generator, List.of()).run(plan, List.of(20.0, 40.0));
        assertThat(borne).hasSize(2).allSatisfy(step -> assertThat(step.failure())
                .isNull());
        assertThat(Steps.knee(borne)).contains(borne.get(1));

        List<Assertion> impossible = List.of(Assertion.parse("p50<1ns"));
        List<Steps.Step> failed = new Steps(generator, impossible).run(plan, List.of(20.0, 40.0));
        assertThat(failed).hasSize(1);
        assertThat(failed.get(0).failure()).startsWith("p50<1ns: ");
        assertThat(Steps.knee(failed)).isEmpty();
    }
}
