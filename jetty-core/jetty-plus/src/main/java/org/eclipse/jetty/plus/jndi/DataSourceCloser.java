package org.eclipse.jetty.plus.jndi;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.eclipse.jetty.util.component.Destroyable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a data source when the server or context, of which this is a bean, is destroyed. Thread-safe. */
public class DataSourceCloser implements Destroyable {
    private static final Logger LOG = LoggerFactory.getLogger(DataSourceCloser.class);

    private final DataSource dataSource;
    private final @Nullable String shutdown;

    public DataSourceCloser(DataSource dataSource) {
        this(dataSource, null);
    }

    /** @param shutdown a statement that is executed before, such as that which ends an embedded database */
    public DataSourceCloser(DataSource dataSource, @Nullable String shutdown) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.shutdown = shutdown;
    }

    @Override
    public void destroy() {
        if (shutdown != null) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(shutdown);
            } catch (Exception x) {
                LOG.warn("{}: {} failed", dataSource, shutdown, x);
            }
        }
        try {
            close(dataSource);
        } catch (Exception x) {
            LOG.warn("{} cannot be closed", dataSource, x);
        }
    }

    /** Calls the method without parameters that is named close, if there is one; pools have it, though no interface. */
    private static void close(DataSource dataSource) throws Exception {
        if (dataSource instanceof AutoCloseable closeable) {
            closeable.close();
            return;
        }
        try {
            dataSource.getClass().getMethod("close").invoke(dataSource);
        } catch (NoSuchMethodException x) {
            LOG.debug("{} has nothing to close", dataSource);
        } catch (InvocationTargetException x) {
            if (x.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw x;
        }
    }
}
