package org.eclipse.jetty.operations;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Reads and sets the levels of loggers, by what writes the log of the server. Thread-safe. */
abstract class LogLevels {
    static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    /** The name of the level that a logger was given; null if it has that of its parent. */
    abstract @Nullable String get(String logger);

    /** @param level one of {@link #LEVELS}; null for that of the parent */
    abstract void set(String logger, @Nullable String level);

    /**
     * The levels of this process.
     *
     * @throws IllegalStateException if what writes the log does not let them be changed
     */
    static LogLevels ofThisProcess() {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        return switch (factory.getClass().getName()) {
            case "ch.qos.logback.classic.LoggerContext" -> new OfLogback(factory);
            case "org.slf4j.jul.JDK14LoggerFactory" -> new OfJavaLogging();
            default ->
                throw new IllegalStateException("levels are not changed in "
                        + factory.getClass().getName()
                        + " (expected: one of the modules logging-jetty, logging-logback, logging-jul)");
        };
    }

    private static final class OfLogback extends LogLevels {
        private final LoggerContext context;

        private OfLogback(ILoggerFactory factory) {
            context = (LoggerContext) factory;
        }

        @Override
        @Nullable
        String get(String logger) {
            Level level = context.getLogger(logger).getLevel();
            return level == null ? null : level.toString();
        }

        @Override
        void set(String logger, @Nullable String level) {
            context.getLogger(logger).setLevel(level == null ? null : Level.valueOf(level));
        }
    }

    private static final class OfJavaLogging extends LogLevels {
        @Override
        @Nullable
        String get(String logger) {
            java.util.logging.Level level = logger(logger).getLevel();
            if (level == null) {
                return null;
            }
            int value = level.intValue();
            for (String name : LEVELS) {
                if (value <= level(name).intValue()) {
                    return name;
                }
            }
            return "OFF";
        }

        @Override
        void set(String logger, @Nullable String level) {
            logger(logger).setLevel(level == null ? null : level(level));
        }

        private static java.util.logging.Logger logger(String name) {
            return java.util.logging.Logger.getLogger(name.equals(org.slf4j.Logger.ROOT_LOGGER_NAME) ? "" : name);
        }

        private static java.util.logging.Level level(String name) {
            return switch (name.toUpperCase(Locale.ROOT)) {
                case "TRACE" -> java.util.logging.Level.FINEST;
                case "DEBUG" -> java.util.logging.Level.FINE;
                case "INFO" -> java.util.logging.Level.INFO;
                case "WARN" -> java.util.logging.Level.WARNING;
                case "ERROR" -> java.util.logging.Level.SEVERE;
                default -> java.util.logging.Level.OFF;
            };
        }
    }
}
