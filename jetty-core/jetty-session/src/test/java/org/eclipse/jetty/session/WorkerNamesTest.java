package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Ids with it are in cookies, in paths and in columns of 120 characters. */
    @ParameterizedTest
    @ValueSource(strings = {"a.b", "node 1", "a;b", "a/b", "a,b", "\"a\"", "a\nb", "n\u00fcrnberg", "a?b", "a%2eb"})
    void nameThatCookiesOrPathsCannotHaveIsRefused(String name) {
        DefaultSessionIdManager ids = new DefaultSessionIdManager(new Server());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.setWorkerName(name))
                .withMessageContaining(name)
                .withMessageContaining("expected");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerNames.ofInstance(name))
                .withMessageContaining("JETTY_WORKER_INSTANCE");
    }

    @Test
    void nameThatIsTooLongIsRefused() {
        DefaultSessionIdManager ids = new DefaultSessionIdManager(new Server());
        ids.setWorkerName("n".repeat(98));
        assertThatIllegalArgumentException().isThrownBy(() -> ids.setWorkerName("n".repeat(99)));
        ids.setWorkerName("");
        assertThat(WorkerNames.ofInstance("shop-0_1")).isEqualTo("nodeshop-0_1");
    }
}
