package org.eclipse.jetty.ee11.servlet.v61;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee11.servlet.ContextServer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.junit.jupiter.api.Test;

/** Redirections with a status and with content (Servlet 6.1, {@code HttpServletResponse.sendRedirect}). */
class RedirectTest extends ContextServer {
    @Test
    void statusIsThatOfTheApplication() throws Exception {
        String response = serve((request, answer) -> {
            answer.getWriter().print("dropped");
            answer.sendRedirect("/there", HttpServletResponse.SC_PERMANENT_REDIRECT);
            assertThat(answer.isCommitted()).isTrue();
        });
        assertThat(status(response)).isEqualTo(308);
        assertThat(field(response, "Location")).endsWith("/there");
        assertThat(body(response)).isEmpty();
    }

    @Test
    void contentIsKeptOnDemandAndNothingCanBeAddedAfterwards() throws Exception {
        String response = serve((request, answer) -> {
            answer.setContentType("text/plain");
            answer.getWriter().print("kept");
            answer.sendRedirect("/there", HttpServletResponse.SC_SEE_OTHER, false);
            answer.getWriter().print("late");
            assertThat(answer.isCommitted()).isTrue();
        });
        assertThat(status(response)).isEqualTo(303);
        assertThat(field(response, "Location")).endsWith("/there");
        assertThat(body(response)).isEqualTo("kept");
    }

    @Test
    void contentIsKeptWithTheDefaultStatus() throws Exception {
        String response = serve((request, answer) -> {
            answer.getOutputStream().print("kept");
            answer.sendRedirect("/there", false);
        });
        assertThat(status(response)).isEqualTo(302);
        assertThat(body(response)).isEqualTo("kept");
    }

    @Test
    void statusThatIsNoRedirectionIsRefused() throws Exception {
        serve((request, response) -> {
            for (int status : new int[] {200, 299, 400}) {
                assertThatThrownBy(() -> response.sendRedirect("/there", status, true))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(Integer.toString(status));
            }
            assertThat(response.isCommitted()).isFalse();
        });
    }

    @Test
    void committedResponseIsNotRedirected() throws Exception {
        serve((request, response) -> {
            response.flushBuffer();
            for (boolean clear : new boolean[] {true, false}) {
                assertThatThrownBy(() -> response.sendRedirect("/there", 302, clear))
                        .isInstanceOf(IllegalStateException.class);
            }
        });
    }

    @Test
    void includedServletDoesNotRedirect() throws Exception {
        servlet("/included", (request, response) -> {
            response.sendRedirect("/a", 303, true);
            response.sendRedirect("/a", 303);
            response.sendRedirect("/a", true);
            response.sendRedirect("/a");
            response.getWriter().print("included");
        });
        String response = serve((request, answer) -> {
            request.getRequestDispatcher("/included").include(request, answer);
        });
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "Location")).isNull();
        assertThat(body(response)).isEqualTo("included");
    }

    /** A wrapper that is no HTTP response cannot redirect itself: the container does it. */
    @Test
    void redirectionPassesAWrapperThatIsNoHttpResponse() throws Exception {
        servlet("/target", (request, response) -> response.sendRedirect("/there", 307, true));
        String response = serve((request, answer) -> {
            ServletRequest plain = request;
            ServletResponse wrapper = new ServletResponseWrapper(answer);
            request.getRequestDispatcher("/target").forward(plain, wrapper);
        });
        assertThat(status(response)).isEqualTo(307);
        assertThat(field(response, "Location")).endsWith("/there");
    }

    /** RFC 9110, section 15.4: a short note that links to the location. */
    @Test
    void noteReplacesTheContentWhereTheConnectorGeneratesIt() throws Exception {
        LocalConnector local = new LocalConnector(server);
        HttpConfiguration configuration =
                local.getConnectionFactory(HttpConnectionFactory.class).getHttpConfiguration();
        configuration.setGenerateRedirectBody(true);
        servlet("/clears", (request, response) -> {
            response.setContentType("application/json");
            response.getWriter().print("dropped");
            response.sendRedirect("/a?b=\"<c>&d", 303, true);
        });
        servlet("/keeps", (request, response) -> {
            response.getWriter().print("kept");
            response.sendRedirect("/a", 303, false);
        });
        server.addConnector(local);
        start();
        String cleared = local.getResponse("GET /ctx/clears HTTP/1.1\r\nHost: local\r\n\r\n");
        assertThat(field(cleared, "Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(field(cleared, "Content-Length"))
                .isEqualTo(Integer.toString(body(cleared).length()));
        assertThat(body(cleared)).contains("<a href=\"", "&amp;d").doesNotContain("dropped", "<c>");
        assertThat(body(local.getResponse("GET /ctx/keeps HTTP/1.1\r\nHost: local\r\n\r\n")))
                .isEqualTo("kept");
        String head = local.getResponse("HEAD /ctx/clears HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n");
        assertThat(field(head, "Content-Length")).isEqualTo(field(cleared, "Content-Length"));
        assertThat(body(head)).isEmpty();
    }
}
