package org.eclipse.jetty.ee10.cdi;

import org.eclipse.jetty.ee10.annotations.AnnotationConfiguration;
import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;

/** Has {@link CdiServletContainerInitializer} called, as one of the container initializers. Thread-safe. */
public class CdiConfiguration extends AbstractConfiguration {
    public CdiConfiguration() {
        super(new Builder().addDependents(AnnotationConfiguration.class));
    }
}
