package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Which filters see a request, in which order (Servlet chapter 6). */
class FilterTest extends ContextServer {
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private FilterHolder filter(String name) {
        FilterHolder holder = new FilterHolder(filterOf((request, response, chain) -> {
            calls.add(name);
            chain.doFilter(request, response);
            calls.add("/" + name);
        }));
        holder.setName(name);
        return holder;
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
                    if (request.getParameter("stop") != null) response.sendError(418, "no");
                    else
                        chain.doFilter(
                                new jakarta.servlet.http.HttpServletRequestWrapper(request) {
                                    @Override
                                    public String getParameter(String name) {
                                        return "wrapped";
                                    }
                                },
                                response);
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
                new FilterHolder(new jakarta.servlet.Filter() {
                    @Override
                    public void init(jakarta.servlet.FilterConfig config) throws ServletException {
                        throw new ServletException("broken filter " + config.getFilterName());
                    }

                    @Override
                    public void doFilter(
                            jakarta.servlet.ServletRequest request,
                            jakarta.servlet.ServletResponse response,
                            jakarta.servlet.FilterChain chain) {}
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
}
