package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of back ends that changes while the balancer runs. */
class BalancerReloadTest {
    @TempDir
    private Path folder;

    private final BalancerHandler balancer = new BalancerHandler();
    private LocalServer front;
    private Path file;

    @BeforeEach
    void start() throws Exception {
        file = folder.resolve("backends.properties");
        Files.writeString(file, "a.uri=http://localhost:1\nb.uri=http://localhost:2\n");
        balancer.setBackendsFile(file);
        balancer.setReloadInterval(0);
        front = new LocalServer();
    }

    @AfterEach
    void stop() throws Exception {
        front.close();
    }

    private Backend backend(String name) {
        return balancer.getBackends().stream()
                .filter(each -> each.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    @Test
    void changesAreTakenAndStateIsKept() throws Exception {
        front.start(balancer);
        Backend a = backend("a");
        a.setDown(true);
        Files.writeString(
                file, "a.uri=http://localhost:1\na.weight=5\na.drain=true\nb.uri=http://localhost:3\nc.uri=http://h\n");
        balancer.reload();
        assertThat(backend("a")).isSameAs(a);
        assertThat(a.getState()).isEqualTo(BackendState.DOWN);
        assertThat(a.getWeight()).isEqualTo(5);
        a.setDown(false);
        assertThat(a.getState()).isEqualTo(BackendState.DRAINING);
        assertThat(backend("b").getURI()).hasPort(3);
        assertThat(backend("c").getEffectiveWeight()).isLessThan(1);
        assertThat(balancer.getContainedBeans(Backend.class)).hasSize(3);
        Files.writeString(file, "c.uri=http://h\n");
        balancer.reload();
        assertThat(balancer.getContainedBeans(Backend.class)).hasSize(1);
    }

    @Test
    void brokenFileChangesNothing() throws Exception {
        front.start(balancer);
        Files.writeString(file, "a.uri=http://localhost:9\nb.weight=x\nb.uri=http://localhost:2\n");
        assertThatThrownBy(balancer::reload).hasMessage(file + ":2: weight: x (expected: 1-1000)");
        Files.writeString(file, "# nothing\n");
        assertThatThrownBy(balancer::reload).hasMessage(file + ": no back end (expected: a line NAME.uri=...)");
        assertThat(balancer.getBackends()).hasSize(2);
        assertThat(backend("a").getURI()).hasPort(1);
    }

    @Test
    void fileIsWatched() throws Exception {
        balancer.setReloadInterval(1);
        front.start(balancer);
        Files.writeString(file, "c.uri=http://localhost:1\n");
        Awaitility.await().until(() -> balancer.getBackends().get(0).getName().equals("c"));
        Files.delete(file);
        assertThat(balancer.getBackends()).hasSize(1);
    }

    @Test
    void brokenFileFailsTheStart() throws Exception {
        Files.writeString(file, "a.uri=x\n");
        assertThatThrownBy(() -> front.start(balancer)).hasMessageContaining(file + ":1: uri: x (expected: ");
    }

    @Test
    void missingFileFailsTheStart() {
        balancer.setBackendsFile(folder.resolve("none"));
        assertThatThrownBy(() -> front.start(balancer)).hasMessageContaining("none (expected: a file)");
    }

    @Test
    void balancerStartsAgain() throws Exception {
        front.start(balancer);
        front.server.stop();
        assertThat(balancer.getBackends()).isEmpty();
        front.server.start();
        assertThat(balancer.getBackends()).hasSize(2);
    }
}
