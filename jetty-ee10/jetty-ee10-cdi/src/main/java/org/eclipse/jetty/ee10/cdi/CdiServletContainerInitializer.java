package org.eclipse.jetty.ee10.cdi;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prepares an application that brings CDI for the mode that it, its context or the server has. Thread-safe. */
public class CdiServletContainerInitializer implements ServletContainerInitializer {
    /** The attribute, or initialisation parameter, with the mode. */
    public static final String CDI_INTEGRATION_ATTRIBUTE = "org.eclipse.jetty.cdi";

    private static final String CDI = "jakarta.enterprise.inject.spi.CDI";
    private static final Logger LOG = LoggerFactory.getLogger(CdiServletContainerInitializer.class);

    public CdiServletContainerInitializer() {}

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext servletContext) {
        ServletContextHandler context = ServletContextHandler.getServletContextHandler(servletContext);
        if (context == null || !hasCdi(servletContext.getClassLoader())) {
            return;
        }
        String mode = mode(context, servletContext);
        LOG.debug("CDI of {} by {}", context, mode);
        switch (mode) {
            case CdiSpiDecorator.MODE -> context.getObjectFactory().addDecorator(new CdiSpiDecorator(context));
            case CdiDecoratingListener.MODE -> context.addEventListener(new CdiDecoratingListener(context));
            default ->
                throw new IllegalStateException(CDI_INTEGRATION_ATTRIBUTE + ": " + mode + " (expected: "
                        + CdiSpiDecorator.MODE + " or " + CdiDecoratingListener.MODE + ")");
        }
        // implementations look here for what the server does
        servletContext.setAttribute(CDI_INTEGRATION_ATTRIBUTE, mode);
    }

    private static boolean hasCdi(ClassLoader loader) {
        try {
            loader.loadClass(CDI);
            return true;
        } catch (ClassNotFoundException x) {
            return false;
        }
    }

    private static String mode(ServletContextHandler context, ServletContext servletContext) {
        Object mode = servletContext.getInitParameter(CDI_INTEGRATION_ATTRIBUTE);
        if (mode == null) {
            mode = servletContext.getAttribute(CDI_INTEGRATION_ATTRIBUTE);
        }
        if (mode == null && context.getServer() != null) {
            mode = context.getServer().getAttribute(CDI_INTEGRATION_ATTRIBUTE);
        }
        return mode == null ? CdiSpiDecorator.MODE : mode.toString();
    }
}
