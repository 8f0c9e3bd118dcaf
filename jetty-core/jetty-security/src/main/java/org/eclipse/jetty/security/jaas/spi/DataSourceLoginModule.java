package org.eclipse.jetty.security.jaas.spi;

import java.sql.Connection;
import java.util.Map;
import javax.naming.InitialContext;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Users in a database, by the name of a data source: the option dbJNDIName, below java:comp/env unless it says more. Confined to one login. */
public class DataSourceLoginModule extends AbstractDatabaseLoginModule {
    private String name;

    public DataSourceLoginModule() {}

    @Override
    public void initialize(
            Subject subject, @Nullable CallbackHandler handler, Map<String, ?> sharedState, Map<String, ?> options) {
        super.initialize(subject, handler, sharedState, options);
        String source = option(options, "dbJNDIName", null);
        if (source == null) {
            throw new IllegalArgumentException("dbJNDIName: missing (expected: the name of a data source)");
        }
        name = source;
    }

    @Override
    public Connection getConnection() throws Exception {
        String full = name.contains(":") ? name : "java:comp/env/" + name;
        return ((DataSource) new InitialContext().lookup(full)).getConnection();
    }
}
