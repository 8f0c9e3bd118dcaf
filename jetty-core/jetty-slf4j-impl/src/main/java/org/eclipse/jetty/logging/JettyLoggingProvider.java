package org.eclipse.jetty.logging;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.StatusUtil;
import ch.qos.logback.core.util.StatusPrinter2;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logback as its own provider sets it up, but {@link JettyLoggingConfigurator} is called at once, not searched for among the libraries.
 * It takes part only where it is named ({@code slf4j.provider}), as start.jar does in a start from its cache: it is no service.
 *
 * <p>Where logback's way is asked for, by a {@code logback.xml} or a status listener, that is gone. Thread-safe after
 * {@link #initialize()}.
 */
public final class JettyLoggingProvider implements SLF4JServiceProvider {
    private final LoggerContext context = new LoggerContext();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();

    @Override
    public void initialize() {
        context.setName(CoreConstants.DEFAULT_CONTEXT_NAME);
        context.setMDCAdapter(mdc);
        configure();
        context.start();
    }

    private void configure() {
        if (System.getProperty(CoreConstants.STATUS_LISTENER_CLASS_KEY) == null) {
            JettyLoggingConfigurator configurator = new JettyLoggingConfigurator();
            configurator.setContext(context);
            if (configurator.configure(context) == Configurator.ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY) {
                return;
            }
        }
        try {
            new ContextInitializer(context).autoConfig();
        } catch (JoranException e) {
            System.err.println("WARN  : the log is not configured: " + e);
        }
        if (!StatusUtil.contextHasStatusListener(context)) {
            new StatusPrinter2().printInCaseOfErrorsOrWarnings(context);
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return context;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }
}
