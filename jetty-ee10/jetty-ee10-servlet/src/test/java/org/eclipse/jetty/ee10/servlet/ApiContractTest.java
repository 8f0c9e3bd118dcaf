package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpSession;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Sentences of the Javadoc of the interfaces that no other test asks for. */
class ApiContractTest extends ContextServer {
    @Test
    void attributesAndParametersOfTheContextNeedAName() throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        context.addEventListener(new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                ServletContext c = event.getServletContext();
                failures.add(catchThrowable(() -> c.getAttribute(null)));
                failures.add(catchThrowable(() -> c.setAttribute(null, "x")));
                failures.add(catchThrowable(() -> c.setAttribute(null, null)));
                failures.add(catchThrowable(() -> c.getInitParameter(null)));
                failures.add(catchThrowable(() -> c.setInitParameter(null, "x")));
            }
        });
        start();
        assertThat(failures).hasSize(5).hasOnlyElementsOfType(NullPointerException.class);
    }

    @Test
    void dispatcherToNothingIsNull() throws Exception {
        serve((request, response) -> {
            assertThat(request.getRequestDispatcher(null)).isNull();
            assertThat(request.getServletContext().getRequestDispatcher(null)).isNull();
            assertThat(request.getServletContext().getNamedDispatcher(null)).isNull();
            assertThat(request.getServletContext().getNamedDispatcher("none")).isNull();
            assertThat(request.getServletContext().getContext(null)).isNull();
            assertThat(request.getServletContext().getRealPath(null)).isNull();
            assertThat(request.getServletContext().getMimeType(null)).isNull();
        });
    }

    @Test
    void whatIsNotThereIsRemovedWithoutComplaint() throws Exception {
        serve((request, response) -> {
            request.removeAttribute("none");
            request.setAttribute("none", null);
            request.getServletContext().removeAttribute("none");
            HttpSession session = request.getSession();
            session.removeAttribute("none");
            session.setAttribute("none", null);
            assertThat(Collections.list(session.getAttributeNames())).doesNotContain("none");
            assertThat(request.getParameter("none")).isNull();
            assertThat(request.getParameterValues("none")).isNull();
            assertThat(request.getHeader("none")).isNull();
            assertThat(request.getHeaders("none").hasMoreElements()).isFalse();
            assertThat(response.getHeader("none")).isNull();
            assertThat(response.getHeaders("none")).isEmpty();
            assertThat(response.containsHeader("none")).isFalse();
        });
    }

    @Test
    void collectionsOfRegistrationsMayBeChangedWithoutEffect() throws Exception {
        List<Object> found = new CopyOnWriteArrayList<>();
        context.addServletContainerInitializer((classes, c) -> {
            ServletRegistration.Dynamic servlet = c.addServlet("s", servletOf((request, response) -> {}));
            servlet.addMapping("/s");
            FilterRegistration.Dynamic filter =
                    c.addFilter("f", filterOf((request, response, chain) -> chain.doFilter(request, response)));
            filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/f");
            filter.addMappingForServletNames(EnumSet.of(DispatcherType.REQUEST), true, "s");
            for (var names :
                    List.of(servlet.getMappings(), filter.getUrlPatternMappings(), filter.getServletNameMappings())) {
                try {
                    names.clear();
                } catch (UnsupportedOperationException x) {
                    // as good
                }
            }
            found.addAll(servlet.getMappings());
            found.addAll(filter.getUrlPatternMappings());
            found.addAll(filter.getServletNameMappings());
        });
        start();
        assertThat(found).containsExactly("/s", "/f", "s");
    }

    @Test
    void asynchronousContextRefusesWhatComesTooLate() throws Exception {
        ServletHolder holder = servlet("/async", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.complete();
            assertThatIllegalStateException().isThrownBy(async::dispatch);
            assertThatIllegalStateException().isThrownBy(() -> async.dispatch("/x"));
        });
        holder.setAsyncSupported(true);
        servlet("/refused", (request, response) -> {
            assertThatIllegalStateException().isThrownBy(request::getAsyncContext);
            assertThatNullPointerException()
                    .isThrownBy(() -> request.getInputStream().setReadListener(null));
            assertThatNullPointerException()
                    .isThrownBy(() -> response.getOutputStream().setWriteListener(null));
        });
        start();
        assertThat(status(get("/ctx/async"))).isEqualTo(200);
        assertThat(status(get("/ctx/refused"))).isEqualTo(200);
    }

    @Test
    void lengthsAndBuffersAreKeptInTheirBounds() throws Exception {
        String response = serve((request, answer) -> {
            answer.setContentLength(3);
            answer.setContentLengthLong(-1);
            answer.setIntHeader("X-Int", -5);
            answer.addIntHeader("X-Int", 6);
            answer.setDateHeader("X-Date", 0);
            answer.getWriter().print("longer than three");
        });
        assertThat(body(response)).isEqualTo("longer than three");
        assertThat(field(response, "X-Int")).isEqualTo("-5");
        assertThat(field(response, "X-Date")).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
    }
}
