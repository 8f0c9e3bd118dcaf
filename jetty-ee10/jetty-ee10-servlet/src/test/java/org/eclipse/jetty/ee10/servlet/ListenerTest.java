package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Listeners of context attributes, requests and their attributes (Servlet chapter 11). */
class ListenerTest extends ContextServer {
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Test
    void requestAttributesAreTold() throws Exception {
        context.addEventListener(new ServletRequestAttributeListener() {
            @Override
            public void attributeAdded(ServletRequestAttributeEvent event) {
                events.add("added:" + event.getName() + event.getValue());
            }

            @Override
            public void attributeRemoved(ServletRequestAttributeEvent event) {
                events.add("removed:" + event.getName() + event.getValue());
            }

            @Override
            public void attributeReplaced(ServletRequestAttributeEvent event) {
                events.add("replaced:" + event.getName() + event.getValue());
            }
        });
        servlet("/s", (request, response) -> {
            request.setAttribute("a", 1);
            request.setAttribute("a", 2);
            request.setAttribute("a", null);
            request.removeAttribute("a");
        });
        start();
        get("/ctx/s");
        assertThat(events).containsExactly("added:a1", "replaced:a1", "removed:a2");
    }

    @Test
    void contextAttributesAreTold() throws Exception {
        start();
        context.addEventListener(new ServletContextAttributeListener() {
            @Override
            public void attributeAdded(ServletContextAttributeEvent event) {
                events.add("added:" + event.getValue());
            }

            @Override
            public void attributeRemoved(ServletContextAttributeEvent event) {
                events.add("removed:" + event.getValue());
            }

            @Override
            public void attributeReplaced(ServletContextAttributeEvent event) {
                events.add("replaced:" + event.getValue());
            }
        });
        context.getServletContext().setAttribute("a", 1);
        context.getServletContext().setAttribute("a", 2);
        context.getServletContext().removeAttribute("a");
        context.getServletContext().removeAttribute("a");
        assertThat(events).containsExactly("added:1", "replaced:1", "removed:2");
    }

    @Test
    void requestListenersNestAndFailuresOfOneDoNotHideOthers() throws Exception {
        for (String name : List.of("1", "2")) {
            context.addEventListener(new ServletRequestListener() {
                @Override
                public void requestInitialized(ServletRequestEvent event) {
                    events.add("init" + name);
                }

                @Override
                public void requestDestroyed(ServletRequestEvent event) {
                    events.add("destroyed" + name);
                    if (name.equals("2")) {
                        throw new IllegalStateException("listener");
                    }
                }
            });
        }
        servlet("/s", (request, response) -> events.add("served"));
        start();
        assertThat(status(get("/ctx/s"))).isEqualTo(200);
        assertThat(events).containsExactly("init1", "init2", "served", "destroyed2", "destroyed1");
    }

    /** The request has left the application before, and its page enters it again (ServletRequestListener). */
    @Test
    void errorPageIsWithinTheScopeOfRequestListeners() throws Exception {
        context.addEventListener(new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                events.add("init " + event.getServletRequest().getDispatcherType());
            }

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                events.add("destroyed " + event.getServletRequest().getDispatcherType());
            }
        });
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(409, "/page");
        pages.addErrorPage(IllegalStateException.class, "/fails");
        context.setErrorHandler(pages);
        servlet("/page", (request, response) -> events.add("page"));
        servlet("/fails", (request, response) -> {
            throw new IllegalStateException("for the test");
        });
        servlet("/s", (request, response) -> response.sendError(Integer.parseInt(request.getParameter("status"))));
        start();
        assertThat(status(get("/ctx/s?status=409"))).isEqualTo(409);
        assertThat(events)
                .containsExactly("init REQUEST", "destroyed REQUEST", "init ERROR", "page", "destroyed ERROR");
        events.clear();
        assertThat(status(get("/ctx/fails"))).isEqualTo(500);
        assertThat(events).containsExactly("init REQUEST", "destroyed REQUEST", "init ERROR", "destroyed ERROR");
        events.clear();
        assertThat(status(get("/ctx/s?status=410"))).isEqualTo(410);
        assertThat(events).containsExactly("init REQUEST", "destroyed REQUEST");
    }

    @Test
    void removedListenerHearsNothing() throws Exception {
        ServletRequestListener listener = new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                events.add("init");
            }
        };
        context.addEventListener(listener);
        servlet("/s", (request, response) -> {});
        start();
        context.removeEventListener(listener);
        get("/ctx/s");
        assertThat(events).isEmpty();
    }
}
