package org.eclipse.jetty.operations;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The last warnings and errors of the log, without secrets, where Logback or the JDK writes it. Guarded by lock. */
abstract class WarningLog {
    private static final int MAX_EVENTS = 100;
    private static final int MAX_TEXT = 1000;

    private final AutoLock lock = new AutoLock();
    private final Deque<Map<String, Object>> events = new ArrayDeque<>();

    /** The log of this process; null if something else writes it. */
    static @Nullable WarningLog ofThisProcess() {
        return switch (LoggerFactory.getILoggerFactory().getClass().getName()) {
            case "ch.qos.logback.classic.LoggerContext" -> new OfLogback();
            case "org.slf4j.jul.JDK14LoggerFactory" -> new OfJavaLogging();
            default -> null;
        };
    }

    abstract void attach();

    abstract void detach();

    /** The newest first. */
    List<Map<String, Object>> events() {
        try (AutoLock l = lock.lock()) {
            return new ArrayList<>(events);
        }
    }

    void add(long millis, String level, String logger, @Nullable String message, @Nullable String cause) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("time", Instant.ofEpochMilli(millis).toString());
        event.put("level", level);
        event.put("logger", logger);
        event.put("message", shortened(message));
        event.put("cause", cause == null ? null : shortened(cause));
        try (AutoLock l = lock.lock()) {
            events.addFirst(event);
            if (events.size() > MAX_EVENTS) {
                events.removeLast();
            }
        }
    }

    private static String shortened(@Nullable String text) {
        String shown = Secrets.hiding(text == null ? "" : text);
        return shown.length() <= MAX_TEXT ? shown : shown.substring(0, MAX_TEXT) + "...";
    }

    private static final class OfLogback extends WarningLog {
        private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                    IThrowableProxy cause = event.getThrowableProxy();
                    add(
                            event.getTimeStamp(),
                            event.getLevel().toString(),
                            event.getLoggerName(),
                            event.getFormattedMessage(),
                            cause == null ? null : cause.getClassName() + ": " + cause.getMessage());
                }
            }
        };

        private static ch.qos.logback.classic.Logger root() {
            return ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        }

        @Override
        void attach() {
            appender.setContext(root().getLoggerContext());
            appender.start();
            root().addAppender(appender);
        }

        @Override
        void detach() {
            root().detachAppender(appender);
            appender.stop();
        }
    }

    private static final class OfJavaLogging extends WarningLog {
        private final Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                if (record.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue()) {
                    Throwable cause = record.getThrown();
                    add(
                            record.getMillis(),
                            record.getLevel().getName(),
                            record.getLoggerName(),
                            record.getMessage(),
                            cause == null ? null : cause.toString());
                }
            }

            @Override
            public void flush() {
                // nothing is buffered
            }

            @Override
            public void close() {
                // nothing is open
            }
        };

        @Override
        void attach() {
            java.util.logging.Logger.getLogger("").addHandler(handler);
        }

        @Override
        void detach() {
            java.util.logging.Logger.getLogger("").removeHandler(handler);
        }
    }
}
