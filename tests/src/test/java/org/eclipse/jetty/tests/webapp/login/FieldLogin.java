package org.eclipse.jetty.tests.webapp.login;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.security.enterprise.authentication.mechanism.http.RememberMe;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** A mechanism of the application: users give their name and password in a field, and are remembered by a cookie. Thread-safe. */
@ApplicationScoped
@RememberMe(cookieMaxAgeSeconds = 3600, cookieSecureOnly = false)
public class FieldLogin implements HttpAuthenticationMechanism {
    @Inject
    private IdentityStoreHandler users;

    @Override
    public AuthenticationStatus validateRequest(
            HttpServletRequest request, HttpServletResponse response, HttpMessageContext context) {
        String user = request.getHeader("Login");
        if (user == null) {
            return context.isProtected() ? context.responseUnauthorized() : context.doNothing();
        }
        String[] parts = user.split(":");
        return context.notifyContainerAboutLogin(users.validate(new UsernamePasswordCredential(parts[0], parts[1])));
    }
}
