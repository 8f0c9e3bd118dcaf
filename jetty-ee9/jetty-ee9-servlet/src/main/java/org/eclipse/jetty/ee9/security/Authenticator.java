package org.eclipse.jetty.ee9.security;

/** The authenticators of the core, under the name by which programs made for Jetty know them. Thread-safe. */
public interface Authenticator extends org.eclipse.jetty.security.Authenticator {
    /** Makes authenticators by their type. Thread-safe. */
    interface Factory extends org.eclipse.jetty.security.Authenticator.Factory {}
}
