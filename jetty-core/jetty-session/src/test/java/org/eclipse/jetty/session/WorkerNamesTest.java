package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class WorkerNamesTest {
    @Test
    void serversOfOtherHostsAndBasesHaveOtherNames() {
        String name = WorkerNames.of("host", "/base");
        assertThat(name).matches("node[0-9a-f]{8}").doesNotContain("host");
        assertThat(WorkerNames.of("host", "/base")).isEqualTo(name);
        assertThat(WorkerNames.of("host", "/other")).isNotEqualTo(name);
        assertThat(WorkerNames.of("other", "/base")).isNotEqualTo(name);
    }

    @Test
    void hostWithoutANameIsTheFirstNode() {
        assertThat(WorkerNames.of(null, "/base")).isEqualTo("node0");
    }

    @Test
    void subclassMakesIdsOfItsOwn() throws Exception {
        DefaultSessionIdManager ids = new DefaultSessionIdManager(new Server()) {
            @Override
            public String newSessionId(long seedTerm) {
                return "at-" + seedTerm + "-" + super.newSessionId(seedTerm);
            }
        };
        ids.start();
        assertThat(ids.newSessionId(null, null, 42)).matches("at-42-node[0-9a-f]{8}[-_0-9A-Za-z]{20,}");
        ids.stop();
    }

    @Test
    void nameThatWasGivenStays() throws Exception {
        Server server = new Server();
        DefaultSessionIdManager ids = new DefaultSessionIdManager(server);
        ids.setWorkerName("mine");
        ids.start();
        assertThat(ids.getWorkerName()).isEqualTo("mine");
        ids.stop();
        ids.setWorkerName(null);
        ids.start();
        assertThat(ids.getWorkerName()).isEqualTo(WorkerNames.defaultName()).isNotEqualTo("mine");
        ids.stop();
    }
}
