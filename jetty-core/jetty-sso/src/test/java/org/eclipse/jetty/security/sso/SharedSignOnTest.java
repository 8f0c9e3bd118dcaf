package org.eclipse.jetty.security.sso;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.eclipse.jetty.session.DatabaseAdaptor;
import org.eclipse.jetty.session.JDBCSessionDataStoreFactory;
import org.eclipse.jetty.session.NullSessionCacheFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sign-ons of two servers whose sessions are in one database. */
class SharedSignOnTest {
    private final String url = "jdbc:h2:mem:signons" + System.nanoTime();
    private Connection database;
    private SignOnServer first;
    private SignOnServer second;

    @BeforeEach
    void startServers() throws Exception {
        database = DriverManager.getConnection(url);
        first = start();
        second = start();
    }

    private SignOnServer start(Object... beans) throws Exception {
        SignOnServer server = new SignOnServer();
        for (Object bean : beans) {
            server.local.server.addBean(bean);
        }
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDriverInfo("org.h2.Driver", url);
        JDBCSessionDataStoreFactory factory = new JDBCSessionDataStoreFactory();
        factory.setDatabaseAdaptor(adaptor);
        server.local.server.addBean(factory);
        server.add("/one", SignOnServer.form(), SignOnServer.users("realm", "admin"));
        server.add("/two", SignOnServer.form(), SignOnServer.users("realm", "guest"));
        return server.start();
    }

    @AfterEach
    void stop() throws Exception {
        first.close();
        second.close();
        database.close();
    }

    @Test
    void loginAtOneServerCountsAtAnotherAndALogoutEndsBoth() throws Exception {
        Browser browser = new Browser();
        browser.login(first, "/one", "ann", "secret");
        assertThat(browser.get(second, "/two/secret/session")).contains("user=ann by FORM");
        assertThat(browser.get(first, "/one/logout")).startsWith("HTTP/1.1 200");
        assertThat(browser.get(second, "/two/secret/")).startsWith("HTTP/1.1 302");
        assertThat(second.destroyed).containsExactly("/two");
    }

    /** Each request has a session of its own, read from the store. */
    @Test
    void logoutCountsAtServersThatKeepNoSessions() throws Exception {
        NullSessionCacheFactory caches = new NullSessionCacheFactory();
        caches.setFlushOnResponseCommit(true);
        try (SignOnServer third = start(caches)) {
            Browser browser = new Browser();
            browser.login(third, "/one", "ann", "secret");
            assertThat(browser.get(third, "/two/secret/session")).contains("user=ann by FORM");
            assertThat(browser.get(first, "/one/logout")).startsWith("HTTP/1.1 200");
            assertThat(browser.get(third, "/two/secret/")).startsWith("HTTP/1.1 302");
            assertThat(third.destroyed).containsExactlyInAnyOrder("/one", "/two");
        }
    }

    @Test
    void serverEndsItsSessionsOfASignOnThatAnotherHasEnded() throws Exception {
        Browser browser = new Browser();
        browser.login(first, "/one", "ann", "secret");
        browser.get(second, "/two/secret/session");
        browser.get(first, "/one/logout");
        assertThat(second.destroyed).isEmpty();
        second.service.sweep();
        assertThat(second.destroyed).containsExactly("/two");
        assertThat(second.service.getSessions()).isZero();
    }

    @Test
    void signOnOutlivesItsServer() throws Exception {
        Browser browser = new Browser();
        browser.login(first, "/one", "ann", "secret");
        first.close();
        assertThat(browser.get(second, "/two/secret/")).contains("user=ann");
        first = start();
        assertThat(browser.get(first, "/one/secret/")).contains("user=ann");
    }

    @Test
    void storeHasNothingThatLetsAClientIn() throws Exception {
        Browser browser = new Browser();
        browser.login(first, "/one", "ann", "secret");
        String secret = browser.signOn().substring(browser.signOn().indexOf('.') + 1);
        StringBuilder all = new StringBuilder();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("select * from JettySessions")) {
            while (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    byte[] bytes = rows.getBytes(i);
                    all.append(bytes == null ? "" : new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1));
                }
            }
        }
        assertThat(all.toString()).contains("ann").doesNotContain(secret);
    }

    @Test
    void storeThatCannotBeAskedIsAnsweredBy503() throws Exception {
        Browser browser = new Browser();
        browser.login(first, "/one", "ann", "secret");
        try (Statement statement = database.createStatement()) {
            statement.execute("drop table JettySessions");
        }
        assertThat(browser.get(first, "/two/secret/"))
                .startsWith("HTTP/1.1 503")
                .doesNotContain("JettySessions");
    }

    /** Two logins and a logout race; afterwards a last logout leaves nothing that a client can use. */
    @Test
    void loginsAndLogoutsThatRaceLeaveNoSignOnBehindALastLogout() throws Exception {
        for (int round = 0; round < Integer.getInteger("sso.rounds", 10); round++) {
            Browser browser = new Browser();
            browser.login(first, "/one", "ann", "secret");
            browser.get(first, "/two/secret/session");
            Browser[] tabs = {browser.copy(), browser.copy(), browser.copy()};
            CyclicBarrier together = new CyclicBarrier(3);
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int tab = i;
                running.add(CompletableFuture.runAsync(() -> act(tabs[tab], tab, together)));
            }
            running.forEach(CompletableFuture::join);
            for (Browser tab : tabs) {
                tab.get(first, "/one/logout");
                tab.get(second, "/two/logout");
            }
            for (Browser tab : tabs) {
                for (SignOnServer server : new SignOnServer[] {first, second}) {
                    assertThat(tab.get(server, "/one/secret/")).startsWith("HTTP/1.1 302");
                    assertThat(tab.get(server, "/two/secret/")).startsWith("HTTP/1.1 302");
                }
            }
        }
    }

    private void act(Browser tab, int number, CyclicBarrier together) {
        try {
            together.await();
            if (number == 0) {
                tab.get(second, "/two/logout");
            } else {
                tab.login(number == 1 ? first : second, number == 1 ? "/one" : "/two", "ann", "secret");
            }
        } catch (Exception x) {
            throw new AssertionError(x);
        }
    }
}
