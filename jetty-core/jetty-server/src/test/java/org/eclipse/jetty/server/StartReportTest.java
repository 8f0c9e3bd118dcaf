package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.StartTimes;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StartReportTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(StartReport.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Server server = new Server();

    @BeforeEach
    void capture() {
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void release() throws Exception {
        server.stop();
        logger.detachAppender(log);
        logger.setLevel(null);
        logger.setAdditive(true);
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void tellsVersionModulesUrlsAndTimes() throws Exception {
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setAttribute(StartTimes.ATTRIBUTE, new StartTimes(7, 3));
        server.addEventListener(new StartReport("server,http"));
        server.start();
        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0))
                .startsWith("Jetty " + Server.getVersion() + ", Java " + System.getProperty("java.version"))
                .endsWith("process " + ProcessHandle.current().pid());
        assertThat(lines().get(1)).isEqualTo("Modules: server, http");
        assertThat(lines().get(2)).isEqualTo("URLs: http://127.0.0.1:" + connector.getLocalPort() + "/");
        assertThat(lines().get(3))
                .matches("Up after \\d+ ms: JVM, start.jar and log 7, XML 3, (\\w+ \\d+, )*others \\d+");
    }

    @Test
    void connectorWithoutAProtocolIsAWarningAndNoUrl() throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1, new ProxyConnectionFactory("none"));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.addEventListener(new StartReport(null));
        server.start();
        assertThat(lines()).noneMatch(line -> line.startsWith("URLs:"));
        assertThat(lines()).anyMatch(line -> line.endsWith("speaks no protocol: every connection to it will fail"));
    }

    @Test
    void handlerThatIsInsertedLaterIsNotBlamedForWhatStartsAfterIt() throws Exception {
        server.setHandler(new ContextHandlerCollection());
        List<String> started = new ArrayList<>();
        server.addBean(new AbstractLifeCycle() {
            @Override
            protected void doStart() {
                started.add(server.getHandler().isStarted() ? "after the handler" : "before the handler");
            }
        });
        server.insertHandler(new GracefulHandler());
        server.start();
        assertThat(started).containsExactly("after the handler");
    }

    @Test
    void componentThatTakesLongIsNamed() throws Exception {
        server.addBean(new Slow());
        server.addEventListener(new StartReport(null));
        server.start();
        assertThat(lines()).noneMatch(line -> line.startsWith("Modules:") || line.startsWith("URLs:"));
        assertThat(lines().get(lines().size() - 1)).containsPattern(" Slow \\d\\d+, ");
    }

    /** Is busy until the clock that the report reads says so. */
    private static final class Slow extends AbstractLifeCycle {
        @Override
        protected void doStart() {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < 12_000_000) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void failedStartIsNotReportedAndTheNextOneIs() throws Exception {
        Failing failing = new Failing();
        server.addBean(failing);
        server.addEventListener(new StartReport(null));
        assertThat(org.assertj.core.api.Assertions.catchThrowable(server::start))
                .hasMessageContaining("not yet");
        assertThat(lines()).isEmpty();
        failing.ready = true;
        server.start();
        assertThat(lines()).hasSize(2);
        assertThat(failing.getEventListeners()).isEmpty();
    }

    private static final class Failing extends AbstractLifeCycle {
        private boolean ready;

        @Override
        protected void doStart() {
            if (!ready) {
                throw new IllegalStateException("not yet");
            }
        }
    }
}
