package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.session.FileSessionDataStore;
import org.eclipse.jetty.session.NullSessionCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sessions promise to applications (Servlet chapter 7). */
class SessionLifeTest extends ContextServer {
    private static final List<Object> EVENTS = new CopyOnWriteArrayList<>();

    @TempDir
    Path store;

    @BeforeEach
    void forget() {
        EVENTS.clear();
    }

    private static String cookie(String response) {
        String set = field(response, "Set-Cookie");
        return set == null ? null : "Cookie: " + set.substring(0, set.indexOf(';'));
    }

    /** Section 7.2. */
    @Test
    void sessionIsNewUntilTheClientJoins() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getSession().isNew() + "," + request.getSession().isNew()));
        start();
        String first = get("/ctx/s");
        assertThat(body(first)).isEqualTo("true,true");
        assertThat(body(get("/ctx/s", cookie(first)))).isEqualTo("false,false");
    }

    /** Section 7.3. */
    @Test
    void sessionsOfApplicationsAreApart() throws Exception {
        ServletContextHandler other = new ServletContextHandler("/other", ServletContextHandler.SESSIONS);
        Body count = (request, response) -> {
            HttpSession session = request.getSession();
            Integer n = (Integer) session.getAttribute("n");
            session.setAttribute("n", n == null ? 1 : n + 1);
            response.getWriter()
                    .print(session.getAttribute("n") + ","
                            + session.getServletContext().equals(request.getServletContext()));
        };
        servlet("/s", count);
        other.addServlet(new ServletHolder(servletOf(count)), "/s");
        server.setHandler(new ContextHandlerCollection(context, other));
        server.start();
        String cookie = cookie(get("/ctx/s"));
        assertThat(body(get("/ctx/s", cookie))).isEqualTo("2,true");
        assertThat(body(get("/other/s", cookie))).isEqualTo("1,true");
    }

    /** HttpSession: what is refused of an invalid session, and what is not. */
    @Test
    void invalidSessionTellsItsIdAndNothingElse() throws Exception {
        serve((request, response) -> {
            HttpSession session = request.getSession();
            session.setAttribute("a", 1);
            session.invalidate();
            assertThat(session.getId()).isNotEmpty();
            assertThat(session.getServletContext()).isSameAs(request.getServletContext());
            session.setMaxInactiveInterval(10);
            assertThat(session.getMaxInactiveInterval()).isEqualTo(10);
            assertThatIllegalStateException().isThrownBy(session::getCreationTime);
            assertThatIllegalStateException().isThrownBy(session::getLastAccessedTime);
            assertThatIllegalStateException().isThrownBy(() -> session.getAttribute("a"));
            assertThatIllegalStateException().isThrownBy(session::getAttributeNames);
            assertThatIllegalStateException().isThrownBy(() -> session.setAttribute("a", 1));
            assertThatIllegalStateException().isThrownBy(() -> session.removeAttribute("a"));
            assertThatIllegalStateException().isThrownBy(session::isNew);
            assertThatIllegalStateException().isThrownBy(session::invalidate);
            assertThatIllegalStateException().isThrownBy(request::changeSessionId);
            assertThat(request.getSession(false)).isNull();
        });
    }

    /** Without those of the server, which notes that a session began within TLS. */
    private static List<String> names(HttpSession session) {
        return Collections.list(session.getAttributeNames()).stream()
                .filter(name -> !name.startsWith("org.eclipse.jetty."))
                .toList();
    }

    /** Section 7.4. */
    @Test
    void attributesComeAndGo() throws Exception {
        serve((request, response) -> {
            HttpSession session = request.getSession();
            assertThat(session.getAttribute("a")).isNull();
            session.setAttribute("a", 1);
            session.setAttribute("a", 2);
            assertThat(session.getAttribute("a")).isEqualTo(2);
            assertThat(names(session)).containsExactly("a");
            session.setAttribute("a", null);
            assertThat(session.getAttribute("a")).isNull();
            session.removeAttribute("never");
        });
    }

    private static final class Bound implements HttpSessionBindingListener {
        private final String name;

        private Bound(String name) {
            this.name = name;
        }

        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            EVENTS.add("bound " + name + " " + (event.getSession().getAttribute(event.getName()) == this));
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            EVENTS.add("unbound " + name + " " + (event.getSession().getAttribute(event.getName()) == this));
        }
    }

    @Test
    void valueIsBoundBeforeItCanBeGotAndUnboundWhenItNoLongerCan() throws Exception {
        serve((request, response) -> {
            HttpSession session = request.getSession();
            Bound same = new Bound("1");
            session.setAttribute("a", same);
            session.setAttribute("a", same);
            session.setAttribute("a", new Bound("2"));
            session.removeAttribute("a");
        });
        assertThat(EVENTS).containsExactly("bound 1 false", "bound 2 false", "unbound 1 false", "unbound 2 false");
    }

    @Test
    void bindingIsToldBeforeTheListenersOfTheApplication() throws Exception {
        context.addEventListener(new HttpSessionAttributeListener() {
            @Override
            public void attributeAdded(HttpSessionBindingEvent event) {
                EVENTS.add("added " + (event.getSession().getAttribute("a") == event.getValue()));
            }
        });
        serve((request, response) -> request.getSession().setAttribute("a", new Bound("1")));
        assertThat(EVENTS).containsExactly("bound 1 false", "added true");
    }

    @Test
    void endOfASessionUnbindsWhatItHolds() throws Exception {
        context.addEventListener(new HttpSessionListener() {
            @Override
            public void sessionDestroyed(HttpSessionEvent event) {
                EVENTS.add("destroyed, has " + (event.getSession().getAttribute("a") != null));
            }
        });
        serve((request, response) -> {
            request.getSession().setAttribute("a", new Bound("1"));
            EVENTS.clear();
            request.getSession().invalidate();
        });
        assertThat(EVENTS).containsExactly("destroyed, has true", "unbound 1 false");
    }

    /** Section 7.5. */
    @Test
    void sessionThatTimesOutIsDestroyedAndUnbound() throws Exception {
        context.addEventListener(new HttpSessionListener() {
            @Override
            public void sessionDestroyed(HttpSessionEvent event) {
                EVENTS.add("destroyed");
            }
        });
        serve((request, response) -> {
            request.getSession().setAttribute("a", new Bound("1"));
            request.getSession().setMaxInactiveInterval(1);
        });
        await().untilAsserted(() -> assertThat(EVENTS).endsWith("destroyed", "unbound 1 false"));
    }

    @Test
    void intervalOfZeroOrLessNeverEnds() throws Exception {
        servlet("/s", (request, response) -> {
            HttpSession session = request.getSession();
            if (session.isNew()) {
                session.setMaxInactiveInterval(Integer.parseInt(request.getParameter("interval")));
            }
            response.getWriter().print(session.isNew() + "," + (session.getMaxInactiveInterval() <= 0));
        });
        context.addServletContainerInitializer((classes, servletContext) -> {
            servletContext.setSessionTimeout(0);
            assertThat(servletContext.getSessionTimeout()).isLessThanOrEqualTo(0);
        });
        start();
        for (String interval : List.of("0", "-1")) {
            String first = get("/ctx/s?interval=" + interval);
            await().pollDelay(20, TimeUnit.MILLISECONDS)
                    .untilAsserted(
                            () -> assertThat(body(get("/ctx/s", cookie(first)))).isEqualTo("false,true"));
        }
    }

    /** Section 7.6. */
    @Test
    void lastAccessIsThatOfTheRequestBefore() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getSession().getCreationTime() + ","
                        + request.getSession().getLastAccessedTime()));
        start();
        String first = get("/ctx/s");
        String[] created = body(first).split(",");
        assertThat(Long.parseLong(created[1])).isGreaterThanOrEqualTo(Long.parseLong(created[0]));
        await().untilAsserted(() -> {
            String[] later = body(get("/ctx/s", cookie(first))).split(",");
            assertThat(later[0]).isEqualTo(created[0]);
            assertThat(Long.parseLong(later[1])).isGreaterThan(Long.parseLong(created[1]));
        });
    }

    /** Section 7.7.1. */
    @Test
    void attributesAreSetByManyThreadsAtOnce() throws Exception {
        serve((request, response) -> {
            HttpSession session = request.getSession();
            CompletableFuture<?>[] all = new CompletableFuture<?>[8];
            for (int i = 0; i < all.length; i++) {
                int thread = i;
                all[i] = CompletableFuture.runAsync(() -> {
                    for (int k = 0; k < 200; k++) {
                        session.setAttribute("a" + thread + "." + k, k);
                        Collections.list(session.getAttributeNames());
                        if (k % 2 == 0) {
                            session.removeAttribute("a" + thread + "." + k);
                        }
                    }
                });
            }
            CompletableFuture.allOf(all).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(names(session)).hasSize(800);
        });
    }

    public static final class Moving implements HttpSessionActivationListener, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public void sessionWillPassivate(HttpSessionEvent event) {
            EVENTS.add("passivate");
        }

        @Override
        public void sessionDidActivate(HttpSessionEvent event) {
            EVENTS.add("activate");
        }
    }

    /** Section 7.7.2. */
    @Test
    void attributesAreToldWhenTheSessionLeavesAndComesBack() throws Exception {
        SessionHandler sessions = context.getSessionHandler();
        NullSessionCache cache = new NullSessionCache(sessions);
        FileSessionDataStore files = new FileSessionDataStore();
        files.setStoreDir(store.toFile());
        cache.setSessionDataStore(files);
        sessions.setSessionCache(cache);
        servlet("/s", (request, response) -> {
            HttpSession session = request.getSession();
            if (session.isNew()) {
                session.setAttribute("a", new Moving());
            }
            response.getWriter().print(session.getAttribute("a") instanceof Moving);
        });
        start();
        String first = get("/ctx/s");
        await().untilAsserted(() -> assertThat(EVENTS).contains("passivate"));
        EVENTS.clear();
        assertThat(body(get("/ctx/s", cookie(first)))).isEqualTo("true");
        assertThat(EVENTS).startsWith("activate");
    }

    /** Section 11.3.3: listeners are told in their order of the beginning, and in reverse of the end. */
    @Test
    void listenersAreToldInOrderAndOfTheEndInReverse() throws Exception {
        for (String name : List.of("1", "2")) {
            context.addEventListener(new HttpSessionListener() {
                @Override
                public void sessionCreated(HttpSessionEvent event) {
                    EVENTS.add("created " + name);
                }

                @Override
                public void sessionDestroyed(HttpSessionEvent event) {
                    EVENTS.add("destroyed " + name);
                }
            });
        }
        serve((request, response) -> request.getSession().invalidate());
        assertThat(EVENTS).containsExactly("created 1", "created 2", "destroyed 2", "destroyed 1");
    }

    @Test
    void changeOfTheIdIsToldWithTheOldOne() throws Exception {
        context.addEventListener((HttpSessionIdListener)
                (event, oldId) -> EVENTS.add(oldId + ">" + event.getSession().getId()));
        serve((request, response) -> {
            assertThatIllegalStateException().isThrownBy(request::changeSessionId);
            String old = request.getSession().getId();
            EVENTS.add(old + ">" + request.changeSessionId());
        });
        assertThat(EVENTS).hasSize(2);
        assertThat(EVENTS.get(0)).isEqualTo(EVENTS.get(1));
    }

    // fixation

    @Test
    void idThatTheClientMadeUpIsNotTaken() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getSession().getId()));
        start();
        for (String made : List.of("mine", "../../mine", "node0123456789abcdef.node0")) {
            String response = get("/ctx/s", "Cookie: JSESSIONID=" + made);
            assertThat(body(response)).isNotEqualTo(made);
            assertThat(field(response, "Set-Cookie")).startsWith("JSESSIONID=").doesNotContain(made + ";");
        }
        assertThat(body(get("/ctx/s;jsessionid=mine"))).isNotEqualTo("mine");
    }

    @Test
    void idOfASessionThatEndedIsNotUsedAgain() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getSession().getId()));
        servlet("/end", (request, response) -> request.getSession().invalidate());
        start();
        String first = get("/ctx/s");
        get("/ctx/end", cookie(first));
        assertThat(body(get("/ctx/s", cookie(first)))).isNotEqualTo(body(first));
    }
}
