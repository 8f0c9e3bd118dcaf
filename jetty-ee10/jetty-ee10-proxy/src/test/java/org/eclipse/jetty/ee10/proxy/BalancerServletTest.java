package org.eclipse.jetty.ee10.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.proxy.BackEnd;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that are passed on to two servers. */
class BalancerServletTest extends AbstractProxyServletTest {
    private BackEnd other;

    private void balance(String... parameters) throws Exception {
        BackEnd one = named("one");
        other = named("two");
        String[] all = java.util.Arrays.copyOf(parameters, parameters.length + 4);
        all[parameters.length] = "balancerMember.one.proxyTo";
        all[parameters.length + 1] = "http://localhost:" + one.port();
        all[parameters.length + 2] = "balancerMember.two.proxyTo";
        all[parameters.length + 3] = "http://localhost:" + other.port() + "/";
        start(new BalancerServlet(), one, all);
    }

    private static BackEnd named(String name) throws Exception {
        return new BackEnd(exchange -> exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nLocation: http://"
                + exchange.head()
                        .lines()
                        .filter(line -> line.startsWith("Host: "))
                        .findFirst()
                        .orElseThrow()
                        .substring(6)
                + "/next?q\r\n\r\n" + name));
    }

    @AfterEach
    void stopOther() throws Exception {
        other.close();
    }

    private String ask(String path, String... fields) throws Exception {
        return LocalServer.body(front.get(path, fields));
    }

    @Test
    void serversTakeTurns() throws Exception {
        balance();
        assertThat(ask("/ctx/a")).isNotEqualTo(ask("/ctx/a"));
        assertThat(ask("/ctx/a")).isNotEqualTo(ask("/ctx/a"));
        assertThat(backEnd.take().line()).isEqualTo("GET /ctx/a HTTP/1.1");
        assertThat(other.take().line()).isEqualTo("GET /ctx/a HTTP/1.1");
    }

    @Test
    void requestsOfASessionGoToItsServer() throws Exception {
        balance("stickySessions", "true");
        for (int i = 0; i < 3; i++) {
            assertThat(ask("/ctx/a", "Cookie: JSESSIONID=abc.two")).isEqualTo("two");
            assertThat(ask("/ctx/a;jsessionid=abc.one?x")).isEqualTo("one");
        }
        assertThat(ask("/ctx/a", "Cookie: JSESSIONID=abc.gone")).isIn("one", "two");
    }

    @Test
    void locationNamesThisProxyOnDemand() throws Exception {
        balance("proxyPassReverse", "true");
        String root = transport.scheme() + "://localhost";
        assertThat(front.get("/ctx/a")).contains("Location: " + root + "/next?q\r\n");
        assertThat(front.get("/ctx/a")).contains("Location: " + root + "/next?q\r\n");
    }
}
