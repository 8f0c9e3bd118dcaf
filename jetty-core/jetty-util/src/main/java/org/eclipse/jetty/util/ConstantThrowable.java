package org.eclipse.jetty.util;

import org.jspecify.annotations.Nullable;

/**
 * A throwable without a stack trace, suppressed exceptions or a cause, so that one object may be kept in a constant and compared by
 * identity: for failures that signal a state, not an error. Immutable and thread-safe.
 */
public class ConstantThrowable extends Throwable {
    private static final long serialVersionUID = 1L;

    public ConstantThrowable() {
        this(null);
    }

    /** @param name what it stands for */
    public ConstantThrowable(@Nullable String name) {
        super(name, null, false, false);
    }

    @Override
    public String toString() {
        String name = getMessage();
        return name == null ? getClass().getSimpleName() : name;
    }
}
