package org.eclipse.jetty.security.jwt;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the security modules log during a test: all of it, and not on the console. */
public final class SecurityLog implements AutoCloseable {
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.eclipse.jetty.security");

    public SecurityLog() {
        events.start();
        logger.addAppender(events);
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
    }

    /** The lines, with the stack traces of exceptions. */
    public List<String> lines() {
        return List.copyOf(events.list).stream()
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
        logger.setLevel(null);
        logger.setAdditive(true);
    }
}
