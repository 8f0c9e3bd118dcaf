package org.eclipse.jetty.nosql.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.testing.AttributeContract;
import org.eclipse.jetty.session.testing.SessionClusterContract;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.SharedStoreContract;
import org.eclipse.jetty.session.testing.StoreOutageContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * A server that speaks the protocol of MongoDB, made for tests, with the driver of MongoDB. A real MongoDB is used where the system
 * property {@code tests.mongo.port} names its port on the loopback interface.
 */
class MongoStoreTest {
    private static MongoServer server;
    private static MongoClient client;
    private static int port;

    @BeforeAll
    static void open() {
        Integer real = Integer.getInteger("tests.mongo.port");
        if (real == null) {
            server = new MongoServer(new MemoryBackend());
            port = server.bind().getPort();
        } else {
            port = real;
        }
        client = MongoClients.create("mongodb://127.0.0.1:" + port);
    }

    @AfterAll
    static void close() {
        client.close();
        if (server != null) {
            server.shutdownNow();
        }
    }

    static MongoSessionDataStoreFactory factory(int byPort) {
        MongoSessionDataStoreFactory factory = new MongoSessionDataStoreFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(byPort);
        return factory;
    }

    /** One that gives up soon. */
    static MongoSessionDataStoreFactory impatient(int byPort) {
        MongoSessionDataStoreFactory factory = factory(byPort);
        factory.setTimeout(500);
        return factory;
    }

    private static MongoCollection<Document> collection() {
        return client.getDatabase("HttpSessions").getCollection("jettySessions");
    }

    @Nested
    class Contract extends SessionDataStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Shared extends SharedStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Cluster extends SessionClusterContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Attributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Outage extends StoreOutageContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory(int relay) {
            return impatient(relay);
        }

        @Override
        protected int serverPort() {
            return port;
        }
    }

    private static SessionDataStore store(MongoSessionDataStoreFactory factory, String context) throws Exception {
        SessionDataStore store = factory.getSessionDataStore(null);
        store.initialize(new SessionContext("one", context, null));
        store.start();
        return store;
    }

    private static SessionData data(SessionDataStore store, String id, long expiry) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now, now, now, 60_000);
        data.setExpiry(expiry);
        data.setLastNode("one");
        return data;
    }

    /** What no server has removed, as all of them are gone, is not kept for ever. */
    @Test
    void documentsHaveATimeAfterWhichMongoRemovesThem() throws Exception {
        MongoSessionDataStoreFactory factory = factory(port);
        factory.setGracePeriodSec(100);
        SessionDataStore store = store(factory, "/ttl");
        long expiry = System.currentTimeMillis() + 60_000;
        store.store("a", data(store, "a", expiry));
        store.store("b", data(store, "b", 0));
        assertThat(collection().find(Filters.eq("_id", "_ttl:0.0.0.0:a")).first())
                .containsEntry("purge", new Date(expiry + 3_800_000));
        assertThat(collection().find(Filters.eq("_id", "_ttl:0.0.0.0:b")).first())
                .doesNotContainKey("purge");
        List<Document> indexes = new ArrayList<>();
        collection().listIndexes().into(indexes);
        assertThat(indexes)
                .anySatisfy(index -> {
                    assertThat(index.get("key")).isEqualTo(new Document("purge", 1));
                    assertThat(((Number) index.get("expireAfterSeconds")).longValue())
                            .isZero();
                })
                .anySatisfy(index ->
                        assertThat(index.get("key")).isEqualTo(new Document("context", 1).append("expiry", 1)));
        store.stop();
    }

    @Test
    void connectionStringNamesServersAndOptions() throws Exception {
        MongoSessionDataStoreFactory factory = new MongoSessionDataStoreFactory();
        factory.setConnectionString("mongodb://127.0.0.1:" + port + "/?timeoutMS=1000");
        factory.setDbName("other");
        factory.setCollectionName("shop");
        // as the collections of Jetty have one
        MongoCollection<Document> sessions = client.getDatabase("other").getCollection("shop");
        sessions.createIndex(Indexes.ascending("id"), new IndexOptions().unique(true));
        SessionDataStore store = store(factory, "/uri");
        store.store("a", data(store, "a", 0));
        store.store("b", data(store, "b", 0));
        assertThat(sessions.countDocuments()).isEqualTo(2);
        assertThat(store.load("a")).isNotNull();
        store.stop();
    }

    @Test
    void documentThatIsNoSessionIsUnreadable() throws Exception {
        SessionDataStore store = store(factory(port), "/broken");
        collection()
                .insertOne(new Document("_id", "_broken:0.0.0.0:a")
                        .append("id", "_broken:0.0.0.0:a")
                        .append("session", "x"));
        assertThatThrownBy(() -> store.load("a")).hasMessageContaining("unreadable session a");
        assertThat(store.getExpired(Set.of("a"))).isEmpty();
        store.stop();
    }

    @Test
    void storesOfAFactoryShareItsClient() throws Exception {
        MongoSessionDataStoreFactory factory = factory(port);
        SessionDataStore one = store(factory, "/one");
        SessionDataStore two = store(factory, "/two");
        one.store("a", data(one, "a", 0));
        one.stop();
        two.store("a", data(two, "a", 0));
        assertThat(two.load("a")).isNotNull();
        two.stop();
        one.start();
        assertThat(one.load("a")).isNotNull();
        one.stop();
    }

    @Test
    void settingsOutOfTheirRangeAreRefusedAndNoPasswordIsNamed() throws Exception {
        MongoSessionDataStoreFactory factory = new MongoSessionDataStoreFactory();
        assertThatThrownBy(() -> factory.setPort(0)).hasMessage("port: 0 (expected: 1-65535)");
        assertThatThrownBy(() -> factory.setTimeout(0)).hasMessage("timeout: 0 (expected: 1 or more milliseconds)");
        assertThatThrownBy(() -> factory.setHost(" ")).hasMessage("host:   (expected: a name)");
        assertThatThrownBy(() -> factory.setDbName("")).hasMessage("dbName:  (expected: a name)");
        assertThatThrownBy(() -> factory.setConnectionString("http://shop:secret@localhost"))
                .hasMessageContaining("connectionString (expected: mongodb://")
                .hasMessageNotContaining("secret");
        factory.setConnectionString("mongodb://shop:secret@localhost");
        MongoSettings settings = new MongoSettings();
        settings.setConnectionString("mongodb://shop:secret@localhost");
        assertThat(settings.toString()).isEqualTo("MongoDB[[localhost],HttpSessions.jettySessions]");
    }
}
