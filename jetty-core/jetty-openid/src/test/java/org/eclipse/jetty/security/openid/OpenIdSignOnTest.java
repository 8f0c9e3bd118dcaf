package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.SingleSignOn;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.junit.jupiter.api.Test;

/** Logins at a provider count for single sign-on. */
class OpenIdSignOnTest extends AbstractOpenIdTest implements SingleSignOn {
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void check(Request request, Response response) {
        // no session belongs to a sign-on
    }

    @Override
    public AuthenticationState.Succeeded authenticate(
            LoginAuthenticator authenticator, Request request, Response response) {
        return null;
    }

    @Override
    public void loggedIn(LoginAuthenticator authenticator, UserIdentity user, Request request, Response response) {
        assertThat(authenticator.isLoginKept()).isTrue();
        assertThat(response.isCommitted()).isFalse();
        events.add("in " + user.getUserPrincipal().getName());
    }

    @Override
    public void loggedOut(LoginAuthenticator authenticator, Request request, Response response) {
        events.add("out");
    }

    @Test
    void loginAndLogoutAreReported() throws Exception {
        server.addBean(this);
        start();
        browser.login(provider, "/ctx/a");
        assertThat(browser.get("/ctx/a")).contains("ann GET");
        browser.get("/ctx/logout");
        assertThat(events).containsExactly("in ann", "out");
    }
}
