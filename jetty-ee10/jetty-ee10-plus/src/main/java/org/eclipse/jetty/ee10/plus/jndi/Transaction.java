package org.eclipse.jetty.ee10.plus.jndi;

import jakarta.transaction.UserTransaction;
import javax.naming.NamingException;

/** The user transaction of this environment's applications, of whatever transaction manager. Immutable. */
@SuppressWarnings("exports") // who has a transaction manager has its API
public class Transaction extends org.eclipse.jetty.plus.jndi.Transaction {
    /** @param environment the name of this environment; null for all */
    public Transaction(String environment, UserTransaction userTransaction) throws NamingException {
        super((Object) environment, userTransaction);
    }

    /**
     * @param scope the application that brings the transaction manager, with which this goes; or the environment, or the server
     */
    public Transaction(Object scope, UserTransaction userTransaction) throws NamingException {
        super(scope, userTransaction);
    }
}
