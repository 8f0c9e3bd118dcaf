package org.eclipse.jetty.plus.jndi;

import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** A resource, such as a data source, for applications that refer to its name. Immutable. */
public class Resource extends NamingEntry {
    /** @param object the resource itself, or a {@link javax.naming.Reference} that makes it */
    public Resource(@Nullable Object scope, String jndiName, Object object) throws NamingException {
        super(scope, jndiName, object);
    }

    public Resource(String jndiName, Object object) throws NamingException {
        this(null, jndiName, object);
    }
}
