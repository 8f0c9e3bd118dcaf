package org.eclipse.jetty.jmx.acme;

import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;

/** A component that has a class of MBeans. */
@ManagedObject("Shows a pressure")
public class Gauge {
    /** One of a subclass, without annotations of its own. */
    public static class Special extends Gauge {}

    @ManagedAttribute(value = "What the MBean answers", proxied = true)
    public String getProxied() {
        return "by the component";
    }
}
