package org.eclipse.jetty.server.handler;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs while this is open, also for tests that run at the same time. */
public final class LogCapture implements AutoCloseable {
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Logger logger;
    private final Level before;

    public LogCapture(Class<?> type) {
        this(type, Level.WARN);
    }

    /** Captures what is logged at a level or a higher one. */
    public LogCapture(Class<?> type, Level level) {
        logger = (Logger) LoggerFactory.getLogger(type);
        before = logger.getLevel();
        if (!logger.isEnabledFor(level)) {
            logger.setLevel(level);
        }
        appender.start();
        logger.addAppender(appender);
    }

    public List<String> warnings() {
        return lines(Level.WARN);
    }

    public List<String> lines(Level level) {
        synchronized (appender) {
            return appender.list.stream()
                    .filter(event -> event.getLevel() == level)
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
