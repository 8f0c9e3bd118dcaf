package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextRequest;
import org.junit.jupiter.api.Test;

/** What code may add while the context starts, and no later (Servlet section 4.4). */
class RegistrationTest extends ContextServer {
    private interface Startup {
        void run(ServletContext servletContext) throws Exception;
    }

    private void onStartup(Startup startup) {
        context.addServletContainerInitializer((classes, servletContext) -> {
            try {
                startup.run(servletContext);
            } catch (RuntimeException | ServletException x) {
                throw x;
            } catch (Exception x) {
                throw new ServletException(x);
            }
        });
    }

    /** api Registration.Dynamic.setAsyncSupported; the annotation of a class that code adds does not count. */
    @WebServlet(asyncSupported = true)
    public static class Asynchronous extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(request.isAsyncSupported());
        }
    }

    @Test
    void servletsAndFiltersThatCodeAddsAreNotAsynchronousUnlessTold() throws Exception {
        onStartup(servletContext -> {
            servletContext.addServlet("name", Asynchronous.class.getName()).addMapping("/name");
            servletContext.addServlet("class", Asynchronous.class).addMapping("/class");
            servletContext.addServlet("instance", new Asynchronous()).addMapping("/instance");
            for (String told : new String[] {"told", "filtered"}) {
                ServletRegistration.Dynamic servlet = servletContext.addServlet(told, Asynchronous.class);
                servlet.setAsyncSupported(true);
                servlet.addMapping("/" + told);
            }
            servletContext
                    .addFilter("f", filterOf((request, response, chain) -> chain.doFilter(request, response)))
                    .addMappingForUrlPatterns(null, false, "/filtered");
        });
        start();
        for (String path : new String[] {"name", "class", "instance", "filtered"}) {
            assertThat(body(get("/ctx/" + path))).as(path).isEqualTo("false");
        }
        assertThat(body(get("/ctx/told"))).isEqualTo("true");
    }

    @Test
    void servletsAndFiltersThatWereAddedServe() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        onStartup(servletContext -> {
            ServletRegistration.Dynamic servlet = servletContext.addServlet(
                    "s", servletOf((request, response) -> response.getWriter().print("s")));
            servlet.setInitParameter("p", "v");
            assertThat(servlet.setInitParameter("p", "w")).isFalse();
            assertThat(servlet.setInitParameters(Map.of("p", "w"))).containsExactly("p");
            assertThat(servlet.addMapping("/s", "/t")).isEmpty();
            assertThat(servletContext.addServlet("s", HttpServlet.class)).isNull();
            ServletRegistration.Dynamic clash = servletContext.addServlet("c", servletOf((request, response) -> {}));
            assertThat(clash.addMapping("/s", "/free")).containsExactly("/s");
            FilterRegistration.Dynamic filter = servletContext.addFilter("f", filterOf((request, response, chain) -> {
                calls.add("f");
                chain.doFilter(request, response);
            }));
            filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/s");
            FilterRegistration.Dynamic first = servletContext.addFilter("g", filterOf((request, response, chain) -> {
                calls.add("g");
                chain.doFilter(request, response);
            }));
            first.addMappingForServletNames(null, false, "s");
            assertThat(filter.getUrlPatternMappings()).containsExactly("/s");
            assertThat(first.getServletNameMappings()).containsExactly("s");
            assertThat(servlet.getMappings()).containsExactlyInAnyOrder("/s", "/t");
        });
        start();
        assertThat(body(get("/ctx/s"))).isEqualTo("s");
        assertThat(calls).containsExactlyInAnyOrder("f", "g");
        assertThat(status(get("/ctx/free"))).isEqualTo(404);
        assertThat(context.getServletContext().getServletRegistrations()).containsKeys("s", "c");
    }

    @Test
    void nothingMayBeAddedLater() throws Exception {
        start();
        ServletContext servletContext = context.getServletContext();
        assertThatThrownBy(() -> servletContext.addServlet("s", HttpServlet.class))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> servletContext.addFilter("f", "f")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> servletContext.addListener("l")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> servletContext.setInitParameter("a", "b")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> servletContext.setSessionTrackingModes(Set.of()))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> servletContext.setSessionTimeout(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> servletContext.declareRoles("r")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void listenerThatWasAddedByCodeMayNotAddMore() throws Exception {
        List<Object> results = new CopyOnWriteArrayList<>();
        onStartup(servletContext -> servletContext.addListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                try {
                    event.getServletContext().addServlet("s", HttpServlet.class);
                } catch (UnsupportedOperationException x) {
                    results.add(x);
                }
                results.add(event.getServletContext().getAttribute("none") == null);
            }
        }));
        context.addEventListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                event.getServletContext()
                        .addServlet("ok", servletOf((request, response) -> {}))
                        .addMapping("/ok");
                try {
                    event.getServletContext().addListener(new ServletContextListener() {});
                } catch (IllegalArgumentException x) {
                    results.add(x);
                }
            }
        });
        start();
        assertThat(results).hasSize(3);
        assertThat(status(get("/ctx/ok"))).isEqualTo(200);
    }

    @Test
    void wrongNamesAndTypesAreRefused() throws Exception {
        onStartup(servletContext -> {
            assertThatThrownBy(() -> servletContext.addServlet("", HttpServlet.class))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> servletContext.addFilter(null, "x")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> servletContext.addListener(new EventListener() {}))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> servletContext.addListener("no.such.Listener"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> servletContext
                            .addServlet("s", servletOf((request, response) -> {}))
                            .addMapping())
                    .isInstanceOf(IllegalArgumentException.class);
        });
        start();
    }

    @Test
    void requestListenerAddedByCodeHears() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        onStartup(servletContext -> servletContext.addListener(new ServletRequestListener() {
            @Override
            public void requestInitialized(jakarta.servlet.ServletRequestEvent event) {
                events.add("init");
            }

            @Override
            public void requestDestroyed(jakarta.servlet.ServletRequestEvent event) {
                events.add("destroyed");
            }
        }));
        servlet("/s", (request, response) -> events.add("served"));
        start();
        get("/ctx/s");
        assertThat(events).startsWith("init", "served");
    }

    @Test
    void holderHasANameBeforeItHasAClass() {
        ServletHolder holder = new ServletHolder();
        assertThat(holder.getRegistration().getName()).startsWith("ServletHolder-");
        holder.setClassName("a.Servlet");
        String made = holder.getName();
        assertThat(made).startsWith("a.Servlet-");
        holder.setClassName("another.Servlet");
        assertThat(holder.getName()).isEqualTo(made);
        holder.setName("given");
        assertThat(holder.getName()).isEqualTo("given");
        holder.setName(null);
        assertThat(holder.getName()).startsWith("another.Servlet-");
        assertThat(holder.isNamed()).isFalse();
    }

    /** As a program may make one for a request of its own. */
    @Test
    void channelFindsTheServletByThePath() throws Exception {
        ServletContextHandler made = new ServletContextHandler("/made") {
            @Override
            protected ContextRequest wrapRequest(Request request, Response response) {
                return new ServletChannel(this, request, response).getServletContextRequest();
            }
        };
        made.addServlet(new ServletHolder(new NamesItself()), "/s/*");
        server.setHandler(made);
        server.start();
        assertThat(body(get("/made/s/info"))).isEqualTo("/s /info");
        assertThat(status(get("/made/other"))).isEqualTo(404);
    }

    private static final class NamesItself extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(request.getServletPath() + " " + request.getPathInfo());
        }
    }
}
