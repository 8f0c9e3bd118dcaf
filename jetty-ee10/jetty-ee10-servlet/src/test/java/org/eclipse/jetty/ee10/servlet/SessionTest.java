package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpCookie;
import org.junit.jupiter.api.Test;

/** Sessions (Servlet chapter 7). */
class SessionTest extends ContextServer {
    private void counter() {
        servlet("/count", (request, response) -> {
            HttpSession session = request.getSession();
            Integer count = (Integer) session.getAttribute("count");
            session.setAttribute("count", count == null ? 1 : count + 1);
            response.getWriter().print(session.getAttribute("count") + "|" + session.isNew());
        });
        servlet("/info", (request, response) -> response.getWriter()
                .print(request.getRequestedSessionId() + "|" + request.isRequestedSessionIdValid() + "|"
                        + request.isRequestedSessionIdFromCookie() + "|" + request.isRequestedSessionIdFromURL() + "|"
                        + (request.getSession(false) != null)));
        servlet("/end", (request, response) -> {
            request.getSession().invalidate();
            response.getWriter()
                    .print(request.getSession(false) + "|"
                            + request.getSession().isNew());
        });
        servlet("/change", (request, response) -> response.getWriter().print(request.changeSessionId()));
        servlet("/url", (request, response) -> response.getWriter()
                .print(response.encodeURL("next") + "|" + response.encodeURL("http://elsewhere/")));
    }

    private static String cookie(String response) {
        String set = field(response, "Set-Cookie");
        return set == null ? null : set.substring(0, set.indexOf(';') < 0 ? set.length() : set.indexOf(';'));
    }

    @Test
    void sessionIsKeptByCookie() throws Exception {
        counter();
        start();

        String first = get("/ctx/count");
        assertThat(body(first)).isEqualTo("1|true");
        assertThat(field(first, "Set-Cookie")).startsWith("JSESSIONID=").containsIgnoringCase("path=/ctx");
        String second = get("/ctx/count", "Cookie: a=b; " + cookie(first));
        assertThat(body(second)).isEqualTo("2|false");
        assertThat(field(second, "Set-Cookie")).isNull();
        assertThat(body(get("/ctx/info", "Cookie: " + cookie(first)))).endsWith("|true|true|false|true");
        assertThat(body(get("/ctx/info"))).isEqualTo("null|false|false|false|false");
        assertThat(body(get("/ctx/info", "Cookie: JSESSIONID=unknown"))).isEqualTo("unknown|false|true|false|false");
    }

    @Test
    void sessionIsKeptByUrl() throws Exception {
        counter();
        context.getSessionHandler().setCheckingRemoteSessionIdEncoding(true);
        start();

        String first = get("/ctx/count");
        String id = cookie(first).substring("JSESSIONID=".length());
        assertThat(body(get("/ctx/count;jsessionid=" + id))).isEqualTo("2|false");
        assertThat(body(get("/ctx/info;jsessionid=" + id))).isEqualTo(id + "|true|false|true|true");
        assertThat(body(get("/ctx/url;jsessionid=" + id)))
                .startsWith("next;jsessionid=")
                .endsWith("|http://elsewhere/");
        assertThat(body(get("/ctx/url", "Cookie: " + cookie(first)))).isEqualTo("next|http://elsewhere/");
    }

    @Test
    void invalidatedSessionIsReplaced() throws Exception {
        counter();
        start();

        String first = get("/ctx/count");
        String end = get("/ctx/end", "Cookie: " + cookie(first));
        assertThat(body(end)).isEqualTo("null|true");
        assertThat(cookie(end)).isNotEqualTo(cookie(first));
        assertThat(body(get("/ctx/count", "Cookie: " + cookie(first)))).isEqualTo("1|true");
    }

    @Test
    void changedIdKeepsTheSession() throws Exception {
        counter();
        start();

        String first = get("/ctx/count");
        String changed = get("/ctx/change", "Cookie: " + cookie(first));
        assertThat(status(changed)).isEqualTo(200);
        assertThat(cookie(changed)).isNotNull().isNotEqualTo(cookie(first)).contains(body(changed));
        assertThat(body(get("/ctx/count", "Cookie: " + cookie(changed)))).isEqualTo("2|false");
        assertThat(body(get("/ctx/count", "Cookie: " + cookie(first)))).isEqualTo("1|true");
    }

    @Test
    void noSessionAfterCommit() throws Exception {
        servlet("/s", (request, response) -> {
            response.flushBuffer();
            try {
                request.getSession();
            } catch (IllegalStateException x) {
                response.getWriter().print("refused");
            }
        });
        start();
        assertThat(get("/ctx/s")).contains("refused");
    }

    @Test
    void listenersHearOfEverything() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        class Listener implements HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener {
            @Override
            public void sessionCreated(HttpSessionEvent event) {
                events.add("created");
            }

            @Override
            public void sessionDestroyed(HttpSessionEvent event) {
                events.add("destroyed:" + event.getSession().getAttribute("a"));
            }

            @Override
            public void attributeAdded(HttpSessionBindingEvent event) {
                events.add("added:" + event.getName());
            }

            @Override
            public void attributeRemoved(HttpSessionBindingEvent event) {
                events.add("removed:" + event.getName());
            }

            @Override
            public void attributeReplaced(HttpSessionBindingEvent event) {
                events.add("replaced:" + event.getValue());
            }

            @Override
            public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
                events.add("id");
            }
        }
        class Bound implements HttpSessionBindingListener {
            @Override
            public void valueBound(HttpSessionBindingEvent event) {
                events.add("bound");
            }

            @Override
            public void valueUnbound(HttpSessionBindingEvent event) {
                events.add("unbound");
            }
        }
        context.addEventListener(new Listener());
        servlet("/s", (request, response) -> {
            HttpSession session = request.getSession();
            session.setAttribute("a", 1);
            session.setAttribute("a", 2);
            session.setAttribute("b", new Bound());
            session.removeAttribute("b");
            request.changeSessionId();
            session.invalidate();
        });
        start();

        assertThat(status(get("/ctx/s"))).isEqualTo(200);
        assertThat(events)
                .startsWith("created", "added:a", "replaced:1", "bound", "added:b", "unbound", "removed:b", "id")
                .contains("destroyed:2");
    }

    @Test
    void sessionExpires() throws Exception {
        counter();
        context.getSessionHandler().setMaxInactiveInterval(1);
        start();
        String first = get("/ctx/count");
        await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
        assertThat(body(get("/ctx/count", "Cookie: " + cookie(first)))).isEqualTo("1|true");
    }

    @Test
    void cookieConfigurationIsUsedAndThenFixed() throws Exception {
        counter();
        SessionHandler sessions = context.getSessionHandler();
        sessions.getSessionCookieConfig().setName("SID");
        sessions.getSessionCookieConfig().setPath("/");
        sessions.getSessionCookieConfig().setHttpOnly(true);
        sessions.setSameSite(HttpCookie.SameSite.STRICT);
        sessions.setSessionTrackingModes(Set.of(SessionTrackingMode.COOKIE));
        start();

        String response = get("/ctx/count");
        assertThat(field(response, "Set-Cookie"))
                .startsWith("SID=")
                .containsIgnoringCase("path=/")
                .containsIgnoringCase("httponly")
                .containsIgnoringCase("samesite=strict");
        assertThat(body(get("/ctx/url"))).isEqualTo("next|http://elsewhere/");
        assertThat(context.getServletContext().getEffectiveSessionTrackingModes())
                .containsExactly(SessionTrackingMode.COOKIE);
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> sessions.getSessionCookieConfig().setName("OTHER"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void withoutSessionsThereIsNone() throws Exception {
        context = new ServletContextHandler("/ctx");
        servlet("/s", (request, response) -> {
            response.getWriter().print(request.getSession(false) + "");
            try {
                request.getSession();
            } catch (IllegalStateException x) {
                response.getWriter().print(" refused");
            }
        });
        start();
        assertThat(body(get("/ctx/s"))).isEqualTo("null refused");
    }

    /** RFC 9111, section 5.2.2.4: a shared cache must not hand out a session. */
    @Test
    void sharedCachesDoNotKeepTheCookieOfASession() throws Exception {
        servlet("/new", (request, response) -> {
            request.getSession();
            // frameworks look whether the application has chosen something
            assertThat(response.containsHeader("Cache-Control")).isFalse();
            response.setDateHeader("Expires", System.currentTimeMillis() + 3_600_000);
            response.getWriter().print("new");
        });
        servlet("/changed", (request, response) -> {
            request.changeSessionId();
            response.flushBuffer();
        });
        servlet("/redirect", (request, response) -> {
            request.getSession();
            response.sendRedirect("/ctx/new");
        });
        start();
        String response = get("/ctx/new");
        assertThat(field(response, "Cache-Control")).isEqualTo("no-cache=\"Set-Cookie\"");
        assertThat(field(response, "Expires")).isNotNull();
        String cookie = "Cookie: " + field(response, "Set-Cookie").replaceAll(";.*", "");
        assertThat(field(get("/ctx/new", cookie), "Cache-Control")).isNull();
        assertThat(field(get("/ctx/changed", cookie), "Cache-Control")).isEqualTo("no-cache=\"Set-Cookie\"");
        assertThat(field(get("/ctx/redirect"), "Cache-Control")).isEqualTo("no-cache=\"Set-Cookie\"");
    }

    @Test
    void cacheControlOfTheApplicationStaysAsItIs() throws Exception {
        servlet("/new", (request, response) -> {
            request.getSession();
            response.setHeader("Cache-Control", "private, max-age=60");
            response.getWriter().print("new");
        });
        servlet("/cookie", (request, response) -> response.addCookie(new jakarta.servlet.http.Cookie("theme", "dark")));
        start();
        assertThat(field(get("/ctx/new"), "Cache-Control")).isEqualTo("private, max-age=60");
        assertThat(field(get("/ctx/cookie"), "Cache-Control")).isNull();
    }
}
