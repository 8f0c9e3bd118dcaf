package org.eclipse.jetty.ee9.security;

/**
 * The security handlers that contexts of this environment take, under the name by which programs made for Jetty know
 * them. {@link org.eclipse.jetty.ee9.servlet.security.ConstraintSecurityHandler} is one. Thread-safe once started.
 */
public abstract class SecurityHandler extends org.eclipse.jetty.security.SecurityHandler {
    /** Sets what makes the authenticator of the configured type; null stands for the default. */
    public void setAuthenticatorFactory(Authenticator.Factory factory) {
        super.setAuthenticatorFactory(factory);
    }
}
