package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.MessageInfo;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.security.auth.message.config.ServerAuthContext;
import java.util.Map;
import java.util.Objects;
import javax.security.auth.Subject;

/** A configuration that has one context for all requests of an application. Immutable. */
public class SimpleAuthConfig implements ServerAuthConfig {
    /** The message layer of servlets. */
    public static final String HTTP_SERVLET = "HttpServlet";

    private final String appContext;
    private final ServerAuthContext context;

    public SimpleAuthConfig(String appContext, ServerAuthContext context) {
        this.appContext = appContext;
        this.context = Objects.requireNonNull(context);
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the older versions of the API
    public ServerAuthContext getAuthContext(String authContextId, Subject serviceSubject, Map properties) {
        return context;
    }

    @Override
    public String getAppContext() {
        return appContext;
    }

    @Override
    public String getAuthContextID(MessageInfo messageInfo) {
        return appContext;
    }

    @Override
    public String getMessageLayer() {
        return HTTP_SERVLET;
    }

    @Override
    public boolean isProtected() {
        return true;
    }

    @Override
    public void refresh() {
        // the context is given
    }
}
