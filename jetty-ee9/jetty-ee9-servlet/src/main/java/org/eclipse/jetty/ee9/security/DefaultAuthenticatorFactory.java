package org.eclipse.jetty.ee9.security;

/** The factory of the core, under the name by which programs made for Jetty know it. Thread-safe. */
public class DefaultAuthenticatorFactory extends org.eclipse.jetty.security.DefaultAuthenticatorFactory
        implements Authenticator.Factory {}
