package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.util.resource.Resource;

/** The descriptor that is applied before that of the application. */
public class DefaultsDescriptor extends WebDescriptor {
    public DefaultsDescriptor(Resource resource) {
        super(resource);
    }
}
