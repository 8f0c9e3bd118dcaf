package org.eclipse.jetty.security.openid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.eclipse.jetty.server.Session;
import org.junit.jupiter.api.Test;

class SessionIndexTest {
    private final SessionIndex index = new SessionIndex();

    private static Session newSession() {
        return (Session) Proxy.newProxyInstance(
                SessionIndexTest.class.getClassLoader(),
                new Class<?>[] {Session.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> null;
                });
    }

    @Test
    void sessionsOfAKeyAreFoundUntilTheyAreRemoved() {
        Session one = newSession();
        Session two = newSession();
        index.add("a", one);
        index.add("a", two);
        index.add("b", two);
        assertThat(index.find("a")).containsExactlyInAnyOrder(one, two);
        index.remove("a", one);
        assertThat(index.find("a")).containsExactly(two);
        index.remove("a", two);
        assertThat(index.find("a")).isEmpty();
        assertThat(index.find("b")).containsExactly(two);
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void keysOfSessionsThatWereCollectedAreForgotten() throws Exception {
        int most = 0;
        for (int i = 0; i < 20_000; i++) {
            index.add("k" + i, newSession());
            if (i % 1000 == 0) {
                System.gc();
            }
            most = Math.max(most, index.size());
        }
        assertThat(most).isLessThan(20_000);
    }
}
