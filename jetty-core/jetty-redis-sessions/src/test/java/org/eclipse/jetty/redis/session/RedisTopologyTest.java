package org.eclipse.jetty.redis.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.awaitility.Awaitility;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.testing.ServerProcess;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.SharedStoreContract;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real Redis as a cluster, behind sentinels, and by TLS with users. */
class RedisTopologyTest {
    private static SessionDataStore store(RedisSessionDataStoreFactory factory) throws Exception {
        SessionDataStore store = factory.getSessionDataStore(null);
        store.initialize(new SessionContext("one", "/app", null));
        store.start();
        return store;
    }

    private static SessionData data(SessionDataStore store, String id) {
        long now = System.currentTimeMillis();
        return store.newSessionData(id, now, now, now, 60_000);
    }

    /** Three nodes. */
    @Nested
    class Cluster {
        private static final RedisServers SERVERS = new RedisServers();
        private static String nodes;

        @BeforeAll
        static void open() throws Exception {
            nodes = SERVERS.cluster();
        }

        @AfterAll
        static void close() throws Exception {
            SERVERS.close();
        }

        private static AbstractSessionDataStoreFactory factory() {
            RedisSessionDataStoreFactory factory = new RedisSessionDataStoreFactory();
            factory.setType("cluster");
            factory.setNodes(nodes);
            return factory;
        }

        @Nested
        class Contract extends SessionDataStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory();
            }
        }

        @Nested
        class Shared extends SharedStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory();
            }
        }
    }

    @Test
    void sentinelsNameTheNewMasterWhenTheOldOneDies() throws Exception {
        try (RedisServers servers = new RedisServers()) {
            int master = servers.start();
            servers.start("--replicaof", "127.0.0.1 " + master);
            RedisSessionDataStoreFactory factory = new RedisSessionDataStoreFactory();
            factory.setType("sentinel");
            int sentinel = servers.sentinel(master);
            factory.setNodes("127.0.0.1:" + sentinel);
            SessionDataStore store = store(factory);
            SessionData data = data(store, "a");
            data.setAttribute("before", true);
            store.store("a", data);
            Awaitility.await("the replica, and the sentinel that knows it")
                    .atMost(RedisServers.DEADLINE)
                    .until(() -> RedisServers.ask(master, "WAIT", "1", "100").contains("1")
                            && RedisServers.ask(sentinel, "SENTINEL", "replicas", "mymaster")
                                    .contains("127.0.0.1"));
            servers.process(0).kill();
            Awaitility.await("the new master")
                    .atMost(RedisServers.DEADLINE)
                    .ignoreExceptions()
                    .until(() -> store.load("a") != null && save(store));
            store.stop();
        }
    }

    @Test
    void serverIsReachedByTlsWithUserAndPasswordAndOnlyIfItsCertificateIsTrusted(@TempDir Path directory)
            throws Exception {
        Path openssl = ServerProcess.require("openssl", "/usr/bin/openssl");
        try (RedisServers servers = new RedisServers()) {
            Path key = directory.resolve("key.pem");
            Path certificate = directory.resolve("certificate.pem");
            exec(openssl
                    + " req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=redis -addext subjectAltName=IP:127.0.0.1"
                    + " -keyout " + key + " -out " + certificate);
            exec(Path.of(System.getProperty("java.home"), "bin", "keytool")
                    + " -importcert -noprompt -alias redis -file " + certificate + " -keystore "
                    + directory.resolve("trust.p12") + " -storepass secret1");
            Path acl = Files.writeString(
                    directory.resolve("users.acl"), "user default off\nuser shop on >letmein ~jetty:session:* +@all\n");
            int port = ServerProcess.freePort();
            servers.start(
                    port,
                    "--port",
                    "0",
                    "--tls-port",
                    String.valueOf(port),
                    "--tls-cert-file",
                    certificate.toString(),
                    "--tls-key-file",
                    key.toString(),
                    "--tls-auth-clients",
                    "no",
                    "--tls-ca-cert-file",
                    certificate.toString(),
                    "--aclfile",
                    acl.toString());
            RedisSessionDataStoreFactory factory = new RedisSessionDataStoreFactory();
            factory.setNodes("127.0.0.1:" + port);
            factory.setTls(true);
            factory.setUser("shop");
            factory.setPassword(Password.obfuscate("letmein"));
            SessionDataStore untrusting = store(factory);
            assertThatThrownBy(() -> untrusting.load("a")).hasStackTraceContaining("PKIX");
            untrusting.stop();
            factory.setTrustStorePath(directory.resolve("trust.p12").toString());
            factory.setTrustStorePassword("secret1");
            SessionDataStore store = store(factory);
            store.store("a", data(store, "a"));
            assertThat(store.load("a")).isNotNull();
            assertThat(store.getExpired(Set.of("a"))).isEmpty();
            store.stop();
            factory.setPassword("wrong");
            assertThatThrownBy(() -> store(factory)).hasStackTraceContaining("WRONGPASS");
        }
    }

    private static void exec(String command) throws Exception {
        Process process =
                new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static boolean save(SessionDataStore store) throws Exception {
        SessionData data = store.load("a");
        data.setAttribute("after", true);
        store.store("a", data);
        return store.load("a").getAttribute("after") != null;
    }
}
