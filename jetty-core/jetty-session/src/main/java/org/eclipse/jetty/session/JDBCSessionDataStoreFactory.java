package org.eclipse.jetty.session;

import org.eclipse.jetty.session.JDBCSessionDataStore.SessionTableSchema;
import org.jspecify.annotations.Nullable;

/** Creates stores in a database. */
public class JDBCSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private @Nullable DatabaseAdaptor adaptor;
    private SessionTableSchema schema = new SessionTableSchema();

    public void setDatabaseAdaptor(@Nullable DatabaseAdaptor databaseAdaptor) {
        adaptor = databaseAdaptor;
    }

    public void setSessionTableSchema(SessionTableSchema tableSchema) {
        schema = tableSchema;
    }

    @Override
    public SessionDataStore getSessionDataStore(@Nullable SessionManager manager) {
        JDBCSessionDataStore store = new JDBCSessionDataStore();
        if (adaptor != null) {
            store.setDatabaseAdaptor(adaptor);
        }
        store.setSessionTableSchema(schema);
        configure(store);
        return store;
    }
}
