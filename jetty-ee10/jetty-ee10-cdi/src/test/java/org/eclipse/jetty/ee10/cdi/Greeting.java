package org.eclipse.jetty.ee10.cdi;

import jakarta.enterprise.context.ApplicationScoped;

/** Counts whom it greets, once for the application. */
@ApplicationScoped
public class Greeting {
    private int count;

    public synchronized String greet(String who) {
        return "hello " + who + " " + ++count;
    }
}
