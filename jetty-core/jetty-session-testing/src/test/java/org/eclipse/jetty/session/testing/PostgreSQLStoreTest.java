package org.eclipse.jetty.session.testing;

import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Rows of a real PostgreSQL. */
class PostgreSQLStoreTest {
    private static Database database;

    @BeforeAll
    static void open() throws Exception {
        database = Database.postgresql();
    }

    @AfterAll
    static void close() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    @Nested
    class Contract extends SessionDataStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return database.factory();
        }
    }

    @Nested
    class Shared extends SharedStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return database.factory();
        }
    }

    @Nested
    class Cluster extends SessionClusterContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return database.factory();
        }
    }

    @Nested
    class Attributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return database.factory();
        }
    }

    @Nested
    class Outage extends StoreOutageContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory(int port) {
            return database.factory(port);
        }

        @Override
        protected int serverPort() {
            return database.port();
        }
    }
}
