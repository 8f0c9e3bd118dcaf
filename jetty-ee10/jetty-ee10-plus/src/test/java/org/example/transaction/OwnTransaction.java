package org.example.transaction;

import jakarta.transaction.UserTransaction;

/** A transaction manager that the server does not know; each has a name. */
public class OwnTransaction implements UserTransaction {
    private final String name;

    public OwnTransaction() {
        this("own");
    }

    public OwnTransaction(String name) {
        this.name = name;
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void setRollbackOnly() {}

    @Override
    public int getStatus() {
        return 6;
    }

    @Override
    public void setTransactionTimeout(int seconds) {}

    @Override
    public String toString() {
        return name;
    }
}
