package org.eclipse.jetty.ee10.servlets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoSFilterTest extends FilterServer {
    private final AtomicInteger served = new AtomicInteger();

    /** All requests are over the limit but the first ones: no test depends on how fast it runs. */
    private static class Strict extends DoSFilter {
        private final AtomicInteger over = new AtomicInteger();

        Strict(Action action) {
            setListener(new Listener() {
                @Override
                public Action onRequestOverLimit(HttpServletRequest request, OverLimit limit, DoSFilter filter) {
                    over.incrementAndGet();
                    return action == null ? super.onRequestOverLimit(request, limit, filter) : action;
                }
            });
        }

        @Override
        protected String extractUserId(ServletRequest request) {
            return request.getParameter("user");
        }
    }

    private void start(DoSFilter filter, String... settings) throws Exception {
        filter(filter, settings);
        servlet("/*", (request, response) -> {
            served.incrementAndGet();
            if (request.getParameter("session") != null) {
                request.getSession();
            }
            response.getWriter().print("served");
        });
        start();
    }

    /** Asks until a request was over the limit, which takes two requests within a second. */
    private String askUntilOver(Strict filter, String path, String... fields) throws Exception {
        for (int i = 0; i < 10_000; i++) {
            String response = ask("GET", path, fields);
            if (filter.over.get() > 0) {
                return response;
            }
        }
        throw new AssertionError("No two requests within a second");
    }

    @ParameterizedTest
    @CsvSource({"REJECT, 429, unavailable", "NO_ACTION, 200, ", "THROTTLE, 200, throttled", "DELAY, 200, delayed"})
    void requestOverTheLimitIsTreatedAsTheListenerSays(DoSFilter.Action action, int status, String field)
            throws Exception {
        Strict filter = new Strict(action);
        start(filter, "maxRequestsPerSec", "1", "delayMs", "1");
        String response = askUntilOver(filter, "/");
        assertThat(response).startsWith("HTTP/1.1 " + status);
        if (field == null) {
            assertThat(response).doesNotContain("DoSFilter");
        } else {
            assertThat(response).contains("DoSFilter: " + field + "\r\n");
        }
        if (status == 200) {
            assertThat(response).endsWith("served");
        }
    }

    @Test
    void abortEndsTheConnectionWithoutAResponse() throws Exception {
        Strict filter = new Strict(DoSFilter.Action.ABORT);
        start(filter, "maxRequestsPerSec", "1");
        assertThat(askUntilOver(filter, "/")).isNullOrEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-1, REJECT", "0, THROTTLE", "5, DELAY"})
    void delaySaysWhatIsDone(long delay, DoSFilter.Action action) {
        assertThat(DoSFilter.Action.fromDelay(delay)).isEqualTo(action);
    }

    @Test
    void statusAndFieldsFollowTheSettings() throws Exception {
        Strict filter = new Strict(null);
        start(filter, "maxRequestsPerSec", "1", "delayMs", "-1", "tooManyCode", "503", "insertHeaders", "false");
        assertThat(askUntilOver(filter, "/")).startsWith("HTTP/1.1 503 ").doesNotContain("DoSFilter");
    }

    @Test
    void clientsAreToldApartByUser() throws Exception {
        Strict filter = new Strict(DoSFilter.Action.REJECT);
        start(filter, "maxRequestsPerSec", "1");
        askUntilOver(filter, "/?user=a");
        assertThat(ask("GET", "/?user=b")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void sessionIsAClientOfItsOwnUnlessSwitchedOff() throws Exception {
        Strict filter = new Strict(DoSFilter.Action.REJECT);
        start(filter, "maxRequestsPerSec", "1");
        String made = ask("GET", "/?session=true&user=any");
        String cookie = "Cookie: " + made.replaceAll("(?s).*Set-Cookie: ([^;]*);.*", "$1");
        askUntilOver(filter, "/");
        assertThat(ask("GET", "/", cookie)).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @CsvSource({"'0.0.0.0, 127.0.0.1'", "127.0.0.0/8"})
    void addressesOfTheListHaveNoLimit(String list) throws Exception {
        Strict filter = new Strict(DoSFilter.Action.REJECT);
        start(filter, "maxRequestsPerSec", "1", "ipWhitelist", list);
        String local = (String) connector.getResponse("GET /addr HTTP/1.0\r\n\r\n");
        assertThat(local).contains("served");
        for (int i = 0; i < 5; i++) {
            filter.checkWhitelist("127.0.0.1");
        }
        assertThat(filter.checkWhitelist("127.0.0.1")).isTrue();
        assertThat(filter.checkWhitelist("10.1.1.1")).isFalse();
        assertThat(filter.addWhitelistAddress("10.0.0.0/8")).isTrue();
        assertThat(filter.checkWhitelist("10.1.1.1")).isTrue();
        assertThat(filter.getWhitelist()).contains("10.0.0.0/8");
        assertThat(filter.removeWhitelistAddress("10.0.0.0/8")).isTrue();
        assertThat(filter.checkWhitelist("10.1.1.1")).isFalse();
        filter.clearWhitelist();
        assertThat(filter.getWhitelist()).isEmpty();
        assertThat(filter.checkWhitelist("127.0.0.1")).isFalse();
        assertThat(filter.subnetMatch("192.168.0.0/16", "192.168.3.4")).isTrue();
        assertThat(filter.subnetMatch("192.168.0.0/16", "192.169.3.4")).isFalse();
    }

    @Test
    void throttledRequestsThatFindNoPlaceAreAnswered503() throws Exception {
        Strict filter = new Strict(DoSFilter.Action.THROTTLE);
        start(filter, "maxRequestsPerSec", "1", "throttledRequests", "0", "maxWaitMs", "0", "throttleMs", "10");
        assertThat(askUntilOver(filter, "/")).startsWith("HTTP/1.1 503 ").contains("DoSFilter: unavailable");
    }

    @Test
    void throttledRequestsGoOnAsThereIsRoom() throws Exception {
        Strict filter = new Strict(DoSFilter.Action.THROTTLE);
        start(filter, "maxRequestsPerSec", "1", "throttledRequests", "1", "maxWaitMs", "0", "throttleMs", "60000");
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(askLater("/"));
        }
        for (CompletableFuture<String> answer : answers) {
            assertThat(join(answer)).endsWith("served");
        }
        assertThat(served).hasValue(10);
    }

    @Test
    void disabledFilterLetsAllPass() throws Exception {
        Strict filter = new Strict(DoSFilter.Action.REJECT);
        start(filter, "maxRequestsPerSec", "1", "enabled", "false");
        for (int i = 0; i < 5; i++) {
            assertThat(ask("GET", "/")).endsWith("served");
        }
        assertThat(filter.over).hasValue(0);
    }

    @Test
    void requestThatTakesTooLongIsInterruptedAndAnswered503() throws Exception {
        filter(new DoSFilter(), "maxRequestMs", "10");
        servlet("/*", (request, response) -> new CountDownLatch(1).await());
        start();
        assertThat(ask("GET", "/")).startsWith("HTTP/1.1 503 ");
    }

    @Test
    void connectionOfARequestThatTakesTooLongIsClosedOnDemand() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        filter(
                new CloseableDoSFilter() {
                    @Override
                    protected void onRequestTimeout(
                            HttpServletRequest request, HttpServletResponse response, Thread thread) {
                        super.onRequestTimeout(request, response, thread);
                        closed.countDown();
                    }
                },
                "maxRequestMs",
                "10");
        servlet("/*", (request, response) -> {
            if (!closed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                response.getWriter().print("in vain");
            }
        });
        start();
        String response = ask("GET", "/");
        assertThat(response == null || response.isEmpty()).isTrue();
    }

    @Test
    void settingsAreReadAndMayChange() throws Exception {
        DoSFilter filter = new DoSFilter();
        start(
                filter,
                "managedAttr",
                "true",
                "maxWaitMs",
                "1",
                "maxIdleTrackerMs",
                "2",
                "trackSessions",
                "false",
                "remotePort",
                "true",
                "throttledRequests",
                "4");
        assertThat(context.getServletContext().getAttribute("tested")).isSameAs(filter);
        assertThat(filter.getName()).isEqualTo("tested");
        assertThat(filter.getMaxWaitMs()).isEqualTo(1);
        assertThat(filter.getMaxIdleTrackerMs()).isEqualTo(2);
        assertThat(filter.isTrackSessions()).isFalse();
        assertThat(filter.isRemotePort()).isTrue();
        assertThat(filter.getThrottledRequests()).isEqualTo(4);
        assertThat(filter.getMaxRequestsPerSec()).isEqualTo(25);
        assertThat(filter.getThrottleMs()).isEqualTo(30000);
        assertThat(filter.getMaxRequestMs()).isEqualTo(30000);
        assertThat(filter.getTooManyCode()).isEqualTo(429);
        assertThatThrownBy(() -> filter.setListener(null)).isInstanceOf(NullPointerException.class);
    }
}
