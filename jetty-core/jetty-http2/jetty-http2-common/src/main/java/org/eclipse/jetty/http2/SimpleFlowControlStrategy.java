package org.eclipse.jetty.http2;

/** Tells the other side at once what was consumed. Thread-safe. */
public class SimpleFlowControlStrategy implements FlowControlStrategy {
    @Override
    public boolean isUpdateDue(int window, int consumed) {
        return true;
    }
}
