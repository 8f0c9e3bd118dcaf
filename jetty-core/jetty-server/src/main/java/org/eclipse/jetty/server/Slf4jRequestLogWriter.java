package org.eclipse.jetty.server;

import java.io.IOException;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the lines of a request log to a logger, at the level info. Thread-safe. */
@ManagedObject("Writes a request log to a logger")
public class Slf4jRequestLogWriter extends AbstractLifeCycle implements RequestLog.Writer {
    private String loggerName = "org.eclipse.jetty.server.RequestLog";
    private volatile Logger logger;

    public void setLoggerName(String name) {
        loggerName = name;
    }

    @ManagedAttribute("The name of the logger")
    public String getLoggerName() {
        return loggerName;
    }

    protected boolean isEnabled() {
        return logger != null;
    }

    @Override
    public void write(String requestEntry) throws IOException {
        Logger current = logger;
        if (current != null) {
            current.info(requestEntry);
        }
    }

    @Override
    protected void doStart() throws Exception {
        logger = LoggerFactory.getLogger(loggerName);
        super.doStart();
    }
}
