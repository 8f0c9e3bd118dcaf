package org.eclipse.jetty.ee10.webapp;

import org.eclipse.jetty.util.resource.Resource;

/** A descriptor that has the last word. */
public class OverrideDescriptor extends WebDescriptor {
    public OverrideDescriptor(Resource resource) {
        super(resource);
    }
}
