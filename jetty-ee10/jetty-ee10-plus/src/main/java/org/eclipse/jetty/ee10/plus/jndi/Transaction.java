package org.eclipse.jetty.ee10.plus.jndi;

import jakarta.transaction.UserTransaction;
import javax.naming.NamingException;

/** The user transaction of this environment's applications, of whatever transaction manager. Immutable. */
public class Transaction extends org.eclipse.jetty.plus.jndi.Transaction {
    /** @param environment the name of this environment; null for all */
    @SuppressWarnings("exports") // who has a transaction manager has its API
    public Transaction(String environment, UserTransaction userTransaction) throws NamingException {
        super(environment, (Object) userTransaction);
    }
}
