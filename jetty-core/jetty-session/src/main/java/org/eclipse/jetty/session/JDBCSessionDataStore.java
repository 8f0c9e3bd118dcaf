package org.eclipse.jetty.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions as rows of a table, which several servers may share.
 *
 * <p>Each save and removal is one statement that commits by itself, so that a row is never half, and is there once the store has
 * returned. A session that another server has removed is not brought back by a save. The column of the time of the last save is
 * the version of a session: it is greater with each save of a change. Thread-safe.
 */
@ManagedObject
public class JDBCSessionDataStore extends AbstractSessionDataStore {
    /** The context path of the root, where the database cannot tell an empty text from null. */
    public static final String NULL_CONTEXT_PATH = "/";

    private static final Logger LOG = LoggerFactory.getLogger(JDBCSessionDataStore.class);

    /** What is expired for so many grace periods belongs to no context that is left. */
    private static final int ORPHAN_PERIODS = 10;

    private final AtomicLong orphansRemoved = new AtomicLong();
    private DatabaseAdaptor adaptor;
    private SessionTableSchema schema = new SessionTableSchema();
    private volatile @Nullable SessionTable table;

    public void setDatabaseAdaptor(DatabaseAdaptor databaseAdaptor) {
        updateBean(adaptor, databaseAdaptor);
        adaptor = databaseAdaptor;
    }

    public void setSessionTableSchema(SessionTableSchema tableSchema) {
        updateBean(schema, tableSchema);
        schema = Objects.requireNonNull(tableSchema);
    }

    @Override
    public boolean isPassivating() {
        return true;
    }

    @Override
    protected boolean canRefuseConflicts() {
        return true;
    }

    @Override
    protected void doStart() throws Exception {
        if (adaptor == null) {
            throw new IllegalStateException("no database for the sessions of " + getContext());
        }
        try {
            table = open();
        } catch (Exception x) {
            if (!Unreachable.isCauseOf(x)) {
                throw x;
            }
            LOG.warn(
                    "The database of the sessions of {} cannot be reached, and is tried again by each request that needs it: {}, {}",
                    getContext(),
                    adaptor,
                    x.toString());
            LOG.debug("unreachable: {}", adaptor, x);
        }
        orphansRemoved.set(System.currentTimeMillis());
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        table = null;
    }

    private SessionTable open() throws Exception {
        adaptor.initialize();
        SessionTable opened = new SessionTable(schema, adaptor);
        opened.prepare();
        return opened;
    }

    /** The table, once the database was reached; two threads may both make it, of which one does. */
    private SessionTable table() throws SQLException {
        SessionTable current = table;
        if (current != null) {
            return current;
        }
        try {
            current = open();
        } catch (SQLException | RuntimeException x) {
            throw x;
        } catch (Exception x) {
            throw new SQLException("cannot be opened: " + adaptor, x);
        }
        table = current;
        LOG.info("The database of the sessions of {} is reached", getContext());
        return current;
    }

    /** Fills the parameters of a statement. */
    @FunctionalInterface
    private interface Parameters {
        void fill(PreparedStatement statement) throws SQLException;
    }

    private int update(String sql, Parameters parameters) throws SQLException {
        try (Connection connection = adaptor.getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Parameters parameters)
            throws SQLException {
        connection.setAutoCommit(true);
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            parameters.fill(statement);
            return statement;
        } catch (SQLException x) {
            statement.close();
            throw x;
        }
    }

    private String contextPath() {
        String path = getContext().getCanonicalContextPath();
        return path.isEmpty() && adaptor.isEmptyStringNull() ? NULL_CONTEXT_PATH : path;
    }

    private void identify(PreparedStatement statement, int first, String id) throws SQLException {
        statement.setString(first, id);
        statement.setString(first + 1, contextPath());
        statement.setString(first + 2, getContext().getVhost());
    }

    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        byte[] bytes;
        long version;
        String sql = table().select();
        try (Connection connection = adaptor.getConnection();
                PreparedStatement statement = prepare(connection, sql, s -> identify(s, 1, id));
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            bytes = row.getBytes(1);
            version = row.getLong(2);
        }
        return decode(id, bytes == null ? new byte[0] : bytes, version);
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        byte[] bytes = encode(id, data);
        if (lastSaveTime > 0) {
            if (updateStored(id, data, bytes) == 0) {
                if (isRefuseConflicts() && expiry(id) != null) {
                    throw new SessionConflictException(id, getContext());
                }
                LOG.debug("session {} was removed meanwhile, and is not saved", id);
                data.setLastSaved(lastSaveTime);
            }
            return;
        }
        try {
            update(table().insert(), s -> {
                fill(s, id, data, bytes);
                s.setLong(12, data.getCreated());
            });
        } catch (SQLException x) {
            // a save before, of which this server has not learned, may have been done
            if (Unreachable.isCauseOf(x)
                    || expiry(id) == null
                    || update(table().update(), s -> fill(s, id, data, bytes)) == 0) {
                throw x;
            }
        }
    }

    private int updateStored(String id, SessionData data, byte[] bytes) throws SQLException {
        if (!isRefuseConflicts()) {
            return update(table().update(), s -> fill(s, id, data, bytes));
        }
        return update(table().updateVersion(), s -> {
            fill(s, id, data, bytes);
            s.setLong(12, data.getVersion());
        });
    }

    private void fill(PreparedStatement statement, String id, SessionData data, byte[] bytes) throws SQLException {
        statement.setLong(1, data.getExpiry());
        statement.setString(2, data.getLastNode());
        statement.setBytes(3, bytes);
        statement.setLong(4, data.getAccessed());
        statement.setLong(5, data.getLastAccessed());
        statement.setLong(6, data.getCookieSet());
        statement.setLong(7, data.getNextVersion());
        statement.setLong(8, data.getMaxInactiveMs());
        identify(statement, 9, id);
    }

    @Override
    public boolean delete(String id) throws Exception {
        return update(table().delete(), s -> identify(s, 1, id)) > 0;
    }

    /** Returns when a session expires; null when there is none. */
    private @Nullable Long expiry(String id) throws SQLException {
        String sql = table().selectExpiry();
        try (Connection connection = adaptor.getConnection();
                PreparedStatement statement = prepare(connection, sql, s -> identify(s, 1, id));
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getLong(1) : null;
        }
    }

    private static boolean isExpired(@Nullable Long expiry, long time) {
        return expiry == null || expiry > 0 && expiry <= time;
    }

    @Override
    protected boolean doExists(String id) throws Exception {
        return !isExpired(expiry(id), System.currentTimeMillis());
    }

    @Override
    protected Set<String> doCheckExpired(Set<String> candidates, long time) {
        Set<String> expired = new HashSet<>();
        try {
            for (String id : candidates) {
                if (isExpired(expiry(id), time)) {
                    expired.add(id);
                }
            }
            // those of this server that it does not hold in memory any more
            ids(expired, table().selectExpiredOfNode(), s -> {
                s.setString(1, contextPath());
                s.setString(2, getContext().getVhost());
                s.setLong(3, time);
                s.setString(4, getContext().getWorkerName());
            });
        } catch (SQLException x) {
            StoreWarning.log(LOG, "The expiry of sessions of " + getContext() + " cannot be checked", x);
        }
        return expired;
    }

    @Override
    protected Set<String> doGetExpired(long before) {
        Set<String> expired = new HashSet<>();
        try {
            ids(expired, table().selectExpired(), s -> {
                s.setString(1, contextPath());
                s.setString(2, getContext().getVhost());
                s.setLong(3, before);
            });
            removeOrphans();
        } catch (SQLException x) {
            StoreWarning.log(LOG, "Expired sessions of " + getContext() + " cannot be found", x);
        }
        return expired;
    }

    private void ids(Set<String> ids, String sql, Parameters parameters) throws SQLException {
        try (Connection connection = adaptor.getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
    }

    /** Removes, now and then, what contexts have left behind that are not deployed any more. */
    private void removeOrphans() throws SQLException {
        long period = TimeUnit.SECONDS.toMillis(Math.max(1, getGracePeriodSec())) * ORPHAN_PERIODS;
        long now = System.currentTimeMillis();
        long last = orphansRemoved.get();
        if (now - last < period || !orphansRemoved.compareAndSet(last, now)) {
            return;
        }
        int removed = update(table().deleteOrphans(), s -> s.setLong(1, now - period));
        if (removed > 0) {
            LOG.info("Removed {} sessions of contexts that are gone from {}", removed, table());
        }
    }

    /** The names of the table and its columns. Not thread-safe. */
    public static class SessionTableSchema {
        /** Stands for the catalog or schema of the connection. */
        public static final String INFERRED = "INFERRED";

        private @Nullable String schemaName;
        private @Nullable String catalogName;
        private String tableName = "JettySessions";
        private String idColumn = "sessionId";
        private String contextPathColumn = "contextPath";
        private String virtualHostColumn = "virtualHost";
        private String lastNodeColumn = "lastNode";
        private String accessTimeColumn = "accessTime";
        private String lastAccessTimeColumn = "lastAccessTime";
        private String createTimeColumn = "createTime";
        private String cookieTimeColumn = "cookieTime";
        private String lastSavedTimeColumn = "lastSavedTime";
        private String expiryTimeColumn = "expiryTime";
        private String maxIntervalColumn = "maxInterval";
        private String mapColumn = "map";

        public SessionTableSchema() {}

        private static String identifier(String what, String name) {
            if (name != null && name.matches("[A-Za-z_][A-Za-z0-9_$]*")) {
                return name;
            }
            throw new IllegalArgumentException(what + ": " + name + " (expected: letters, digits and underscores)");
        }

        List<String> columns() {
            return List.of(
                    idColumn,
                    contextPathColumn,
                    virtualHostColumn,
                    lastNodeColumn,
                    accessTimeColumn,
                    lastAccessTimeColumn,
                    createTimeColumn,
                    cookieTimeColumn,
                    lastSavedTimeColumn,
                    expiryTimeColumn,
                    maxIntervalColumn,
                    mapColumn);
        }

        public String getTableName() {
            return tableName;
        }

        public void setTableName(String name) {
            tableName = identifier("tableName", name);
        }

        public String getIdColumn() {
            return idColumn;
        }

        public void setIdColumn(String name) {
            idColumn = identifier("idColumn", name);
        }

        public String getContextPathColumn() {
            return contextPathColumn;
        }

        public void setContextPathColumn(String name) {
            contextPathColumn = identifier("contextPathColumn", name);
        }

        public String getVirtualHostColumn() {
            return virtualHostColumn;
        }

        public void setVirtualHostColumn(String name) {
            virtualHostColumn = identifier("virtualHostColumn", name);
        }

        public String getLastNodeColumn() {
            return lastNodeColumn;
        }

        public void setLastNodeColumn(String name) {
            lastNodeColumn = identifier("lastNodeColumn", name);
        }

        public String getAccessTimeColumn() {
            return accessTimeColumn;
        }

        public void setAccessTimeColumn(String name) {
            accessTimeColumn = identifier("accessTimeColumn", name);
        }

        public String getLastAccessTimeColumn() {
            return lastAccessTimeColumn;
        }

        public void setLastAccessTimeColumn(String name) {
            lastAccessTimeColumn = identifier("lastAccessTimeColumn", name);
        }

        public String getCreateTimeColumn() {
            return createTimeColumn;
        }

        public void setCreateTimeColumn(String name) {
            createTimeColumn = identifier("createTimeColumn", name);
        }

        public String getCookieTimeColumn() {
            return cookieTimeColumn;
        }

        public void setCookieTimeColumn(String name) {
            cookieTimeColumn = identifier("cookieTimeColumn", name);
        }

        public String getLastSavedTimeColumn() {
            return lastSavedTimeColumn;
        }

        public void setLastSavedTimeColumn(String name) {
            lastSavedTimeColumn = identifier("lastSavedTimeColumn", name);
        }

        public String getExpiryTimeColumn() {
            return expiryTimeColumn;
        }

        public void setExpiryTimeColumn(String name) {
            expiryTimeColumn = identifier("expiryTimeColumn", name);
        }

        public String getMaxIntervalColumn() {
            return maxIntervalColumn;
        }

        public void setMaxIntervalColumn(String name) {
            maxIntervalColumn = identifier("maxIntervalColumn", name);
        }

        public String getMapColumn() {
            return mapColumn;
        }

        public void setMapColumn(String name) {
            mapColumn = identifier("mapColumn", name);
        }

        public @Nullable String getSchemaName() {
            return schemaName;
        }

        /** Sets the schema of the table; null or empty for the connection's. */
        public void setSchemaName(@Nullable String name) {
            schemaName = name == null || name.isBlank() ? null : identifier("schemaName", name);
        }

        public @Nullable String getCatalogName() {
            return catalogName;
        }

        /** Sets the catalog in which the table is looked for; null or empty for any. */
        public void setCatalogName(@Nullable String name) {
            catalogName = name == null || name.isBlank() ? null : identifier("catalogName", name);
        }
    }
}
