package org.eclipse.jetty.session.testing;

import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Rows of H2 in memory. */
class H2StoreTest {
    private static Database database;

    @BeforeAll
    static void open() throws Exception {
        database = Database.h2();
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
    class PortableAttributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            AbstractSessionDataStoreFactory factory = database.factory();
            factory.setFormat("json");
            return factory;
        }
    }
}
