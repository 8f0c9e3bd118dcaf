package org.eclipse.jetty.session.infinispan;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.eclipse.jetty.session.testing.ServerProcess;
import org.infinispan.client.hotrod.configuration.ClientIntelligence;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.parsing.ConfigurationBuilderHolder;
import org.infinispan.configuration.parsing.ParserRegistry;
import org.infinispan.manager.DefaultCacheManager;

/** Members of a cluster of Infinispan on the loopback interface, which find each other by their ports. */
final class Nodes implements Closeable {
    static final String CACHE = "sessions";

    private final List<ServerProcess> processes = new ArrayList<>();
    private final List<Integer> members = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    Nodes(int number) throws IOException {
        for (int i = 0; i < number; i++) {
            members.add(ServerProcess.freePort());
            ports.add(ServerProcess.freePort());
        }
    }

    /**
     * The configuration of a member.
     *
     * @param state further elements of the cache container
     */
    private String xml(int number, String state) {
        String hosts = members.stream().map(port -> "127.0.0.1[" + port + "]").collect(Collectors.joining(","));
        return """
                <infinispan>
                  <jgroups>
                    <stack name="loopback" extends="tcp">
                      <TCP bind_addr="127.0.0.1" bind_port="%d" port_range="0" diag.enabled="false" stack.combine="COMBINE"/>
                      <TCPPING initial_hosts="%s" port_range="0" stack.combine="REPLACE" stack.position="MPING"/>
                      <FD_SOCK2 offset="0" stack.combine="REMOVE"/>
                      <pbcast.GMS join_timeout="500" stack.combine="COMBINE"/>
                    </stack>
                  </jgroups>
                  <cache-container default-cache="sessions">
                    <transport cluster="test-%d" stack="loopback"/>
                    %s
                    <distributed-cache name="sessions" mode="SYNC" owners="2" remote-timeout="5000">
                      <encoding media-type="application/x-protostream"/>
                    </distributed-cache>
                  </cache-container>
                </infinispan>
                """.formatted(members.get(number), hosts, members.get(0), state);
    }

    /** A member in this JVM. */
    DefaultCacheManager embedded(int number) {
        ConfigurationBuilderHolder holder = new ParserRegistry()
                .parse(
                        new ByteArrayInputStream(xml(number, "").getBytes(StandardCharsets.UTF_8)),
                        MediaType.APPLICATION_XML);
        holder.getGlobalConfigurationBuilder()
                .serialization()
                .addContextInitializer(new InfinispanSerializationContextInitializer());
        return new DefaultCacheManager(holder, true);
    }

    /** Starts all of them, each with HotRod and in a JVM of its own. */
    Nodes start() throws Exception {
        for (int i = 0; i < ports.size(); i++) {
            processes.add(new ServerProcess("infinispan"));
        }
        ExecutorService threads = Executors.newFixedThreadPool(ports.size());
        List<Future<Void>> starts = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            int number = i;
            starts.add(threads.submit(() -> start(number)));
        }
        threads.shutdown();
        for (Future<Void> start : starts) {
            start.get();
        }
        return this;
    }

    private Void start(int number) throws IOException {
        ServerProcess process = processes.get(number);
        // for caches that clients make
        String state = "<global-state><persistent-location path=\"" + process.directory() + "\"/>"
                + "<overlay-configuration-storage/></global-state>";
        Path file = Files.writeString(process.directory().resolve("infinispan.xml"), xml(number, state));
        process.start(
                ports.get(number),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HotRodNode.class.getName(),
                file.toString(),
                String.valueOf(ports.get(number)));
        return null;
    }

    int port(int number) {
        return ports.get(number);
    }

    ServerProcess process(int number) {
        return processes.get(number);
    }

    String addresses() {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(";"));
    }

    ConfigurationBuilder client() {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.addServers(addresses());
        builder.addContextInitializer(new InfinispanSerializationContextInitializer());
        return builder;
    }

    /** A client that knows the first member by a port, and learns of no others. */
    ConfigurationBuilder clientBy(int port) {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.addServer().host("127.0.0.1").port(port);
        builder.clientIntelligence(ClientIntelligence.BASIC)
                .connectionTimeout(1000)
                .socketTimeout(1000)
                .maxRetries(0)
                .addContextInitializer(new InfinispanSerializationContextInitializer());
        return builder;
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess process : processes) {
            process.close();
        }
    }
}
