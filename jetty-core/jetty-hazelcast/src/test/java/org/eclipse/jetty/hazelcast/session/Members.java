package org.eclipse.jetty.hazelcast.session;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.properties.ClientProperty;
import com.hazelcast.cluster.Address;
import com.hazelcast.config.Config;
import com.hazelcast.config.DiscoveryStrategyConfig;
import com.hazelcast.config.properties.PropertyDefinition;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.logging.ILogger;
import com.hazelcast.spi.discovery.AbstractDiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryNode;
import com.hazelcast.spi.discovery.DiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryStrategyFactory;
import com.hazelcast.spi.discovery.SimpleDiscoveryNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.jetty.session.testing.ServerProcess;

/** Members of Hazelcast on the loopback interface, which find each other by their ports. */
final class Members implements Closeable {
    private final List<ServerProcess> processes = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    Members(int number) throws IOException {
        for (int i = 0; i < number; i++) {
            ports.add(ServerProcess.freePort());
        }
    }

    /** Starts all of them, each in a JVM of its own that has nothing but Hazelcast. */
    Members start() throws Exception {
        String jar = Path.of(HazelcastInstance.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        for (int i = 0; i < ports.size(); i++) {
            processes.add(new ServerProcess("hazelcast"));
        }
        ExecutorService threads = Executors.newFixedThreadPool(ports.size());
        List<Future<Void>> starts = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            int number = i;
            starts.add(threads.submit(() -> start(jar, processes.get(number), ports.get(number))));
        }
        threads.shutdown();
        for (Future<Void> start : starts) {
            start.get();
        }
        return this;
    }

    private Void start(String jar, ServerProcess process, int port) throws IOException {
        Path file = Files.writeString(process.directory().resolve("hazelcast.xml"), xml(port));
        process.start(
                port,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dhazelcast.config=" + file,
                "-cp",
                jar,
                "com.hazelcast.core.server.HazelcastMemberStarter");
        return null;
    }

    int port(int number) {
        return ports.get(number);
    }

    ServerProcess process(int number) {
        return processes.get(number);
    }

    String addresses() {
        return String.join(", ", ports.stream().map(port -> "127.0.0.1:" + port).toList());
    }

    String xml(int port) {
        return """
                <hazelcast xmlns="http://www.hazelcast.com/schema/config">
                  <cluster-name>%s</cluster-name>
                  <properties>
                    <property name="hazelcast.phone.home.enabled">false</property>
                    <property name="hazelcast.socket.bind.any">false</property>
                    <property name="hazelcast.wait.seconds.before.join">0</property>
                    <property name="hazelcast.operation.call.timeout.millis">5000</property>
                  </properties>
                  <network>
                    <port auto-increment="false">%d</port>
                    <join>
                      <auto-detection enabled="false"/>
                      <multicast enabled="false"/>
                      <tcp-ip enabled="true"><member-list>%s</member-list></tcp-ip>
                    </join>
                    <interfaces enabled="true"><interface>127.0.0.1</interface></interfaces>
                  </network>
                </hazelcast>
                """.formatted(cluster(), port, members());
    }

    private String members() {
        return String.join(
                "",
                ports.stream()
                        .map(port -> "<member>127.0.0.1:" + port + "</member>")
                        .toList());
    }

    /** Apart from whatever else runs on this machine. */
    String cluster() {
        return "test-" + ports.get(0);
    }

    Config config(int number) {
        return Config.loadFromString(xml(ports.get(number)));
    }

    ClientConfig client() {
        ClientConfig config = new ClientConfig();
        config.setClusterName(cluster());
        config.getNetworkConfig().setAddresses(List.of("127.0.0.1:" + ports.get(0)));
        return config;
    }

    /** A client that reaches the first member by another port. */
    ClientConfig clientBy(int port) {
        ClientConfig config = new ClientConfig();
        config.setClusterName(cluster());
        config.setProperty(ClientProperty.DISCOVERY_SPI_ENABLED.getName(), "true");
        config.setProperty(ClientProperty.DISCOVERY_SPI_PUBLIC_IP_ENABLED.getName(), "true");
        config.setProperty(ClientProperty.HEARTBEAT_TIMEOUT.getName(), "1500");
        config.setProperty(ClientProperty.HEARTBEAT_INTERVAL.getName(), "300");
        config.setProperty(ClientProperty.INVOCATION_TIMEOUT_SECONDS.getName(), "2");
        config.getNetworkConfig()
                .setConnectionTimeout(1000)
                .getDiscoveryConfig()
                .addDiscoveryStrategyConfig(new DiscoveryStrategyConfig(new Redirection(ports.get(0), port)));
        return config;
    }

    /** Names one port where a member names another one. */
    private record Redirection(int from, int to) implements DiscoveryStrategyFactory {
        @Override
        public Class<? extends DiscoveryStrategy> getDiscoveryStrategyType() {
            return Redirected.class;
        }

        @Override
        @SuppressWarnings("rawtypes")
        public DiscoveryStrategy newDiscoveryStrategy(
                DiscoveryNode node, ILogger logger, Map<String, Comparable> properties) {
            return new Redirected(logger, properties, this);
        }

        @Override
        public Collection<PropertyDefinition> getConfigurationProperties() {
            return List.of();
        }
    }

    private static final class Redirected extends AbstractDiscoveryStrategy {
        private final Redirection ports;

        @SuppressWarnings("rawtypes")
        Redirected(ILogger logger, Map<String, Comparable> properties, Redirection ports) {
            super(logger, properties);
            this.ports = ports;
        }

        @Override
        public Iterable<DiscoveryNode> discoverNodes() {
            try {
                return List.of(new SimpleDiscoveryNode(
                        new Address("127.0.0.1", ports.from), new Address("127.0.0.1", ports.to)));
            } catch (UnknownHostException x) {
                throw new UncheckedIOException(x);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess process : processes) {
            process.close();
        }
    }
}
