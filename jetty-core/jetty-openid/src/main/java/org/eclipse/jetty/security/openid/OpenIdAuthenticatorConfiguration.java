package org.eclipse.jetty.security.openid;

import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.LoginService;

/** The settings of an authenticator, with a login service of an OpenID Connect provider. Thread-safe. */
public class OpenIdAuthenticatorConfiguration extends Authenticator.Configuration.Wrapper {
    private final LoginService loginService;

    /** If the login service of the settings is another one, roles are asked for there. */
    public OpenIdAuthenticatorConfiguration(
            OpenIdConfiguration openIdConfiguration, Authenticator.Configuration configuration) {
        super(configuration);
        LoginService given = configuration.getLoginService();
        loginService = given instanceof OpenIdLoginService ? given : new OpenIdLoginService(openIdConfiguration, given);
    }

    @Override
    public LoginService getLoginService() {
        return loginService;
    }
}
