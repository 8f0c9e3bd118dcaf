package org.eclipse.jetty.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.session.testing.PostgreSQLServer;
import org.eclipse.jetty.session.testing.ServerProcess;

/** The real server that a cluster under test has its sessions in. What it has answered is on the disk, so that it can be killed. */
enum ClusterStore {
    REDIS("session-store-redis") {
        @Override
        ServerProcess start() throws IOException {
            Path program = ServerProcess.require("redis-server", "/usr/bin/redis-server");
            ServerProcess process = new ServerProcess("redis");
            int port = ServerProcess.freePort();
            process.start(
                    port,
                    program.toString(),
                    "--port",
                    String.valueOf(port),
                    "--bind",
                    "127.0.0.1",
                    "--save",
                    "",
                    "--appendonly",
                    "yes",
                    "--appendfsync",
                    "always");
            return process;
        }

        @Override
        void configure(Base base, int port) {
            base.write("start.d/store.ini", """
                    jetty.session.redis.nodes=127.0.0.1:%d
                    jetty.session.redis.timeout=500
                    """.formatted(port));
        }
    },

    POSTGRESQL("session-store-jdbc,plus,ext") {
        @Override
        ServerProcess start() throws IOException, InterruptedException {
            return new PostgreSQLServer().process();
        }

        @Override
        void configure(Base base, int port) throws IOException {
            for (Class<?> library : List.of(org.postgresql.Driver.class, com.zaxxer.hikari.HikariDataSource.class)) {
                Path jar = Path.of(library.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath());
                Files.createDirectories(base.resolve("lib/ext"));
                Files.copy(jar, base.resolve("lib/ext").resolve(jar.getFileName()));
            }
            base.write("start.d/store.ini", "etc/pool.xml\n");
            base.write("etc/pool.xml", """
                    <?xml version="1.0"?>
                    <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                    <Configure>
                      <New class="org.eclipse.jetty.plus.jndi.Resource">
                        <Arg/>
                        <Arg>/jdbc/sessions</Arg>
                        <Arg>
                          <New class="com.zaxxer.hikari.HikariDataSource">
                            <Set name="driverClassName">org.postgresql.Driver</Set>
                            <Set name="jdbcUrl">jdbc:postgresql://127.0.0.1:%d/postgres?user=test&amp;connectTimeout=1&amp;socketTimeout=1</Set>
                            <Set name="maximumPoolSize">8</Set>
                            <Set name="connectionTimeout">500</Set>
                            <Set name="validationTimeout">250</Set>
                            <Set name="initializationFailTimeout">-1</Set>
                          </New>
                        </Arg>
                      </New>
                    </Configure>
                    """.formatted(port));
        }
    };

    private final String modules;

    ClusterStore(String modules) {
        this.modules = modules;
    }

    /** The modules that a server needs, separated by commas. */
    String modules() {
        return modules;
    }

    /** Starts it; skips the test where it is not installed. */
    abstract ServerProcess start() throws IOException, InterruptedException;

    /** Has a server use it, by a port of this machine. */
    abstract void configure(Base base, int port) throws IOException;
}
