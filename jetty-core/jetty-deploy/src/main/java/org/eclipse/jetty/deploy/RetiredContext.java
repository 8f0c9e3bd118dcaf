package org.eclipse.jetty.deploy;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Objects;

/**
 * A context that was taken out of service, and whose class loader is still in memory. One that remains so after the garbage
 * collector has looked at all of the heap is a leak: something outside of the application refers to it, such as a thread.
 *
 * @param contextPath where it was
 * @param time when it was taken out of service
 * @param loader its class loader, which this does not keep in memory
 */
public record RetiredContext(String contextPath, Instant time, WeakReference<ClassLoader> loader) {
    public RetiredContext {
        Objects.requireNonNull(loader);
    }
}
