package org.eclipse.jetty.jndi.java;

import java.util.Hashtable;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.spi.ObjectFactory;
import org.eclipse.jetty.jndi.JavaURLContext;
import org.jspecify.annotations.Nullable;

/** Makes the context of names that start with {@code java:}; its name is what the naming manager asks for. Thread-safe. */
public class javaURLContextFactory implements ObjectFactory {
    public javaURLContextFactory() {}

    /**
     * Returns the context, or what one of the given URLs stands for.
     *
     * @param url null for the context itself; a URL, or several of which the first that is bound counts
     */
    @Override
    public Object getObjectInstance(@Nullable Object url, Name name, Context context, Hashtable<?, ?> environment)
            throws NamingException {
        JavaURLContext java = new JavaURLContext(environment);
        if (url == null) {
            return java;
        }
        if (url instanceof String one) {
            return java.lookup(one);
        }
        if (!(url instanceof String[] urls) || urls.length == 0) {
            throw new ConfigurationException(url + " (expected: a URL, or several, or none)");
        }
        NamingException failure = null;
        for (String each : urls) {
            try {
                return java.lookup(each);
            } catch (NamingException x) {
                failure = x;
            }
        }
        throw failure;
    }
}
