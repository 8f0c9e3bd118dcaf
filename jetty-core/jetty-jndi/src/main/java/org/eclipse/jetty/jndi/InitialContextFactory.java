package org.eclipse.jetty.jndi;

import java.util.Hashtable;
import javax.naming.Context;

/** Makes the initial context of this JVM; all share its names. Thread-safe. */
public class InitialContextFactory implements javax.naming.spi.InitialContextFactory {
    private static final NamingContext ROOT = NamingContext.newRoot("");

    public InitialContextFactory() {}

    /** Returns the initial context, to bind server-wide names in. */
    public static NamingContext getRoot() {
        return ROOT;
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
        return ROOT.withEnvironment(environment);
    }
}
