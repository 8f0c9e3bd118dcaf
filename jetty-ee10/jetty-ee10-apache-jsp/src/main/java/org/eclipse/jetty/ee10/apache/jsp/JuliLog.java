package org.eclipse.jetty.ee10.apache.jsp;

import org.apache.juli.logging.Log;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the log messages of the JSP engine to SLF4J. Thread-safe. */
public class JuliLog implements Log {
    private final Logger logger;

    /** Found as a service, to make the others. */
    public JuliLog() {
        this("org.apache.jasper");
    }

    public JuliLog(String name) {
        logger = LoggerFactory.getLogger(name);
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
        return logger.isWarnEnabled();
    }

    @Override
    public void trace(Object message) {
        logger.trace("{}", message);
    }

    @Override
    public void trace(Object message, Throwable t) {
        if (logger.isTraceEnabled()) logger.trace(String.valueOf(message), t);
    }

    @Override
    public void debug(Object message) {
        logger.debug("{}", message);
    }

    @Override
    public void debug(Object message, Throwable t) {
        if (logger.isDebugEnabled()) logger.debug(String.valueOf(message), t);
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
        logger.warn("{}", message);
    }

    @Override
    public void warn(Object message, Throwable t) {
        logger.warn(String.valueOf(message), t);
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
