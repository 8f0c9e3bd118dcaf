package org.eclipse.jetty.ee10.cdi;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;

/** Notes its end, by which it is seen that what was injected is disposed of. */
@Dependent
public class Held {
    @PreDestroy
    public void end() {
        System.setProperty("weld.test.held", "destroyed");
    }
}
