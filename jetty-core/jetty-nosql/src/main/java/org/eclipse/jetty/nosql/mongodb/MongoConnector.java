package org.eclipse.jetty.nosql.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client that stores of a factory share: made with the first of them that starts, and closed when the last one stops. Thread-safe. */
final class MongoConnector {
    private static final Logger LOG = LoggerFactory.getLogger(MongoConnector.class);
    /** The error of servers that speak the protocol of MongoDB, and have less than it. */
    private static final int NOT_IMPLEMENTED = 238;

    private final MongoSettings settings;
    private int users;
    private @Nullable MongoClient client;
    private volatile @Nullable MongoCollection<Document> sessions;
    private volatile boolean hasIndexes;

    MongoConnector(MongoSettings settings) {
        this.settings = settings;
    }

    /** Notes that a store begins to use it; no connection is needed for that. */
    synchronized void acquire() {
        if (client == null) {
            // its threads outlive applications, whose loader they would keep otherwise
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(MongoConnector.class.getClassLoader());
            try {
                MongoClient made = MongoClients.create(settings.client());
                client = made;
                sessions = made.getDatabase(settings.dbName).getCollection(settings.collectionName);
            } finally {
                thread.setContextClassLoader(before);
            }
            hasIndexes = false;
        }
        users++;
    }

    /** Notes that a store does not use it any longer. */
    synchronized void release() {
        users--;
        if (users == 0 && client != null) {
            sessions = null;
            client.close();
            client = null;
        }
    }

    /** Returns the collection, whose indexes are made where they are missing. */
    MongoCollection<Document> sessions() {
        MongoCollection<Document> collection = sessions;
        if (collection == null) {
            throw new IllegalStateException("not started: " + this);
        }
        if (!hasIndexes) {
            collection.createIndex(Indexes.ascending(MongoSessionDataStore.CONTEXT, MongoSessionDataStore.EXPIRY));
            createPurge(collection);
            hasIndexes = true;
        }
        return collection;
    }

    /** Lets the server remove what no server of sessions has removed, where it can. */
    private void createPurge(MongoCollection<Document> collection) {
        try {
            collection.createIndex(
                    Indexes.ascending(MongoSessionDataStore.PURGE),
                    new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
        } catch (MongoCommandException x) {
            if (x.getErrorCode() != NOT_IMPLEMENTED) {
                throw x;
            }
            LOG.warn("{} has no index with a time to live: it keeps expired sessions that no server removes", this);
        }
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
