package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.Test;

/** Login services of users that others have checked, and of none. */
class AnyUserLoginServiceTest {
    @Test
    void anyUserIsAcceptedWithoutRoles() {
        LoginService service = new AnyUserLoginService("realm", null);
        UserIdentity user = service.login("anna", null, null, null);
        assertThat(service.getName()).isEqualTo("realm");
        assertThat(user.getUserPrincipal().getName()).isEqualTo("anna");
        assertThat(user.isUserInRole("admin")).isFalse();
        assertThat(service.validate(user)).isTrue();
        assertThat(service.restore("anna", null).getUserPrincipal().getName()).isEqualTo("anna");
        service.logout(user);
    }

    @Test
    void rolesAreThoseOfTheDelegate() {
        UserStore users = new UserStore();
        users.addUser("anna", Credential.getCredential("secret"), new String[] {"admin"});
        HashLoginService known = new HashLoginService("known");
        known.setUserStore(users);
        LoginService service = new AnyUserLoginService("realm", known);
        assertThat(service.login("anna", "wrong", null, null).isUserInRole("admin"))
                .isTrue();
        assertThat(service.login("bert", null, null, null).isUserInRole("admin"))
                .isFalse();
    }

    @Test
    void nobodyIsAUserOfTheEmptyService() {
        LoginService service = new EmptyLoginService();
        IdentityService identities = new DefaultIdentityService();
        service.setIdentityService(identities);
        assertThat(service.getIdentityService()).isSameAs(identities);
        assertThat(service.getName()).isNull();
        assertThat(service.login("anna", "secret", null, null)).isNull();
        assertThat(service.restore("anna", java.util.Set.of("admin"))).isNull();
        assertThat(service.validate(null)).isFalse();
    }
}
