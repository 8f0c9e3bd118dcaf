package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What AsyncContext promises, and what it refuses (Servlet section 2.3.3.3). */
class AsyncContextTest extends ContextServer {
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    /** Hears everything and does nothing. */
    public static class Deaf implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Test
    void timeoutIsThirtySecondsUnlessSet() throws Exception {
        assertThat(body(serve((request, response) -> {
                    AsyncContext async = request.startAsync();
                    response.getWriter().print(async.getTimeout());
                    async.setTimeout(0);
                    response.getWriter().print("," + async.getTimeout());
                    async.complete();
                })))
                .isEqualTo("30000,0");
    }

    @Test
    void requestTellsWhetherItIsAsynchronous() throws Exception {
        servlet("/from", (request, response) -> {
            assertThat(request.isAsyncStarted()).isFalse();
            assertThatIllegalStateException().isThrownBy(request::getAsyncContext);
            AsyncContext async = request.startAsync();
            assertThat(request.isAsyncStarted()).isTrue();
            assertThat(request.getAsyncContext()).isSameAs(async);
            async.dispatch("/to");
            // until the container has the request back
            assertThat(request.isAsyncStarted()).isTrue();
        });
        servlet("/to", (request, response) -> {
            assertThat(request.isAsyncStarted()).isFalse();
            assertThat(request.isAsyncSupported()).isTrue();
            assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.ASYNC);
            response.getWriter().print("to");
        });
        start();
        assertThat(body(get("/ctx/from"))).isEqualTo("to");
    }

    @Test
    void contextHasTheRequestAndResponseThatItWasStartedWith() throws Exception {
        serve((request, response) -> {
            AsyncContext async = request.startAsync();
            assertThat(async.getRequest()).isSameAs(request);
            assertThat(async.getResponse()).isSameAs(response);
            assertThat(async.hasOriginalRequestAndResponse()).isTrue();
            async.complete();
        });
    }

    @Test
    void contextHasTheWrappersThatItWasStartedWithAndDispatchesThem() throws Exception {
        servlet("/to", (request, response) -> {
            HttpServletRequest wrapper = request;
            while (!(wrapper instanceof Marked) && wrapper instanceof HttpServletRequestWrapper w) {
                wrapper = (HttpServletRequest) w.getRequest();
            }
            response.getWriter().print(wrapper instanceof Marked);
        });
        assertThat(body(serve((request, response) -> {
                    HttpServletRequest wrapped = new Marked(request);
                    HttpServletResponse wrappedResponse = new HttpServletResponseWrapper(response);
                    AsyncContext async = request.startAsync(wrapped, wrappedResponse);
                    assertThat(async.getRequest()).isSameAs(wrapped);
                    assertThat(async.getResponse()).isSameAs(wrappedResponse);
                    assertThat(async.hasOriginalRequestAndResponse()).isFalse();
                    async.dispatch("/to");
                })))
                .isEqualTo("true");
    }

    private static final class Marked extends HttpServletRequestWrapper {
        Marked(HttpServletRequest request) {
            super(request);
        }
    }

    @Test
    void eachListenerGetsTheRequestAndResponseGivenWithIt() throws Exception {
        serve((request, response) -> {
            AsyncContext async = request.startAsync();
            HttpServletRequest given = new HttpServletRequestWrapper(request);
            HttpServletResponse givenResponse = new HttpServletResponseWrapper(response);
            async.addListener(
                    new Deaf() {
                        @Override
                        public void onComplete(AsyncEvent event) {
                            seen.add(event.getSuppliedRequest() == given);
                            seen.add(event.getSuppliedResponse() == givenResponse);
                            seen.add(event.getAsyncContext() == async);
                        }
                    },
                    given,
                    givenResponse);
            async.complete();
        });
        await().untilAsserted(() -> assertThat(seen).containsExactly(true, true, true));
    }

    /** Otherwise than promised, where it would be null: applications written for Jetty read the response of the event. */
    @Test
    void listenerWithoutRequestAndResponseGetsThoseOfTheContext() throws Exception {
        serve((request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new Deaf() {
                @Override
                public void onComplete(AsyncEvent event) {
                    seen.add(event.getSuppliedRequest() == request);
                    seen.add(event.getSuppliedResponse() == response);
                }
            });
            async.complete();
        });
        await().untilAsserted(() -> assertThat(seen).containsExactly(true, true));
    }

    @Test
    void secondDispatchAndDispatchAfterCompletionAreRefused() throws Exception {
        servlet("/to", (request, response) -> response.getWriter().print("to"));
        servlet("/completed", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.complete();
            assertThatIllegalStateException().isThrownBy(async::dispatch);
        });
        assertThat(body(serve((request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.dispatch("/to");
                    assertThatIllegalStateException().isThrownBy(async::dispatch);
                    assertThatIllegalStateException().isThrownBy(() -> async.dispatch("/to"));
                })))
                .isEqualTo("to");
        assertThat(status(get("/ctx/completed"))).isEqualTo(200);
    }

    @Test
    void dispatchToAnotherContextGoesThere() throws Exception {
        servlet("/to", (request, response) -> response.getWriter().print(request.getServletPath()));
        assertThat(body(serve(
                        (request, response) -> request.startAsync().dispatch(request.getServletContext(), "/to"))))
                .isEqualTo("/to");
    }

    @Test
    void attributesShowTheOriginalOfADispatchToAPath() throws Exception {
        servlet("/to", (request, response) -> response.getWriter()
                .print(request.getAttribute(AsyncContext.ASYNC_REQUEST_URI) + "|"
                        + request.getAttribute(AsyncContext.ASYNC_CONTEXT_PATH) + "|"
                        + request.getAttribute(AsyncContext.ASYNC_SERVLET_PATH) + "|"
                        + request.getAttribute(AsyncContext.ASYNC_PATH_INFO) + "|"
                        + request.getAttribute(AsyncContext.ASYNC_QUERY_STRING) + "|"
                        + (request.getAttribute(AsyncContext.ASYNC_MAPPING) != null) + "|" + request.getQueryString()));
        assertThat(body(serve((request, response) -> request.startAsync().dispatch("/to?b=2"))))
                .isEqualTo("/ctx/served/info|/ctx|/served|/info|q=1|true|b=2");
    }

    @Test
    void contextIsFixedOnceTheContainerHasIt() throws Exception {
        AsyncContext[] kept = new AsyncContext[1];
        servlet("/to", (request, response) -> {
            assertThatIllegalStateException().isThrownBy(() -> kept[0].addListener(new Deaf()));
            assertThatIllegalStateException().isThrownBy(() -> kept[0].addListener(new Deaf(), request, response));
            assertThatIllegalStateException().isThrownBy(() -> kept[0].setTimeout(1));
        });
        serve((request, response) -> {
            kept[0] = request.startAsync();
            kept[0].dispatch("/to");
        });
    }

    /** More than is promised: until the request is over its listeners may ask, as they do of other servers. */
    @Test
    void requestAndResponseAreHandedOutUntilTheRequestIsOver() throws Exception {
        AsyncContext[] kept = new AsyncContext[1];
        serve((request, response) -> {
            kept[0] = request.startAsync();
            kept[0].addListener(new Deaf() {
                @Override
                public void onComplete(AsyncEvent event) {
                    seen.add(event.getAsyncContext().getRequest() == request);
                    seen.add(event.getAsyncContext().getResponse() == response);
                }
            });
            kept[0].complete();
        });
        await().untilAsserted(() -> {
            assertThatIllegalStateException().isThrownBy(kept[0]::getRequest);
            assertThatIllegalStateException().isThrownBy(kept[0]::getResponse);
        });
        assertThat(seen).containsExactly(true, true);
    }

    @Test
    void startIsRefusedOnceTheResponseIsClosed() throws Exception {
        serve((request, response) -> {
            response.getOutputStream().close();
            assertThatIllegalStateException().isThrownBy(request::startAsync);
        });
    }

    @Test
    void filterWithoutAsyncSupportForbidsItToTheServlet() throws Exception {
        FilterHolder filter =
                new FilterHolder(filterOf((request, response, chain) -> chain.doFilter(request, response)));
        filter.setAsyncSupported(false);
        context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        serve((request, response) -> {
            assertThat(request.isAsyncSupported()).isFalse();
            assertThatIllegalStateException().isThrownBy(request::startAsync);
        });
    }

    @Test
    void listenersAreMadeAndDecoratedByTheContext() throws Exception {
        serve((request, response) -> {
            AsyncContext async = request.startAsync();
            assertThat(async.createListener(Deaf.class)).isInstanceOf(Deaf.class);
            try {
                async.createListener(AsyncListener.class);
                seen.add("made");
            } catch (ServletException x) {
                seen.add("refused");
            }
            async.complete();
        });
        assertThat(seen).containsExactly("refused");
    }

    @Test
    void runnableRunsInTheContextOfTheApplication() throws Exception {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        context.setClassLoader(loader);
        serve((request, response) -> {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                seen.add(Thread.currentThread().getContextClassLoader() == loader);
                async.complete();
            });
        });
        assertThat(seen).containsExactly(true);
    }

    @Test
    void timeoutIsAnErrorDispatchWithTheTimeoutNotYetAnswered() throws Exception {
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(500, "/error");
        context.setErrorHandler(pages);
        servlet("/error", (request, response) -> response.getWriter().print("page " + request.getDispatcherType()));
        String response = serve((request, answer) -> request.startAsync().setTimeout(10));
        assertThat(status(response)).isEqualTo(500);
        assertThat(body(response)).isEqualTo("page ERROR");
    }

    @Test
    void failureOfADispatchedServletIsAnError() throws Exception {
        servlet("/to", (request, response) -> {
            throw new IllegalStateException("dispatched");
        });
        assertThat(status(serve((request, response) -> request.startAsync().dispatch("/to"))))
                .isEqualTo(500);
    }

    @Test
    void responseStaysOpenUntilCompletion() throws Exception {
        assertThat(body(serve((request, response) -> {
                    AsyncContext async = request.startAsync();
                    response.getWriter().print("in service, ");
                    async.start(() -> {
                        try {
                            async.getResponse().getWriter().print("after service");
                            async.complete();
                        } catch (java.io.IOException x) {
                            seen.add(x);
                        }
                    });
                })))
                .isEqualTo("in service, after service");
    }
}
