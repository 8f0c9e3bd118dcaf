package org.eclipse.jetty.plus.jndi;

import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import org.eclipse.jetty.jndi.ComponentNaming;

/** The user transaction of the applications of an environment: java:comp/UserTransaction. Immutable. */
public class Transaction extends NamingEntry {
    public static final String USER_TRANSACTION = "UserTransaction";

    /** @param environment the name of an environment; null for all */
    protected Transaction(String environment, Object userTransaction) throws NamingException {
        super(environment, USER_TRANSACTION, userTransaction);
    }

    public Transaction(String environment, Reference userTransaction) throws NamingException {
        this(environment, (Object) userTransaction);
    }

    public Transaction(String environment, Referenceable userTransaction) throws NamingException {
        this(environment, (Object) userTransaction.getReference());
    }

    /** Binds the transaction of an environment, or else that of all, for the application of the current thread, if there is one. */
    public static void bindTransactionToENC(String environment) throws NamingException {
        NamingEntry entry = NamingEntryUtil.lookupNamingEntry(environment, USER_TRANSACTION);
        if (entry == null) entry = NamingEntryUtil.lookupNamingEntry(null, USER_TRANSACTION);
        if (entry instanceof Transaction) entry.bindToENC(USER_TRANSACTION);
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
