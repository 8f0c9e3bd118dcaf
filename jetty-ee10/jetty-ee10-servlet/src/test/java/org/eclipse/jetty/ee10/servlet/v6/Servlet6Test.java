package org.eclipse.jetty.ee10.servlet.v6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Servlet 6.0 added. */
class Servlet6Test {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);

    private String get(HttpServlet servlet) throws Exception {
        server.addConnector(connector);
        server.setHandler(context);
        context.addServlet(servlet, "/*");
        server.start();
        return connector.getResponse("GET / HTTP/1.1\r\nHost: l\r\n\r\n");
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Section 3.5.2. */
    @Test
    void ambiguousPathIsRefusedUnlessDecodingIsAllowed() throws Exception {
        connector
                .getConnectionFactory(HttpConnectionFactory.class)
                .getHttpConfiguration()
                .setUriCompliance(UriCompliance.UNSAFE);
        get(new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().print(request.getPathInfo());
            }
        });
        String request = "GET /a%2Fb HTTP/1.1\r\nHost: l\r\n\r\n";
        assertThat(connector.getResponse(request)).startsWith("HTTP/1.1 400 ");
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        assertThat(connector.getResponse(request)).startsWith("HTTP/1.1 200 ").endsWith("/a/b");
    }

    @Test
    void requestAndConnectionHaveIds() throws Exception {
        String response = get(new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter()
                        .print(!request.getRequestId().isEmpty() + "|" + request.getProtocolRequestId() + "|"
                                + request.getServletConnection().getProtocol() + "|"
                                + request.getServletConnection().isSecure() + "|"
                                + !request.getServletConnection()
                                        .getConnectionId()
                                        .isEmpty());
            }
        });
        assertThat(response).endsWith("true||http/1.1|false|true");
    }

    @Test
    void cookiesHaveAttributes() throws Exception {
        context.getSessionHandler().getSessionCookieConfig().setAttribute("SameSite", "Strict");
        String response = get(new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                Cookie cookie = new Cookie("a", "b");
                cookie.setAttribute("SameSite", "Lax");
                cookie.setAttribute("Custom", "x");
                cookie.setAttribute("Partitioned", "");
                response.addCookie(cookie);
                request.getSession();
            }
        });
        assertThat(response)
                .containsIgnoringCase("a=b")
                .containsIgnoringCase("SameSite=Lax")
                .contains("Custom=x")
                .contains("; Partitioned");
        assertThat(response).containsIgnoringCase("SameSite=Strict");
    }

    @Test
    void sameSiteOfACookieIsOneThatBrowsersKnow() throws Exception {
        assertThatThrownBy(() ->
                        context.getSessionHandler().getSessionCookieConfig().setAttribute("SameSite", "Laxx"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Laxx");
        String response = get(new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                Cookie cookie = new Cookie("a", "b");
                cookie.setAttribute("SameSite", "Laxx");
                try {
                    response.addCookie(cookie);
                } catch (IllegalArgumentException x) {
                    response.getWriter().print(x.getMessage());
                }
            }
        });
        assertThat(response).contains("Laxx").doesNotContain("Set-Cookie");
    }

    @Test
    @SuppressWarnings("removal")
    void commentOfACookieSaysNothing() throws Exception {
        String response = get(new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                Cookie cookie = new Cookie("name", "value");
                cookie.setComment("for tests __SAME_SITE_STRICT__ __HTTP_ONLY__");
                response.addCookie(cookie);
            }
        });
        assertThat(response).contains("Set-Cookie: name=value\r\n");
    }

    @Test
    @SuppressWarnings("deprecation")
    void pushIsNotSupportedOverHttp1() throws Exception {
        assertThat(get(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.getWriter().print(request.newPushBuilder());
                    }
                }))
                .endsWith("null");
    }

    @Test
    void versionIsThatOfTheEnvironment() throws Exception {
        assertThat(get(new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.getWriter()
                                .print(getServletContext().getMajorVersion() + "."
                                        + getServletContext().getMinorVersion());
                    }
                }))
                .endsWith(ServletVersion.MAJOR + "." + ServletVersion.MINOR);
    }
}
