package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponseWrapper;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the Javadoc of the interfaces says in passing. */
class JavadocTest extends ContextServer {
    @Test
    void asynchronousContextIsTheSameInEachCycle() throws Exception {
        servlet("/a", (request, response) -> {
                    Object first = request.getAttribute("first");
                    AsyncContext context = request.startAsync();
                    if (first == null) {
                        request.setAttribute("first", context);
                        context.dispatch();
                        return;
                    }
                    assertThat(context).isSameAs(first).isSameAs(request.getAsyncContext());
                    response.getWriter().print("same");
                    ((AsyncContext) first).complete();
                })
                .setAsyncSupported(true);
        start();
        assertThat(get("/ctx/a")).endsWith("same");
    }

    @Test
    void objectsThatACycleWasGivenRemainForTheNext() throws Exception {
        servlet("/a", (request, response) -> {
                    if (request.getDispatcherType() == DispatcherType.REQUEST) {
                        HttpServletRequestWrapper wrapper = new HttpServletRequestWrapper(request);
                        request.setAttribute("wrapper", wrapper);
                        AsyncContext context = request.startAsync(wrapper, new HttpServletResponseWrapper(response));
                        assertThat(context.hasOriginalRequestAndResponse()).isFalse();
                        context.dispatch();
                        return;
                    }
                    AsyncContext context = request.startAsync();
                    assertThat(context.getRequest()).isSameAs(request.getAttribute("wrapper"));
                    context.getResponse().getWriter().print("remains");
                    context.complete();
                })
                .setAsyncSupported(true);
        start();
        assertThat(get("/ctx/a")).endsWith("remains");
    }

    @Test
    void listenersAreCalledInTheirOrderAndForgottenByTheNextCycle() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        servlet("/a", (request, response) -> {
                    AsyncContext context = request.startAsync();
                    boolean first = request.getDispatcherType() == DispatcherType.REQUEST;
                    for (String name : first ? List.of("a", "b") : List.of("c", "d")) {
                        context.addListener(new Hearing(name, heard));
                    }
                    if (first) {
                        context.dispatch();
                    } else {
                        context.complete();
                    }
                })
                .setAsyncSupported(true);
        start();
        get("/ctx/a");
        assertThat(heard).containsExactly("start a", "start b", "complete c", "complete d");
    }

    private record Hearing(String name, List<String> heard) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            heard.add("complete " + name);
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            heard.add("timeout " + name);
        }

        @Override
        public void onError(AsyncEvent event) {
            heard.add("error " + name);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            heard.add("start " + name);
        }
    }

    @Test
    void trailersNeedChunks() throws Exception {
        servlet("/a", (request, response) -> {
            response.setContentLength(2);
            if (request.getProtocol().equals("HTTP/1.1")) {
                assertThatThrownBy(() -> response.setTrailerFields(Map::of)).isInstanceOf(IllegalStateException.class);
            }
            response.getWriter().print("ok");
        });
        start();
        assertThat(get("/ctx/a")).endsWith("ok");
    }

    @Test
    void initParametersAreSetAllOrNone() throws Exception {
        List<Throwable> failures = new ArrayList<>();
        context.addServletContainerInitializer((classes, servletContext) -> {
            try {
                ServletRegistration.Dynamic one =
                        servletContext.addServlet("one", servletOf((request, response) -> {}));
                assertThat(one.setInitParameter("a", "1")).isTrue();
                assertThat(one.setInitParameter("a", "2")).isFalse();
                assertThat(one.setInitParameters(Map.of("a", "3", "b", "4"))).containsExactly("a");
                Map<String, String> withNull = new HashMap<>();
                withNull.put("c", null);
                withNull.put("d", "5");
                assertThatThrownBy(() -> one.setInitParameters(withNull)).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> one.setInitParameter(null, "")).isInstanceOf(IllegalArgumentException.class);
                assertThat(one.getInitParameters()).isEqualTo(Map.of("a", "1"));
                assertThatThrownBy(() -> one.getInitParameters().put("e", "6"))
                        .isInstanceOf(UnsupportedOperationException.class);
            } catch (Throwable x) {
                failures.add(x);
            }
        });
        start();
        assertThat(failures).isEmpty();
    }

    @Test
    void instanceIsRegisteredOnce() throws Exception {
        List<Object> results = new ArrayList<>();
        context.addServletContainerInitializer((classes, servletContext) -> {
            jakarta.servlet.Servlet servlet = servletOf((request, response) -> {});
            jakarta.servlet.Filter filter = filterOf((request, response, chain) -> {});
            results.add(servletContext.addServlet("one", servlet) != null);
            results.add(servletContext.addServlet("two", servlet) != null);
            results.add(servletContext.addServlet("one", "some.Class") != null);
            results.add(servletContext.addFilter("one", filter) != null);
            results.add(servletContext.addFilter("two", filter) != null);
        });
        start();
        assertThat(results).containsExactly(true, false, false, true, false);
    }

    @Test
    void cookieOfTheSessionIsConfiguredByWhatWasSet() throws Exception {
        List<Object> values = new ArrayList<>();
        context.addServletContainerInitializer((classes, servletContext) -> {
            values.add(servletContext.getSessionCookieConfig() == servletContext.getSessionCookieConfig());
            values.add(servletContext.getSessionCookieConfig().getDomain());
            values.add(servletContext.getSessionCookieConfig().getComment());
            values.add(servletContext.getSessionCookieConfig().isSecure());
            values.add(servletContext.getSessionCookieConfig().getMaxAge());
        });
        start();
        assertThat(values).containsExactly(true, null, null, false, -1);
    }

    @Test
    void contextIsNamedAndNumbered() throws Exception {
        servlet("/a", (request, response) -> {
            ServletContext application = request.getServletContext();
            assertThat(application.getServerInfo()).matches("[^/]+/\\S+.*");
            assertThat(application.getMimeType("a.nosuch")).isNull();
            assertThat(application.getResourcePaths("/nosuch/")).isNull();
            assertThat(application.getInitParameterNames().hasMoreElements()).isFalse();
            assertThat(request.getHeaders("X-None").hasMoreElements()).isFalse();
            assertThat(request.getParameterNames().hasMoreElements()).isFalse();
            assertThat(request.getParameterValues("none")).isNull();
            response.getWriter().print("ok");
        });
        start();
        assertThat(get("/ctx/a")).endsWith("ok");
    }

    @Test
    void linesOfTheContentAreRead() throws Exception {
        servlet("/a", (request, response) -> {
            byte[] line = new byte[8];
            assertThat(request.getInputStream().readLine(line, 0, 8)).isEqualTo(3);
            assertThat(new String(line, 0, 3, StandardCharsets.US_ASCII)).isEqualTo("ab\n");
            assertThat(request.getInputStream().readLine(line, 1, 2)).isEqualTo(2);
            assertThat(request.getInputStream().readLine(line, 0, 8)).isEqualTo(1);
            assertThat(request.getInputStream().isFinished()).isTrue();
            assertThat(request.getInputStream().readLine(line, 0, 8)).isEqualTo(-1);
            response.getWriter().print("ok");
        });
        start();
        assertThat(post("/ctx/a", "text/plain", "ab\ncde")).endsWith("ok");
    }

    @Test
    void multipartWithoutPartsHasNone() throws Exception {
        servlet("/a", (request, response) -> {
                    assertThat(request.getParts()).isEmpty();
                    assertThat(request.getPart("none")).isNull();
                    response.getWriter().print("ok");
                })
                .getRegistration()
                .setMultipartConfig(new MultipartConfigElement(""));
        start();
        assertThat(post("/ctx/a", "multipart/form-data; boundary=x", "--x--\r\n"))
                .endsWith("ok");
    }

    @Test
    void invalidatedSessionTellsNothingOfItself() throws Exception {
        servlet("/a", (request, response) -> {
            HttpSession session = request.getSession();
            session.setAttribute("a", 1);
            session.setAttribute("a", null);
            assertThat(Collections.list(session.getAttributeNames())).doesNotContain("a");
            assertThat(session.isNew()).isTrue();
            session.setMaxInactiveInterval(0);
            session.invalidate();
            assertThatThrownBy(session::getCreationTime).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(session::getLastAccessedTime).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(session::isNew).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(session::invalidate).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(session::getAttributeNames).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> session.getAttribute("a")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> session.setAttribute("a", 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> session.removeAttribute("a")).isInstanceOf(IllegalStateException.class);
            response.getWriter().print("ok");
        });
        start();
        assertThat(get("/ctx/a")).endsWith("ok");
    }
}
