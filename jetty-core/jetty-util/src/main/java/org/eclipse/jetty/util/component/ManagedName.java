package org.eclipse.jetty.util.component;

import org.jspecify.annotations.Nullable;

/** A component that chooses parts of its name in management, such as the object name of its MBean. Thread-safe. */
public interface ManagedName {
    /** The name of this component among others of its class, as that of an application; null for none. */
    default @Nullable String getManagedName() {
        return null;
    }

    /** What this component adds to the names of all components in it, as the path of an application; null for nothing. */
    default @Nullable String getManagedContext() {
        return null;
    }
}
