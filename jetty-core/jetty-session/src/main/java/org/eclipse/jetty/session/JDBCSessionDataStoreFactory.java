package org.eclipse.jetty.session;

import org.eclipse.jetty.session.JDBCSessionDataStore.SessionTableSchema;

/** Creates stores in a database. */
public class JDBCSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private DatabaseAdaptor adaptor;
    private SessionTableSchema schema = new SessionTableSchema();

    public void setDatabaseAdaptor(DatabaseAdaptor databaseAdaptor) {
        adaptor = databaseAdaptor;
    }

    public void setSessionTableSchema(SessionTableSchema tableSchema) {
        schema = tableSchema;
    }

    @Override
    public SessionDataStore getSessionDataStore(SessionManager manager) {
        JDBCSessionDataStore store = new JDBCSessionDataStore();
        store.setDatabaseAdaptor(adaptor);
        store.setSessionTableSchema(schema);
        configure(store);
        return store;
    }
}
