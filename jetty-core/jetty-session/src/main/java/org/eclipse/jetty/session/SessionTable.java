package org.eclipse.jetty.session;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.session.JDBCSessionDataStore.SessionTableSchema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The table of sessions: made where it is missing, and the statements on it. Immutable. */
final class SessionTable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionTable.class);

    private final SessionTableSchema schema;
    private final DatabaseAdaptor adaptor;
    private final String table;

    SessionTable(SessionTableSchema schema, DatabaseAdaptor adaptor) {
        this.schema = schema;
        this.adaptor = adaptor;
        String qualified = schema.getTableName();
        if (isGiven(schema.getSchemaName())) {
            qualified = schema.getSchemaName() + "." + qualified;
        }
        table = qualified;
    }

    private static boolean isGiven(@Nullable String name) {
        return name != null && !name.isBlank() && !SessionTableSchema.INFERRED.equals(name);
    }

    private String ofThisContext() {
        return schema.getContextPathColumn() + " = ? and " + schema.getVirtualHostColumn() + " = ?";
    }

    private String ofThisSession() {
        return schema.getIdColumn() + " = ? and " + ofThisContext();
    }

    /** Parameters: expiry, last node, map, access, last access, cookie, last saved, max interval; id, context path, host. */
    String update() {
        return "update " + table + " set " + schema.getExpiryTimeColumn() + " = ?, " + schema.getLastNodeColumn()
                + " = ?, " + schema.getMapColumn() + " = ?, " + schema.getAccessTimeColumn() + " = ?, "
                + schema.getLastAccessTimeColumn() + " = ?, " + schema.getCookieTimeColumn() + " = ?, "
                + schema.getLastSavedTimeColumn() + " = ?, " + schema.getMaxIntervalColumn() + " = ? where "
                + ofThisSession();
    }

    /** Parameters: as those of an update, and the last saved before. */
    String updateVersion() {
        return update() + " and " + schema.getLastSavedTimeColumn() + " = ?";
    }

    /** Parameters: as those of an update, and the time of creation. */
    String insert() {
        return "insert into " + table + " (" + schema.getExpiryTimeColumn() + ", " + schema.getLastNodeColumn() + ", "
                + schema.getMapColumn() + ", " + schema.getAccessTimeColumn() + ", "
                + schema.getLastAccessTimeColumn() + ", " + schema.getCookieTimeColumn() + ", "
                + schema.getLastSavedTimeColumn() + ", " + schema.getMaxIntervalColumn() + ", "
                + schema.getIdColumn() + ", " + schema.getContextPathColumn() + ", " + schema.getVirtualHostColumn()
                + ", " + schema.getCreateTimeColumn() + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    }

    /** Parameters: id, context path, host. */
    String select() {
        return "select " + schema.getMapColumn() + ", " + schema.getLastSavedTimeColumn() + " from " + table + " where "
                + ofThisSession();
    }

    /** Parameters: id, context path, host. */
    String selectExpiry() {
        return "select " + schema.getExpiryTimeColumn() + " from " + table + " where " + ofThisSession();
    }

    /** Parameters: id, context path, host. */
    String delete() {
        return "delete from " + table + " where " + ofThisSession();
    }

    /** Parameters: context path, host, time. */
    String selectExpired() {
        return "select " + schema.getIdColumn() + " from " + table + " where " + ofThisContext() + " and "
                + schema.getExpiryTimeColumn() + " > 0 and " + schema.getExpiryTimeColumn() + " <= ?";
    }

    /** Parameters: context path, host, time, node. */
    String selectExpiredOfNode() {
        return selectExpired() + " and " + schema.getLastNodeColumn() + " = ?";
    }

    /** Parameter: time. */
    String deleteOrphans() {
        return "delete from " + table + " where " + schema.getExpiryTimeColumn() + " > 0 and "
                + schema.getExpiryTimeColumn() + " <= ?";
    }

    private String create() {
        String number = " " + adaptor.getLongType() + " not null, ";
        String name = " " + adaptor.getStringType() + "(120)" + adaptor.getTextCollation() + ", ";
        String host = " " + adaptor.getStringType() + "(255)" + adaptor.getTextCollation() + ", ";
        return "create table " + table + " (" + schema.getIdColumn() + name + schema.getContextPathColumn() + host
                + schema.getVirtualHostColumn() + host + schema.getLastNodeColumn() + name
                + schema.getAccessTimeColumn() + number + schema.getLastAccessTimeColumn() + number
                + schema.getCreateTimeColumn() + number + schema.getCookieTimeColumn() + number
                + schema.getLastSavedTimeColumn() + number + schema.getExpiryTimeColumn() + number
                + schema.getMaxIntervalColumn() + number + schema.getMapColumn() + " " + adaptor.getBlobType()
                + ", primary key (" + schema.getIdColumn() + ", " + schema.getContextPathColumn() + ", "
                + schema.getVirtualHostColumn() + "))";
    }

    private String createIndex() {
        return "create index idx_" + schema.getTableName() + "_expiry on " + table + " (" + schema.getExpiryTimeColumn()
                + ")";
    }

    /**
     * Makes the table where it is missing. One of an earlier version, which lacks a number or the last node, gets that column; one without
     * what tells sessions apart, or without their content, is another table, and is refused.
     */
    void prepare() throws SQLException {
        try (Connection connection = adaptor.getConnection()) {
            connection.setAutoCommit(true);
            List<String> columns = columns(connection);
            if (columns.isEmpty()) {
                make(connection);
                columns = columns(connection);
            }
            for (String needed : schema.columns()) {
                if (!has(columns, needed) && !add(connection, columns, needed)) {
                    throw new SQLException("The table " + table + " of sessions has no column " + needed + " (it has: "
                            + columns + "). Name another table or its columns (jetty.session.jdbc.schema)");
                }
            }
        }
    }

    private static boolean has(List<String> columns, String column) {
        return columns.stream().anyMatch(column::equalsIgnoreCase);
    }

    /** Adds a column to a table of sessions; returns false if the table is none, or the column is no addition. */
    private boolean add(Connection connection, List<String> columns, String column) throws SQLException {
        List<String> own = List.of(
                schema.getIdColumn(),
                schema.getContextPathColumn(),
                schema.getVirtualHostColumn(),
                schema.getMapColumn());
        if (!own.stream().allMatch(name -> has(columns, name))) {
            return false;
        }
        String type = column.equals(schema.getLastNodeColumn())
                ? adaptor.getStringType() + "(120)" + adaptor.getTextCollation()
                : adaptor.getLongType() + " default 0 not null";
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("alter table " + table + " add " + column + " " + type);
            LOG.info("Added the column {} to the table {} of sessions", column, table);
        } catch (SQLException x) {
            // another server, or context, may have been faster
            if (!has(columns(connection), column)) {
                throw x;
            }
            LOG.debug("added by another one: {}", column, x);
        }
        return true;
    }

    private void make(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(create());
            statement.executeUpdate(createIndex());
            LOG.info("Made the table {} for sessions", table);
        } catch (SQLException x) {
            // another server, or context, may have been faster
            if (columns(connection).isEmpty()) {
                throw x;
            }
            LOG.debug("made by another one: {}", table, x);
        }
    }

    private List<String> columns(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String catalog = SessionTableSchema.INFERRED.equals(schema.getCatalogName())
                ? connection.getCatalog()
                : blankToNull(schema.getCatalogName());
        String owner = SessionTableSchema.INFERRED.equals(schema.getSchemaName())
                ? connection.getSchema()
                : blankToNull(schema.getSchemaName());
        List<String> columns = new ArrayList<>();
        try (ResultSet found = metaData.getColumns(
                adaptor.convertIdentifier(catalog),
                adaptor.convertIdentifier(owner),
                adaptor.convertIdentifier(schema.getTableName()),
                null)) {
            while (found.next()) {
                // the name is a pattern, in which an underscore is any character
                if (schema.getTableName().equalsIgnoreCase(found.getString("TABLE_NAME"))) {
                    columns.add(found.getString("COLUMN_NAME"));
                }
            }
        }
        boolean named = isGiven(schema.getSchemaName()) || isGiven(schema.getCatalogName());
        return columns.isEmpty() || named ? columns : columnsOfStatements(connection);
    }

    /** The columns of the table that statements mean, where other schemas may have one of its name; none if there is no such table. */
    private List<String> columnsOfStatements(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select * from " + table + " where 1 = 0")) {
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                columns.add(rows.getMetaData().getColumnName(i));
            }
            return columns;
        } catch (SQLException x) {
            if (Unreachable.isCauseOf(x)) {
                throw x;
            }
            LOG.debug("not the table of this connection: {}", table, x);
            return List.of();
        }
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    @Override
    public String toString() {
        return table;
    }
}
