package org.eclipse.jetty.ee10.servlets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class QoSFilterTest extends FilterServer {
    private final AtomicInteger suspended = new AtomicInteger();
    private final CountDownLatch served = new CountDownLatch(1);
    private final Semaphore goOn = new Semaphore(0);
    private final Queue<String> order = new ConcurrentLinkedQueue<>();

    /** The priority is what the client says. */
    private final class Prioritized extends QoSFilter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            super.doFilter(request, response, chain);
            if (request.isAsyncStarted()) {
                suspended.incrementAndGet();
            }
        }

        @Override
        protected int getPriority(ServletRequest request) {
            String priority = request.getParameter("p");
            return priority == null ? super.getPriority(request) : Integer.parseInt(priority);
        }
    }

    private void serve(String... settings) throws Exception {
        filter(new Prioritized(), settings);
        servlet("/held", (request, response) -> {
            served.countDown();
            goOn.acquire();
            response.getWriter().print("held");
        });
        servlet("/*", (request, response) -> {
            order.add(request.getPathInfo());
            response.getWriter().print("served");
        });
        start();
    }

    @RepeatedTest(20)
    void requestsBeyondTheLimitWaitAndGoOnByPriority() throws Exception {
        serve("maxRequests", "1", "waitMs", "0", "suspendMs", "60000");
        CompletableFuture<String> first = askLater("/held");
        assertThat(served.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int priority : new int[] {1, 0, 3, 2}) {
            waiting.add(askLater("/" + priority + "?p=" + priority));
        }
        await().untilAsserted(() -> assertThat(suspended).hasValue(4));
        goOn.release();
        assertThat(join(first)).contains("held");
        for (CompletableFuture<String> answer : waiting) {
            assertThat(join(answer)).contains("served");
        }
        assertThat(order).containsExactly("/3", "/2", "/1", "/0");
    }

    @Test
    void requestThatWaitedTooLongIsAnswered503AndLeavesNoTrace() throws Exception {
        serve("maxRequests", "1", "waitMs", "0", "suspendMs", "10");
        CompletableFuture<String> first = askLater("/held");
        assertThat(served.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(ask("GET", "/late")).startsWith("HTTP/1.1 503 ");
        assertThat(order).isEmpty();
        goOn.release();
        assertThat(join(first)).contains("held");
        assertThat(ask("GET", "/next")).contains("served");
    }

    @RepeatedTest(20)
    void requestsWithinTheLimitPassAndGiveTheirPermitsBack() throws Exception {
        serve("maxRequests", "2", "waitMs", "60000");
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(askLater("/" + i));
        }
        for (CompletableFuture<String> answer : answers) {
            assertThat(join(answer)).contains("served");
        }
        assertThat(order).hasSize(20);
    }

    @Test
    void permitIsGivenBackByAServletThatFails() throws Exception {
        filter(new QoSFilter(), "maxRequests", "1", "waitMs", "0");
        servlet("/*", (request, response) -> {
            throw new IllegalStateException("for the test");
        });
        start();
        for (int i = 0; i < 3; i++) {
            assertThat(ask("GET", "/")).startsWith("HTTP/1.1 500 ");
        }
    }

    @Test
    void filterIsAnAttributeOnDemandAndTellsItsSettings() throws Exception {
        serve("maxRequests", "3", "waitMs", "4", "suspendMs", "5", "managedAttr", "true");
        QoSFilter filter = (QoSFilter) context.getServletContext().getAttribute("tested");
        assertThat(filter.getMaxRequests()).isEqualTo(3);
        assertThat(filter.getWaitMs()).isEqualTo(4);
        assertThat(filter.getSuspendMs()).isEqualTo(5);
    }
}
