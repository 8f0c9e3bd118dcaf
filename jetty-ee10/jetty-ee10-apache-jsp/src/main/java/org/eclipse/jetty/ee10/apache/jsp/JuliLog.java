package org.eclipse.jetty.ee10.apache.jsp;

import org.apache.juli.logging.Log;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the log messages of the JSP engine to SLF4J. Thread-safe.
 *
 * <p>Of schemas that it does not bring the engine warns, each by itself, though it does not validate: that is told at the
 * level of debugging.
 */
public class JuliLog implements Log {
    private static final String SCHEMAS = "org.apache.tomcat.util.descriptor.DigesterFactory";

    private final Logger logger;
    private final boolean warns;

    /** Found as a service, to make the others. */
    public JuliLog() {
        this("org.apache.jasper");
    }

    public JuliLog(String name) {
        logger = LoggerFactory.getLogger(name);
        warns = !SCHEMAS.equals(name);
    }

    /** Called by the engine's log factory. */
    public static Log getInstance(String name) {
        return new JuliLog(name);
    }

    @Override
    public boolean isDebugEnabled() {
        return logger.isDebugEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return logger.isErrorEnabled();
    }

    @Override
    public boolean isFatalEnabled() {
        return logger.isErrorEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return logger.isInfoEnabled();
    }

    @Override
    public boolean isTraceEnabled() {
        return logger.isTraceEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return warns && logger.isWarnEnabled();
    }

    @Override
    public void trace(Object message) {
        logger.trace("{}", message);
    }

    @Override
    public void trace(Object message, Throwable t) {
        if (logger.isTraceEnabled()) {
            logger.trace(String.valueOf(message), t);
        }
    }

    @Override
    public void debug(Object message) {
        logger.debug("{}", message);
    }

    @Override
    public void debug(Object message, Throwable t) {
        if (logger.isDebugEnabled()) {
            logger.debug(String.valueOf(message), t);
        }
    }

    @Override
    public void info(Object message) {
        logger.info("{}", message);
    }

    @Override
    public void info(Object message, Throwable t) {
        logger.info(String.valueOf(message), t);
    }

    @Override
    public void warn(Object message) {
        if (warns) {
            logger.warn("{}", message);
        } else {
            logger.debug("{}", message);
        }
    }

    @Override
    public void warn(Object message, Throwable t) {
        if (warns) {
            logger.warn(String.valueOf(message), t);
        } else {
            logger.debug(String.valueOf(message), t);
        }
    }

    @Override
    public void error(Object message) {
        logger.error("{}", message);
    }

    @Override
    public void error(Object message, Throwable t) {
        logger.error(String.valueOf(message), t);
    }

    @Override
    public void fatal(Object message) {
        logger.error("{}", message);
    }

    @Override
    public void fatal(Object message, Throwable t) {
        logger.error(String.valueOf(message), t);
    }
}
