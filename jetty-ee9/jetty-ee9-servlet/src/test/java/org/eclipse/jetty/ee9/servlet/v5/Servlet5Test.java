package org.eclipse.jetty.ee9.servlet.v5;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.SingleThreadModel;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee9.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee9.servlet.ServletContextHandler;
import org.eclipse.jetty.ee9.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What Servlet 6.0 removed or changed. */
@SuppressWarnings("deprecation")
class Servlet5Test {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);

    private interface Action {
        void run(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    private String get(String path, Action action) throws Exception {
        if (!server.isStarted()) {
            server.addConnector(connector);
            server.setHandler(context);
            context.addServlet(
                    new HttpServlet() {
                        @Override
                        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                                throws IOException, ServletException {
                            action.run(request, response);
                        }
                    },
                    "/*");
            server.start();
        }
        return connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: l\r\n\r\n");
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void versionIsThatOfTheEnvironment() throws Exception {
        int major = context.getClass().getName().contains(".ee8.") ? 4 : 5;
        assertThat(get("/", (request, response) -> response.getWriter()
                        .print(request.getServletContext().getMajorVersion() + "."
                                + request.getServletContext().getMinorVersion())))
                .endsWith(major + ".0");
    }

    @Test
    void legacyMethodsOfSessionsWork() throws Exception {
        assertThat(get("/", (request, response) -> {
                    HttpSession session = request.getSession();
                    session.putValue("a", 1);
                    session.putValue("b", 2);
                    session.removeValue("b");
                    response.getWriter()
                            .print(session.getValue("a")
                                    + Arrays.toString(session.getValueNames())
                                    + session.getSessionContext().getSession(session.getId())
                                    + session.getSessionContext().getIds().hasMoreElements());
                }))
                .endsWith("1[a]nullfalse");
    }

    @Test
    void legacyMethodsOfRequestsResponsesAndContextsWork() throws Exception {
        assertThat(get("/", (request, response) -> {
                    response.setStatus(202, "Accepted with thanks");
                    response.getWriter()
                            .print(response.encodeUrl("/x")
                                    + response.encodeRedirectUrl("/y")
                                    + request.isRequestedSessionIdFromUrl()
                                    + request.getRealPath("/none")
                                    + request.getServletContext().getServlet("none")
                                    + Collections.list(
                                            request.getServletContext().getServletNames())
                                    + Collections.list(
                                            request.getServletContext().getServlets()));
                }))
                .startsWith("HTTP/1.1 202 Accepted\r\n")
                .endsWith("/x/yfalsenullnull[][]");
    }

    /** Servlet section 9.3: an included servlet changes nothing but the content. */
    @Test
    void includedServletSetsNoStatusWithAMessage() throws Exception {
        String response = get("/", (req, resp) -> {
            if (req.getDispatcherType() == DispatcherType.INCLUDE) {
                resp.setStatus(410, "Gone");
                resp.getWriter().print("included");
            } else {
                req.getRequestDispatcher("/other").include(req, resp);
            }
        });
        assertThat(response).startsWith("HTTP/1.1 200 ").endsWith("included");
    }

    @Test
    void commentOfACookieAsksForItsAttributesAndIsNotSent() throws Exception {
        assertThat(get("/", (request, response) -> {
                    Cookie cookie = new Cookie("name", "value");
                    cookie.setComment("for tests __SAME_SITE_STRICT__ __HTTP_ONLY__");
                    response.addCookie(cookie);
                }))
                .contains("Set-Cookie: name=value; HttpOnly; SameSite=Strict")
                .doesNotContain("for tests");
    }

    @Test
    void commentOfTheSessionCookieAsksForSameSite() throws Exception {
        context.getSessionHandler().getSessionCookieConfig().setComment("__SAME_SITE_LAX__");
        assertThat(get("/", (request, response) -> request.getSession())).contains("SameSite=Lax");
    }

    @Test
    void ambiguousPathIsDecodedWhereTheConnectorLetsItThrough() throws Exception {
        connector
                .getConnectionFactory(HttpConnectionFactory.class)
                .getHttpConfiguration()
                .setUriCompliance(UriCompliance.UNSAFE);
        assertThat(get("/a%2Fb", (request, response) -> response.getWriter().print(request.getPathInfo())))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("/a/b");
    }

    @Test
    void pushIsNotSupportedOverHttp1() throws Exception {
        assertThat(get("/", (request, response) -> response.getWriter().print(request.newPushBuilder())))
                .endsWith("null");
    }

    @Test
    void attributesOfAnErrorHaveTheNamesOfTheEnvironment() throws Exception {
        String namespace = HttpServlet.class.getName().startsWith("javax.") ? "javax." : "jakarta.";
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(404, "/error");
        context.setErrorHandler(pages);
        assertThat(get("/none", (request, response) -> {
                    if (request.getDispatcherType() != DispatcherType.ERROR) {
                        response.sendError(404, "gone");
                    } else {
                        for (String name : Collections.list(request.getAttributeNames())) {
                            if (name.contains(".servlet.error.")) {
                                response.getWriter().print(name + "=" + request.getAttribute(name) + ";");
                            }
                        }
                    }
                }))
                .contains(namespace + "servlet.error.status_code=404;")
                .contains(namespace + "servlet.error.message=gone;")
                .contains(namespace + "servlet.error.request_uri=/none;")
                .contains(namespace + "servlet.error.servlet_name=");
    }

    /** Counts those who are in it at once. */
    public static class Alone extends HttpServlet implements SingleThreadModel {
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.yield();
            // it may come to itself
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                request.getRequestDispatcher("/alone").include(request, response);
            } else {
                response.getWriter().print("served");
            }
            inside.decrementAndGet();
        }
    }

    @Test
    void singleThreadModelIsWarnedOfOnceAndServesOneRequestAtATime() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ServletHolder.class);
        logger.addAppender(log);
        Alone alone = new Alone();
        context.addServlet(alone, "/alone");
        get("/", (request, response) -> {});
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(clients.submit(
                        () -> connector.getResponse("GET /alone HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n")));
            }
            for (Future<String> answer : answers) {
                assertThat(answer.get()).contains("200 OK", "served");
            }
        } finally {
            clients.shutdownNow();
            logger.detachAppender(log);
        }
        // one request, which includes the servlet once
        assertThat(alone.most).hasValue(2);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(message -> message.contains("SingleThreadModel"))
                .singleElement()
                .asString()
                .contains(Alone.class.getName());
    }
}
