package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerTimingHandlerTest extends OverTransports {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: h\r\n";

    private final Server server = new Server();
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final ServerTimingHandler timing = new ServerTimingHandler(new ContextHandler(
            new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    Content.Sink.write(response, true, "hello", callback);
                    return true;
                }
            },
            "/"));
    private TestConnector connector;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeFalse(transport.isInMemory(), "clients in memory have no address");
        connector = new TestConnector(transport, server, configuration);
        configuration.setRequestPhases(true);
        server.setHandler(timing);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void clientOfThisMachineGetsThePhases() throws Exception {
        assertThat(connector.getResponse(REQUEST + "\r\n"))
                .containsPattern(
                        "(?i)server-timing: head;dur=\\d+\\.\\d{3}, queue;dur=\\d+\\.\\d{3}, server;dur=\\d+\\.\\d{3},"
                                + " application;dur=\\d+\\.\\d{3}, read;dur=\\d+\\.\\d{3}, total;dur=\\d+\\.\\d{3}\r\n");
    }

    @Test
    void clientOfAProxyOnThisMachineDoesNot() throws Exception {
        assertThat(connector.getResponse(REQUEST + "X-Forwarded-For: 192.0.2.1\r\n\r\n"))
                .contains("hello")
                .doesNotContainIgnoringCase("server-timing");
    }

    @Test
    void clientThatIsNotAllowedDoesNot() throws Exception {
        timing.setAllow("192.0.2.0/24");
        assertThat(connector.getResponse(REQUEST + "\r\n"))
                .contains("hello")
                .doesNotContainIgnoringCase("server-timing");
        timing.setAllow("192.0.2.0/24,127.0.0.0/8");
        assertThat(connector.getResponse(REQUEST + "\r\n")).containsIgnoringCase("server-timing");
    }

    @Test
    void nothingIsShownUnlessItIsMeasured() throws Exception {
        configuration.setRequestPhases(false);
        assertThat(connector.getResponse(REQUEST + "\r\n"))
                .contains("hello")
                .doesNotContainIgnoringCase("server-timing");
    }

    @Test
    void malformedAddressIsRefused() {
        assertThatThrownBy(() -> timing.setAllow("10.0.0.0/99"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10.0.0.0/99")
                .hasMessageContaining("jetty.serverTiming.allow");
    }
}
