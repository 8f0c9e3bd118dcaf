package org.eclipse.jetty.security.jaas;

import java.io.Serializable;
import java.security.Principal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A principal with a name; equal to others of its class with this name. Immutable. */
public class JAASPrincipal implements Principal, Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;

    public JAASPrincipal(String name) {
        this.name = Objects.requireNonNull(name);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o != null && o.getClass() == getClass() && ((JAASPrincipal) o).name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
