package org.eclipse.jetty.plus.jndi;

import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** A setting, which is in java:comp/env of each application of its scope without being asked for. Immutable. */
public class EnvEntry extends NamingEntry {
    private final boolean overrideWebXml;

    /** @param overrideWebXml whether this counts, and not the value that web.xml has */
    public EnvEntry(@Nullable Object scope, String jndiName, Object value, boolean overrideWebXml)
            throws NamingException {
        super(scope, jndiName, value);
        this.overrideWebXml = overrideWebXml;
    }

    public EnvEntry(String jndiName, Object value, boolean overrideWebXml) throws NamingException {
        this(null, jndiName, value, overrideWebXml);
    }

    public EnvEntry(String jndiName, Object value) throws NamingException {
        this(null, jndiName, value, false);
    }

    public boolean isOverrideWebXml() {
        return overrideWebXml;
    }
}
