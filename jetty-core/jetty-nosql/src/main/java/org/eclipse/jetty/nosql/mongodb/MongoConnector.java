package org.eclipse.jetty.nosql.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** The client that stores of a factory share: made with the first of them that starts, and closed when the last one stops. Thread-safe. */
final class MongoConnector {
    private final MongoSettings settings;
    private int users;
    private MongoClient client;
    private volatile MongoCollection<Document> sessions;
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
                client = MongoClients.create(settings.client());
            } finally {
                thread.setContextClassLoader(before);
            }
            sessions = client.getDatabase(settings.dbName).getCollection(settings.collectionName);
            hasIndexes = false;
        }
        users++;
    }

    /** Notes that a store does not use it any longer. */
    synchronized void release() {
        users--;
        if (users == 0) {
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
            collection.createIndex(
                    Indexes.ascending(MongoSessionDataStore.PURGE),
                    new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            hasIndexes = true;
        }
        return collection;
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
