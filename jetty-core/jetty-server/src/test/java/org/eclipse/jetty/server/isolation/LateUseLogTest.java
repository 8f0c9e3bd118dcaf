package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What comes too late is ignored, but not in silence: it is a fault of the application. */
class LateUseLogTest extends OverTransports {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.eclipse.jetty");
    private final Level level = logger.getLevel();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void listen() {
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        logger.setLevel(level);
        logger.detachAppender(appender);
    }

    private void assertLogged(String method, Runnable late) {
        logger.setLevel(Level.DEBUG);
        lines.clear();
        try {
            late.run();
        } catch (IllegalStateException refusal) {
            // that names it as well
            return;
        }
        logger.setLevel(level);
        assertThat(lines)
                .as("lines of the log")
                .filteredOn(line -> line.contains(method + " /kept") || line.contains("/kept?"))
                .filteredOn(line -> line.contains("ended"))
                .hasSize(1);
    }

    @Test
    void lateWriteIsLoggedOnceWithItsRequest() throws Exception {
        try (IsolationServer server = new IsolationServer(transport)) {
            Kept kept = server.keep(server.connect());
            assertLogged("POST", () -> kept.response.write(false, ByteBuffer.wrap(new byte[] {'x'}), Callback.NOOP));
        }
    }

    @Test
    void lateFailureIsLoggedOnceWithItsRequest() throws Exception {
        try (IsolationServer server = new IsolationServer(transport)) {
            Kept kept = server.keep(server.connect());
            assertLogged("POST", () -> kept.callback.failed(new IllegalArgumentException("late")));
        }
    }
}
