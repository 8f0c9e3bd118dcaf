package org.eclipse.jetty.plus.jndi;

import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.jspecify.annotations.Nullable;

/** The user transaction of the applications of a scope: java:comp/UserTransaction. Immutable. */
public class Transaction extends NamingEntry {
    public static final String USER_TRANSACTION = "UserTransaction";

    /** @param scope null for the JVM, an environment or its name, a server, or a web application */
    protected Transaction(@Nullable Object scope, Object userTransaction) throws NamingException {
        super(scope, USER_TRANSACTION, userTransaction);
    }

    /** @param environment the name of an environment; null for all */
    public Transaction(@Nullable String environment, Reference userTransaction) throws NamingException {
        this((Object) environment, userTransaction);
    }

    public Transaction(String environment, Referenceable userTransaction) throws NamingException {
        this((Object) environment, userTransaction.getReference());
    }

    /** Binds this in java:comp of the application that the current thread works for. */
    @Override
    public void bindToENC(String localName) throws NamingException {
        ComponentNaming.current().component().put(localName, getObject());
    }

    @Override
    public void unbindENC() throws NamingException {
        ComponentNaming.current().component().unbind(getJndiName());
    }
}
