package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.eclipse.jetty.session.FileSessionDataStoreFactory;
import org.eclipse.jetty.session.NullSessionCacheFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that a store keeps. */
class StoredTokensTest extends AbstractOpenIdTest {
    @TempDir
    Path store;

    private void startWithStore(OpenIdConfiguration.Builder builder) throws Exception {
        FileSessionDataStoreFactory files = new FileSessionDataStoreFactory();
        files.setStoreDir(store.toFile());
        server.addBean(files);
        // each request loads its session
        NullSessionCacheFactory cache = new NullSessionCacheFactory();
        cache.setFlushOnResponseCommit(true);
        server.addBean(cache);
        start(builder);
    }

    private String stored() throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(store)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    @Test
    void loginSurvivesTheStoreAndItsTokensAreEncrypted() throws Exception {
        startWithStore(builder());
        String response = browser.login(provider, "/ctx/a");
        assertThat(response).contains("ann GET /a").contains("access=access-");
        assertThat(browser.get("/ctx/b")).contains("ann GET /b").contains("access=access-");
        assertThat(stored()).contains("org.eclipse.jetty.security.openid.response");
        assertThat(stored()).doesNotContain("access-", "refresh-", "eyJ");
    }

    @Test
    void formIsRepeatedAfterTheStoreKeptIt() throws Exception {
        startWithStore(builder());
        String begun = browser.send("POST", "/ctx/a", "p=1");
        String answer = browser.get(provider.authorize(Browser.location(begun)));
        assertThat(browser.get(Browser.location(answer))).contains("ann POST /a p=1");
    }

    @Test
    void logoutByTheProviderEndsSessionsOfTheStore() throws Exception {
        startWithStore(builder());
        assertThat(browser.login(provider, "/ctx/a")).contains("ann GET");
        configuration.logouts().logout(provider.sid, null, Instant.now().getEpochSecond());
        assertThat(Browser.status(browser.get("/ctx/a"))).isEqualTo(302);
    }
}
