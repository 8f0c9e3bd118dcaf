package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.Test;

/** A login costs the same whether there is such a user or not: what is counted are the rounds. */
class LoginCostTest {
    private static final class Costly extends Credential {
        private final AtomicLong spent;
        private final String secret;
        private final long cost;

        private Costly(AtomicLong spent, String secret, long cost) {
            this.spent = spent;
            this.secret = secret;
            this.cost = cost;
        }

        @Override
        public boolean check(Object credentials) {
            spent.addAndGet(cost);
            return secret.equals(credentials);
        }

        @Override
        public long getCost() {
            return cost;
        }

        @Override
        public void spend(Object credentials, long missing) {
            spent.addAndGet(missing);
        }
    }

    private final AtomicLong spent = new AtomicLong();
    private final UserStore users = new UserStore();

    private static UserIdentity login(LoginService service, String user, String password) {
        return service.login(user, password, null, create -> null);
    }

    private void assertEven(LoginService service) {
        for (String user : new String[] {"anna", "bert", "carl", "nobody", ""}) {
            spent.set(0);
            assertThat(login(service, user, "wrong")).as(user).isNull();
            assertThat(spent).as(user).hasValue(1000);
        }
        // that somebody else's secret is right does not help
        assertThat(login(service, "nobody", "a")).isNull();
        assertThat(login(service, "carl", "a")).isNull();
        spent.set(0);
        // who is let in pays for his own credential only
        assertThat(login(service, "carl", "c")).isNotNull();
        assertThat(spent).hasValue(0);
        assertThat(login(service, "anna", "a")).isNotNull();
        assertThat(spent).hasValue(1000);
    }

    @Test
    void namesThatNobodyHasCostAsUsersDo() throws Exception {
        users.addUser("anna", new Costly(spent, "a", 1000), null);
        users.addUser("bert", new Costly(spent, "b", 600), null);
        // one whose own check is cheap
        users.addUser("carl", new Password("c"), null);
        HashLoginService service = new HashLoginService("realm");
        service.setUserStore(users);
        service.start();
        assertEven(service);
        service.stop();
    }

    @Test
    void serviceThatLoadsUsersOneByOneKnowsTheCostOfThoseThatItSaw() throws Exception {
        users.addUser("anna", new Costly(spent, "a", 1000), null);
        users.addUser("bert", new Costly(spent, "b", 600), null);
        users.addUser("carl", new Password("c"), null);
        AbstractLoginService service = new AbstractLoginService() {
            @Override
            protected java.util.List<RolePrincipal> loadRoleInfo(UserPrincipal user) {
                return users.getRolePrincipals(user.getName());
            }

            @Override
            protected UserPrincipal loadUserInfo(String username) {
                return users.getUserPrincipal(username);
            }
        };
        service.start();
        login(service, "anna", "a");
        assertEven(service);
        service.stop();
    }

    @Test
    void realmWhoseChecksAreCheapChecksNothingElse() throws Exception {
        users.addUser("carl", new Password("c"), null);
        HashLoginService service = new HashLoginService("realm");
        service.setUserStore(users);
        service.start();
        assertThat(login(service, "carl", "c")).isNotNull();
        assertThat(login(service, "nobody", "c")).isNull();
        service.stop();
    }
}
