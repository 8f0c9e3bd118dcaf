package org.eclipse.jetty.jmx.acme.jmx;

import org.eclipse.jetty.jmx.ObjectMBean;
import org.eclipse.jetty.jmx.acme.Gauge;
import org.eclipse.jetty.util.annotation.ManagedAttribute;

/** The MBeans of gauges. */
public class GaugeMBean extends ObjectMBean {
    public GaugeMBean(Gauge gauge) {
        super(gauge);
    }

    @Override
    public String getObjectNameBasis() {
        return "main gauge";
    }

    @ManagedAttribute("The readings")
    public int getReadings() {
        return 42;
    }

    public String getProxied() {
        return "by the MBean";
    }
}
