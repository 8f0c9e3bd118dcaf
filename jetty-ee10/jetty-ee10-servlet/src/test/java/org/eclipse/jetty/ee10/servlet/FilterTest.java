package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which filters see a request, in which order (Servlet chapter 6). */
class FilterTest extends ContextServer {
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private FilterHolder filter(String name) {
        FilterHolder holder = new FilterHolder(calling(name));
        holder.setName(name);
        return holder;
    }

    private Filter calling(String name) {
        return filterOf((request, response, chain) -> {
            calls.add(name);
            chain.doFilter(request, response);
            calls.add("/" + name);
        });
    }

    @Test
    void subclassKeepsChainsUntilFiltersChange() throws Exception {
        AtomicInteger made = new AtomicInteger();
        ServletHandler handler = new ServletHandler() {
            @Override
            protected FilterChain getFilterChain(HttpServletRequest request, String path, ServletHolder holder) {
                return _chainCache[FilterMapping.dispatch(request.getDispatcherType())].computeIfAbsent(path, p -> {
                    made.incrementAndGet();
                    return super.getFilterChain(request, path, holder);
                });
            }
        };
        context.setServletHandler(handler);
        servlet("/s/*", (request, response) -> calls.add("servlet"));
        context.addFilter(filter("one"), "/*", EnumSet.of(DispatcherType.REQUEST));
        start();
        get("/ctx/s/x");
        get("/ctx/s/x");
        assertThat(made).hasValue(1);
        context.addFilter(filter("two"), "/*", EnumSet.of(DispatcherType.REQUEST));
        calls.clear();
        get("/ctx/s/x");
        assertThat(made).hasValue(2);
        assertThat(calls).containsExactly("one", "two", "servlet", "/two", "/one");
    }

    @Test
    void removedFilterIsCalledNoLongerThoughItsMappingStays() throws Exception {
        servlet("/s/*", (request, response) -> calls.add("servlet"));
        FilterHolder removed = filter("removed");
        context.addFilter(removed, "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addFilter(filter("kept"), "/*", EnumSet.of(DispatcherType.REQUEST));
        start();
        context.getServletHandler().removeFilterHolder(removed);
        assertThat(get("/ctx/s/x")).startsWith("HTTP/1.1 200");
        assertThat(calls).containsExactly("kept", "servlet", "/kept");
    }

    @Test
    void filtersByPathComeBeforeFiltersByServletName() throws Exception {
        ServletHolder servlet = servlet("/s/*", (request, response) -> calls.add("servlet"));
        servlet.setName("s");
        context.getServletHandler().setServletMappings(new ServletMapping[0]);
        ServletMapping servletMapping = new ServletMapping();
        servletMapping.setServletName("s");
        servletMapping.setPathSpec("/s/*");
        context.getServletHandler().addServletMapping(servletMapping);
        FilterMapping byName = new FilterMapping();
        byName.setServletName("s");
        context.getServletHandler().addFilter(filter("name"), byName);
        context.addFilter(filter("one"), "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addFilter(filter("two"), "/s/*", EnumSet.of(DispatcherType.REQUEST));
        context.addFilter(filter("other"), "/other/*", EnumSet.of(DispatcherType.REQUEST));
        start();

        assertThat(status(get("/ctx/s/x"))).isEqualTo(200);
        assertThat(calls).containsExactly("one", "two", "name", "servlet", "/name", "/two", "/one");
    }

    @Test
    void filterMayAnswerItselfAndWrap() throws Exception {
        servlet("/s", (request, response) -> response.getWriter().print("servlet:" + request.getParameter("q")));
        context.addFilter(
                filterOf((request, response, chain) -> {
                    if (request.getParameter("stop") != null) {
                        response.sendError(418, "no");
                    } else {
                        chain.doFilter(
                                new HttpServletRequestWrapper(request) {
                                    @Override
                                    public String getParameter(String name) {
                                        return "wrapped";
                                    }
                                },
                                response);
                    }
                }),
                "/*",
                null);
        start();

        assertThat(body(get("/ctx/s"))).isEqualTo("servlet:wrapped");
        assertThat(status(get("/ctx/s?stop=1"))).isEqualTo(418);
    }

    @Test
    void filterSeesOnlyItsDispatcherTypes() throws Exception {
        servlet("/from", (request, response) -> request.getRequestDispatcher("/to")
                .forward(request, response));
        servlet("/to", (request, response) -> calls.add("to"));
        context.addFilter(filter("request"), "/to", EnumSet.of(DispatcherType.REQUEST));
        context.addFilter(filter("forward"), "/to", EnumSet.of(DispatcherType.FORWARD));
        start();

        get("/ctx/from");
        assertThat(calls).containsExactly("forward", "to", "/forward");
        calls.clear();
        get("/ctx/to");
        assertThat(calls).containsExactly("request", "to", "/request");
    }

    @Test
    void chainCacheDoesNotMixPathsAndIsBounded() throws Exception {
        context.getServletHandler().setMaxFilterChainsCacheSize(2);
        servlet("/", (request, response) -> calls.add(request.getServletPath()));
        context.addFilter(filter("a"), "/a/*", null);
        start();

        for (int i = 0; i < 10; i++) {
            get("/ctx/a/" + i);
            get("/ctx/b/" + i);
        }
        assertThat(calls).hasSize(40);
        assertThat(calls.subList(0, 4)).containsExactly("a", "/a/0", "/a", "/b/0");
    }

    @Test
    void failingInitOfAFilterFailsTheStart() {
        context.addFilter(
                new FilterHolder(new Filter() {
                    @Override
                    public void init(FilterConfig config) throws ServletException {
                        throw new ServletException("broken filter " + config.getFilterName());
                    }

                    @Override
                    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
                }),
                "/*",
                null);
        assertThatThrownBy(this::start).isInstanceOf(ServletException.class).hasMessageContaining("broken filter");
    }

    @Test
    void mappingToAnUnknownFilterFailsTheStart() {
        FilterMapping mapping = new FilterMapping();
        mapping.setFilterName("nobody");
        mapping.setPathSpec("/*");
        context.getServletHandler().addFilterMapping(mapping);
        assertThatThrownBy(this::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No filter named nobody");
    }

    /** Section 6.2.1. */
    @Test
    void filterIsInitialisedOnceWithItsConfigurationAndDestroyedOnce() throws Exception {
        FilterHolder holder = new FilterHolder(new Filter() {
            @Override
            public void init(FilterConfig config) {
                calls.add("init " + config.getFilterName() + " " + config.getInitParameter("p") + " "
                        + Collections.list(config.getInitParameterNames()) + " "
                        + (config.getServletContext() == context.getServletContext()) + " "
                        + config.getInitParameter("none"));
            }

            @Override
            public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                calls.add("filter");
                chain.doFilter(request, response);
            }

            @Override
            public void destroy() {
                calls.add("destroy");
            }
        });
        holder.setName("f");
        holder.setInitParameter("p", "v");
        context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addFilter(holder, "/s", EnumSet.of(DispatcherType.FORWARD));
        servlet("/s", (request, response) -> {});
        start();
        assertThat(calls).containsExactly("init f v [p] true null");
        get("/ctx/s");
        server.stop();
        assertThat(calls).containsExactly("init f v [p] true null", "filter", "destroy");
    }

    /** Section 6.2.2: the servlet gets the very objects that the last filter passed on. */
    @Test
    void wrappersReachTheServletAsTheyAre() throws Exception {
        Object[] passed = new Object[2];
        context.addFilter(
                filterOf((request, response, chain) -> {
                    passed[0] = new HttpServletRequestWrapper(request);
                    passed[1] = new HttpServletResponseWrapper(response);
                    chain.doFilter((ServletRequest) passed[0], (ServletResponse) passed[1]);
                }),
                "/*",
                null);
        serve((request, response) -> {
            assertThat(request).isSameAs(passed[0]);
            assertThat(response).isSameAs(passed[1]);
        });
    }

    @Test
    void chainThatIsNotFollowedLeavesTheServletUncalled() throws Exception {
        context.addFilter(
                filterOf((request, response, chain) -> response.getWriter().print("filter")), "/*", null);
        assertThat(body(serve((request, response) -> calls.add("servlet")))).isEqualTo("filter");
        assertThat(calls).isEmpty();
    }

    /** Section 6.2.4. */
    @Test
    void filterOfEveryServletNameSeesEachServlet() throws Exception {
        FilterMapping every = new FilterMapping();
        every.setServletName("*");
        context.getServletHandler().addFilter(filter("every"), every);
        servlet("/a", (request, response) -> calls.add("a"));
        servlet("/b", (request, response) -> calls.add("b"));
        start();
        get("/ctx/a");
        get("/ctx/b");
        assertThat(calls).containsExactly("every", "a", "/every", "every", "b", "/every");
    }

    @Test
    void filtersFollowTheOrderOfTheirMappingsNotOfTheirDeclarations() throws Exception {
        FilterHolder one = filter("one");
        FilterHolder two = filter("two");
        context.getServletHandler().addFilter(one);
        context.getServletHandler().addFilter(two);
        for (FilterHolder holder : List.of(two, one)) {
            FilterMapping mapping = new FilterMapping();
            mapping.setFilterName(holder.getName());
            mapping.setPathSpec("/*");
            context.getServletHandler().addFilterMapping(mapping);
        }
        serve((request, response) -> calls.add("servlet"));
        assertThat(calls).containsExactly("two", "one", "servlet", "/one", "/two");
    }

    @Test
    void filterAddedByCodeComesBeforeOrAfterThoseOfTheDescriptor() throws Exception {
        context.addFilter(filter("declared"), "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addServletContainerInitializer((classes, servletContext) -> {
            servletContext
                    .addFilter("after", calling("after"))
                    .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
            servletContext
                    .addFilter("before", calling("before"))
                    .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        });
        serve((request, response) -> {});
        assertThat(calls).startsWith("before", "declared", "after");
    }

    /** Section 6.2.5. */
    @Test
    void eachDispatcherTypeHasItsFilters() throws Exception {
        for (DispatcherType type : DispatcherType.values()) {
            context.addFilter(filter(type.name()), "/to", EnumSet.of(type));
        }
        FilterHolder byDefault = filter("default");
        // one that supports it sees asynchronous dispatches too, as in Jetty
        byDefault.setAsyncSupported(false);
        context.addFilter(byDefault, "/to", null);
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(409, "/to");
        context.setErrorHandler(pages);
        servlet("/to", (request, response) -> calls.add("to"));
        servlet("/include", (request, response) -> request.getRequestDispatcher("/to")
                .include(request, response));
        servlet("/forward", (request, response) -> request.getRequestDispatcher("/to")
                .forward(request, response));
        servlet("/async", (request, response) -> request.startAsync().dispatch("/to"));
        servlet("/error", (request, response) -> response.sendError(409));
        start();
        for (String kind : List.of("include", "forward", "async", "error")) {
            calls.clear();
            get("/ctx/" + kind);
            String type = kind.toUpperCase(Locale.ENGLISH);
            assertThat(calls).as(kind).containsExactly(type, "to", "/" + type);
        }
        calls.clear();
        get("/ctx/to");
        assertThat(calls).containsExactly("REQUEST", "default", "to", "/default", "/REQUEST");
    }

    @Test
    void filtersSeeRequestsThatNoServletServes() throws Exception {
        context.addFilter(
                filterOf((request, response, chain) -> response.getWriter().print("filtered")), "/*", null);
        start();
        assertThat(body(get("/ctx/nothing"))).isEqualTo("filtered");
    }

    @Test
    void filterOfAServletSeesDispatchesToItByName() throws Exception {
        context.getServletHandler()
                .addServlet(new ServletHolder("target", servletOf((request, response) -> calls.add("target"))));
        FilterMapping byName = new FilterMapping();
        byName.setServletName("target");
        byName.setDispatcherTypes(EnumSet.of(DispatcherType.INCLUDE));
        context.getServletHandler().addFilter(filter("named"), byName);
        serve((request, response) ->
                request.getServletContext().getNamedDispatcher("target").include(request, response));
        assertThat(calls).containsExactly("named", "target", "/named");
    }
}
