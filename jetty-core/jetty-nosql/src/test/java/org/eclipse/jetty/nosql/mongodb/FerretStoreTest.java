package org.eclipse.jetty.nosql.mongodb;

import java.nio.file.Path;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.testing.AttributeContract;
import org.eclipse.jetty.session.testing.ServerProcess;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.StoreOutageContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/**
 * A real FerretDB, which speaks the protocol of MongoDB, in a process of its own.
 *
 * <p>What servers that share sessions do at the same time is not tested: an update of FerretDB 1.24 is not one step, and additions are lost.
 */
class FerretStoreTest {
    private static ServerProcess process;
    private static int port;

    @BeforeAll
    static void open() throws Exception {
        Path program = ServerProcess.require(
                "golang, and run tests/ferretdb/install.sh",
                Path.of(System.getProperty("user.home"), "go", "bin", "ferretdb")
                        .toString(),
                "/usr/local/bin/ferretdb");
        process = new ServerProcess("ferretdb");
        port = ServerProcess.freePort();
        process.start(
                port,
                program.toString(),
                "--handler=sqlite",
                "--sqlite-url=file:" + process.directory() + "/",
                "--state-dir=" + process.directory(),
                "--listen-addr=127.0.0.1:" + port,
                "--debug-addr=-",
                "--telemetry=disable");
    }

    @AfterAll
    static void close() throws Exception {
        if (process != null) {
            process.close();
        }
    }

    @Nested
    class Contract extends SessionDataStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return MongoStoreTest.factory(port);
        }
    }

    @Nested
    class Attributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return MongoStoreTest.factory(port);
        }
    }

    @Nested
    class Outage extends StoreOutageContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory(int relay) {
            return MongoStoreTest.impatient(relay);
        }

        @Override
        protected int serverPort() {
            return port;
        }
    }
}
