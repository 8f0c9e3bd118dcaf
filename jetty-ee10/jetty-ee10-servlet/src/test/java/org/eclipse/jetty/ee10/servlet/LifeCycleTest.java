package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.util.Decorator;
import org.junit.jupiter.api.Test;

/** The order in which the parts of a context come up and go down (Servlet sections 2.3, 6.2.1, 11.3). */
class LifeCycleTest extends ContextServer {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    public static class S extends HttpServlet {
        @Override
        public void init() {
            EVENTS.add("init " + getServletName());
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy " + getServletName());
        }
    }

    public static class F implements Filter {
        @Override
        public void init(FilterConfig config) {
            EVENTS.add("init filter");
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}

        @Override
        public void destroy() {
            EVENTS.add("destroy filter");
        }
    }

    private static ServletContextListener listener(String name) {
        return new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                EVENTS.add("initialized " + name);
            }

            @Override
            public void contextDestroyed(ServletContextEvent event) {
                EVENTS.add("destroyed " + name);
            }
        };
    }

    private ServletHolder holder(String name, int order) {
        ServletHolder holder = new ServletHolder(name, S.class);
        holder.setInitOrder(order);
        context.addServlet(holder, "/" + name);
        return holder;
    }

    @Test
    void partsComeUpInOrderAndGoDownInReverse() throws Exception {
        EVENTS.clear();
        context.addServletContainerInitializer((classes, servletContext) -> EVENTS.add("initializer"));
        context.addEventListener(listener("1"));
        context.addEventListener(listener("2"));
        context.addFilter(F.class, "/*", null);
        holder("lazy", -1);
        holder("b", 2);
        holder("a", 1);
        start();
        assertThat(EVENTS)
                .containsExactly("initializer", "initialized 1", "initialized 2", "init filter", "init a", "init b");
        get("/ctx/lazy");
        EVENTS.clear();
        context.stop();
        assertThat(EVENTS)
                .containsSubsequence("destroyed 2", "destroyed 1")
                .contains("destroy filter", "destroy a", "destroy b", "destroy lazy");
        for (String part : List.of("filter", "a", "b", "lazy")) {
            assertThat(EVENTS.indexOf("destroy " + part)).isLessThan(EVENTS.indexOf("destroyed 2"));
        }
    }

    @Test
    void contextStartsAgainWithWhatWasEmbedded() throws Exception {
        EVENTS.clear();
        context.addEventListener(listener("1"));
        context.addServletContainerInitializer((classes, servletContext) -> {
            servletContext.addServlet("dynamic", new S()).addMapping("/dynamic");
            servletContext.addListener(listener("dynamic"));
        });
        holder("a", 1);
        start();
        assertThat(status(get("/ctx/dynamic"))).isEqualTo(methodNotAllowed());
        List<String> first = List.copyOf(EVENTS);
        context.stop();
        assertThat(context.getServletHandler().getServlets())
                .extracting(ServletHolder::getName)
                .contains("a")
                .doesNotContain("dynamic");
        EVENTS.clear();
        context.start();
        assertThat(status(get("/ctx/dynamic"))).isEqualTo(methodNotAllowed());
        assertThat(EVENTS).containsExactlyElementsOf(first);
    }

    @Test
    void servletThatFailsToInitialiseFailsTheStartUnlessAllowed() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ServletHolder holder = new ServletHolder("broken", new HttpServlet() {
            @Override
            public void init() throws ServletException {
                tries.incrementAndGet();
                throw new ServletException("broken servlet");
            }
        });
        holder.setInitOrder(0);
        context.addServlet(holder, "/broken");
        assertThatThrownBy(this::start).hasMessageContaining("broken servlet");
        server.stop();

        context.getServletHandler().setStartWithUnavailable(true);
        server.start();
        assertThat(status(get("/ctx/broken"))).isEqualTo(503);
        // also when it was tried again meanwhile
        Awaitility.await().until(() -> tries.get() > 2 || status(get("/ctx/broken")) != 503);
        assertThat(status(get("/ctx/broken"))).isEqualTo(503);
    }

    @Test
    void listenerThatFailsFailsTheStartAndThoseBeforeAreTold() {
        EVENTS.clear();
        context.addEventListener(listener("1"));
        context.addEventListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                throw new IllegalStateException("broken listener");
            }
        });
        assertThatThrownBy(this::start).hasMessageContaining("broken listener");
        assertThat(EVENTS).containsExactly("initialized 1", "destroyed 1");
    }

    @Test
    void missingClassIsUnavailable() throws Exception {
        context.getServletHandler().setStartWithUnavailable(true);
        context.addServlet("no.such.Servlet", "/s");
        start();
        assertThat(status(get("/ctx/s"))).isEqualTo(404);
    }

    @Test
    void decoratorsSeeWhatTheContextMakes() throws Exception {
        EVENTS.clear();
        context.getObjectFactory().addDecorator(new Decorator() {
            @Override
            public <T> T decorate(T o) {
                EVENTS.add("decorate " + o.getClass().getSimpleName());
                return o;
            }

            @Override
            public void destroy(Object o) {
                EVENTS.add("undecorate " + o.getClass().getSimpleName());
            }
        });
        holder("a", 1);
        context.addFilter(F.class, "/*", null);
        start();
        context.stop();
        assertThat(EVENTS).contains("decorate S", "decorate F", "undecorate S", "undecorate F");
    }

    @Test
    void initializerGetsItsClasses() throws Exception {
        EVENTS.clear();
        ServletContainerInitializer initializer = (classes, servletContext) -> EVENTS.add(String.valueOf(classes));
        context.addServletContainerInitializer(initializer, String.class);
        context.addServletContainerInitializer(initializer);
        start();
        assertThat(EVENTS).containsExactly("[class java.lang.String]", "null");
    }

    /** Frameworks change their wishes by the field that subclasses have. */
    @Test
    void subclassChangesItsOptionsUntilTheStart() throws Exception {
        ServletContextHandler own = new ServletContextHandler() {
            {
                _options |= SESSIONS;
            }
        };
        assertThat(own.getSecurityHandler()).isNull();
        own.setServer(server);
        own.start();
        try {
            assertThat(own.getSessionHandler()).isNotNull();
            assertThat(own.getSessionHandler().isStarted()).isTrue();
        } finally {
            own.stop();
        }
    }
}
