package org.eclipse.jetty.http2.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Everything that is logged can be logged, from the first moment of a connection on. */
class DebugLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.eclipse.jetty");
    private final Queue<String> messages = new ConcurrentLinkedQueue<>();
    private final Level level = logger.getLevel();
    private final AppenderBase<ILoggingEvent> log = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            messages.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void logAll() {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        logger.setLevel(Level.TRACE);
    }

    @AfterEach
    void logAsBefore() {
        logger.setLevel(level);
        logger.setAdditive(true);
        logger.detachAppender(log);
    }

    @Test
    void connectionsAreLoggedWhileTheyAreMade() throws Exception {
        Server server = new Server();
        ServerConnector connector =
                new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
        server.addConnector(connector);
        HTTP2Client client = new HTTP2Client();
        try {
            server.start();
            client.start();
            Session session = client.connect(
                            new InetSocketAddress("localhost", connector.getLocalPort()), new Session.Listener() {})
                    .get(30, SECONDS);
            assertThat(session.toString()).contains("last=-1");
        } finally {
            client.stop();
            server.stop();
        }
        assertThat(messages).isNotEmpty().noneMatch(message -> message.contains("FAILED toString()"));
    }
}
