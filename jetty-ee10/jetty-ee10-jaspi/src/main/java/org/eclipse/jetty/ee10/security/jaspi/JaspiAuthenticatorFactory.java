package org.eclipse.jetty.ee10.security.jaspi;

import javax.security.auth.Subject;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.DefaultAuthenticatorFactory;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * Lets the provider of Jakarta Authentication that is registered for an application precede the login that its descriptor names. Settings
 * change before applications start; then thread-safe.
 */
public class JaspiAuthenticatorFactory extends DefaultAuthenticatorFactory {
    /** The message layer of servlets. */
    public static final String MESSAGE_LAYER = SimpleAuthConfig.HTTP_SERVLET;

    private static final boolean USABLE = isPresent("jakarta.servlet.ServletContext")
            && isPresent("jakarta.security.auth.message.config.AuthConfigFactory");

    private @Nullable Subject serviceSubject;
    private @Nullable String serverName;

    /** Servers that have this library on their class path find this factory, also if they have not the APIs that it needs. */
    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, JaspiAuthenticatorFactory.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException x) {
            return false;
        }
    }

    /** The subject of the server, which modules get; null for none. */
    public @Nullable Subject getServiceSubject() {
        return serviceSubject;
    }

    public void setServiceSubject(@Nullable Subject subject) {
        serviceSubject = subject;
    }

    /** The host name in the identifiers of applications; null for that of their servlet contexts. */
    public @Nullable String getServerName() {
        return serverName;
    }

    public void setServerName(@Nullable String name) {
        serverName = name;
    }

    @Override
    public @Nullable Authenticator getPrecedingAuthenticator(
            Server server, @Nullable Context context, Authenticator.Configuration configuration) {
        if (!USABLE) {
            return null;
        }
        ServletContextHandler handler = ServletContextHandler.getCurrentServletContextHandler();
        if (handler == null) {
            return null;
        }
        String appContext = serverName == null
                ? DefaultAuthConfigFactory.appContext(handler.getServletContext())
                : serverName + " " + handler.getServletContext().getContextPath();
        return new JaspiAuthenticator(serviceSubject, appContext);
    }
}
