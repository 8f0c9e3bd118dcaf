package org.eclipse.jetty.nosql.mongodb;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOptions;
import java.util.Date;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.eclipse.jetty.session.RemoteSessionDataStore;
import org.eclipse.jetty.session.SessionConflictException;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.UnreadableSessionDataException;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as documents of MongoDB, which several servers share.
 *
 * <pre>
 * _id, id     CONTEXT:VHOST:ID
 * context     CONTEXT:VHOST
 * expiry      milliseconds since 1970; 0 for never
 * version     that of the last save
 * node        the last node
 * purge       when MongoDB itself removes the document, if it expires at all
 * session     the session
 * </pre>
 *
 * <p>Each save and each removal of a session is one operation on one document. A save of a session that was there before is a
 * replacement without an insertion: it does not bring back what another server has removed. MongoDB itself removes what no server has
 * removed long after its expiry. Thread-safe.
 */
@ManagedObject
public class MongoSessionDataStore extends RemoteSessionDataStore {
    static final String CONTEXT = "context";
    static final String EXPIRY = "expiry";
    static final String PURGE = "purge";

    private static final String KEY = "_id";

    /** The collections of Jetty have a unique index of it. */
    private static final String ID = "id";

    private static final String VERSION = "version";
    private static final String NODE = "node";
    private static final String SESSION = "session";

    private final MongoConnector connector;
    private String prefix;

    MongoSessionDataStore(MongoConnector connector) {
        super(connector.toString());
        this.connector = connector;
    }

    @Override
    public void initialize(SessionContext context) throws Exception {
        super.initialize(context);
        prefix = context.getCanonicalContextPath() + ":" + context.getVhost();
    }

    @Override
    protected void acquire() {
        connector.acquire();
    }

    @Override
    protected void release() {
        connector.release();
    }

    @Override
    protected void probe() throws Exception {
        call(sessions -> head(sessions, ""));
    }

    /** An operation of MongoDB. */
    @FunctionalInterface
    private interface Operation<T> {
        @Nullable
        T run(MongoCollection<Document> sessions) throws Exception;
    }

    private <T> T call(Operation<T> operation) throws Exception {
        return call(() -> operation.run(connector.sessions()));
    }

    /** Whether the server is away, or another one takes over. */
    @Override
    protected boolean isUnreachable(Exception failure) {
        return failure instanceof MongoTimeoutException
                || failure instanceof MongoSocketException
                || failure instanceof MongoNotPrimaryException
                || failure instanceof MongoNodeIsRecoveringException
                || failure instanceof MongoConnectionPoolClearedException
                || failure instanceof MongoExecutionTimeoutException;
    }

    private Bson key(String id) {
        return Filters.eq(KEY, prefix + ":" + id);
    }

    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        Document document = call(sessions -> sessions.find(key(id)).first());
        if (document == null) {
            return null;
        }
        if (document.get(SESSION) instanceof Binary bytes) {
            return decode(id, bytes.getData(), number(document, VERSION));
        }
        throw new UnreadableSessionDataException(
                id, getContext(), new IllegalStateException("a document without bytes in the field " + SESSION));
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        String key = prefix + ":" + id;
        Document document = new Document(KEY, key)
                .append(ID, key)
                .append(CONTEXT, prefix)
                .append(EXPIRY, data.getExpiry())
                .append(VERSION, data.getNextVersion())
                .append(NODE, data.getLastNode())
                .append(SESSION, new Binary(encode(id, data)));
        if (data.getExpiry() > 0) {
            document.append(PURGE, new Date(data.getExpiry() + getRetentionMs()));
        }
        if (lastSaveTime <= 0) {
            insert(id, document);
        } else if (!replace(id, document, data.getVersion())) {
            removedMeanwhile(id, data, lastSaveTime);
        }
    }

    /** Returns false if there is no session that it replaces. */
    private boolean replace(String id, Document document, long version) throws Exception {
        Bson present = isRefuseConflicts() ? Filters.and(key(id), Filters.eq(VERSION, version)) : key(id);
        if (call(sessions -> sessions.replaceOne(present, document)).getMatchedCount() > 0) {
            return true;
        }
        if (isRefuseConflicts() && call(sessions -> head(sessions, id)) != null) {
            throw new SessionConflictException(id, getContext());
        }
        return false;
    }

    @Override
    protected boolean canRefuseConflicts() {
        return true;
    }

    private void insert(String id, Document document) throws Exception {
        ReplaceOptions options = new ReplaceOptions().upsert(true);
        try {
            call(sessions -> sessions.replaceOne(key(id), document, options));
        } catch (MongoWriteException x) {
            if (x.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw x;
            }
            // another insertion of the same came between the search and the insertion of this one
            call(sessions -> sessions.replaceOne(key(id), document, options));
        }
    }

    @Override
    public boolean delete(String id) throws Exception {
        return call(sessions -> sessions.deleteOne(key(id))).getDeletedCount() > 0;
    }

    /** The document of a session without the session. */
    private @Nullable Document head(MongoCollection<Document> sessions, String id) {
        return sessions.find(key(id)).projection(Projections.include(EXPIRY)).first();
    }

    private static long number(Document document, String field) {
        return document.get(field) instanceof Number number ? number.longValue() : 0;
    }

    @Override
    protected boolean isLive(String id, long time) throws Exception {
        Document head = call(sessions -> head(sessions, id));
        if (head == null) {
            return false;
        }
        long expiry = number(head, EXPIRY);
        return expiry <= 0 || expiry > time;
    }

    @Override
    protected void searchExpired(Set<String> expired, long time, @Nullable String node) throws Exception {
        search(expired, Filters.and(expiredAt(time), Filters.eq(NODE, node)));
    }

    @Override
    protected void searchExpired(Set<String> expired, long time) throws Exception {
        search(expired, expiredAt(time));
    }

    private Bson expiredAt(long time) {
        return Filters.and(Filters.eq(CONTEXT, prefix), Filters.gt(EXPIRY, 0L), Filters.lte(EXPIRY, time));
    }

    private void search(Set<String> expired, Bson filter) throws Exception {
        call(sessions -> {
            for (Document document : sessions.find(filter).projection(Projections.include(KEY))) {
                expired.add(document.getString(KEY).substring(prefix.length() + 1));
            }
            return null;
        });
    }
}
