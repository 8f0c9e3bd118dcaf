package org.eclipse.jetty.tests.webapp.login;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;

/** Users log in by basic authentication. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "shop")
public class BasicLogin {}
