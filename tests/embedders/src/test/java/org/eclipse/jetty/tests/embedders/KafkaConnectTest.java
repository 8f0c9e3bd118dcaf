package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.connector.policy.NoneConnectorClientConfigOverridePolicy;
import org.apache.kafka.connect.runtime.Worker;
import org.apache.kafka.connect.runtime.isolation.Plugins;
import org.apache.kafka.connect.runtime.rest.ConnectRestServer;
import org.apache.kafka.connect.runtime.rest.RestClient;
import org.apache.kafka.connect.runtime.standalone.StandaloneConfig;
import org.apache.kafka.connect.runtime.standalone.StandaloneHerder;
import org.apache.kafka.connect.storage.FileOffsetBackingStore;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The REST server of Kafka Connect with its standalone worker, which needs no broker until a task runs. */
class KafkaConnectTest {
    @TempDir
    Path folder;

    private StandaloneHerder herder;
    private ConnectRestServer server;

    private URI start(Map<String, String> listeners) {
        Map<String, String> properties = new TreeMap<>(listeners);
        properties.put("bootstrap.servers", "127.0.0.1:1");
        properties.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
        properties.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        properties.put("offset.storage.file.filename", folder.resolve("offsets").toString());
        properties.put("response.http.headers.config", "add X-Frame-Options: DENY, set Cache-Control: no-store");
        properties.put("plugin.discovery", "only_scan");
        Plugins plugins = new Plugins(properties);
        StandaloneConfig config = new StandaloneConfig(properties) {
            /** In place of asking a broker. */
            @Override
            public String kafkaClusterId() {
                return "cluster";
            }
        };
        server = new ConnectRestServer(null, new RestClient(config), config.originals());
        server.initializeServer();
        var policy = new NoneConnectorClientConfigOverridePolicy();
        FileOffsetBackingStore offsets = new FileOffsetBackingStore(
                plugins.newInternalConverter(true, "org.apache.kafka.connect.json.JsonConverter", Map.of()));
        offsets.configure(config);
        Worker worker = new Worker("worker", Time.SYSTEM, plugins, config, offsets, policy);
        herder = new StandaloneHerder(worker, "cluster", policy);
        herder.start();
        herder.ready();
        server.initializeResources(herder);
        return server.serverUrl();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop();
        }
        if (herder != null) {
            herder.stop();
        }
    }

    @Test
    void connectorsAreListedAndRefused() throws Exception {
        Http http = new Http(start(Map.of("listeners", "http://127.0.0.1:0")).getPort());
        HttpResponse<String> root = http.get("/");
        assertThat(root.body()).contains("\"kafka_cluster_id\":\"cluster\"");
        assertThat(root.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(root.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(http.get("/connectors").body()).isEqualTo("[]");
        assertThat(http.get("/connector-plugins?connectorsOnly=false").body()).contains("JsonConverter");
        HttpResponse<String> missing = http.get("/connectors/nothing");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("\"error_code\":404");
        HttpResponse<String> refused = http.send(http.request("/connectors")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"x\",\"config\":{\"connector.class\":\"no.Such\"}}")));
        assertThat(refused.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(refused.body()).contains("no.Such");
        assertThat(http.send(http.request("/connectors").DELETE()).statusCode()).isEqualTo(405);
    }

    @Test
    void connectorsAreListedWithinTls() throws Exception {
        String keys = KeystoreGenerator.generateTestKeystore(
                        folder.resolve("keystore.p12").toString(), "storepwd")
                .toString();
        URI uri = start(Map.of(
                "listeners", "https://127.0.0.1:0",
                "ssl.keystore.location", keys,
                "ssl.keystore.type", "PKCS12",
                "ssl.keystore.password", "storepwd",
                "ssl.key.password", "storepwd"));
        assertThat(uri.getScheme()).isEqualTo("https");
        assertThat(Http.tls(uri.getPort()).get("/connectors").body()).isEqualTo("[]");
        assertThat(Http.tls(uri.getPort()).get("/health").statusCode()).isEqualTo(200);
    }
}
