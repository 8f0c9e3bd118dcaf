package org.eclipse.jetty.ee10.webapp.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What the embedder had set before descriptors were applied, so that a stopped application is as it was, and starts again
 * from there. Confined to one start and stop.
 */
public final class EmbeddedSettings {
    private final ServletContextHandler context;
    private final @Nullable Resource baseResource;
    private final @Nullable ClassLoader classLoader;
    private final @Nullable String displayName;
    private final String contextPath;
    private final boolean contextPathDefault;
    private final String @Nullable [] welcomeFiles;
    private final @Nullable String requestEncoding;
    private final @Nullable String responseEncoding;
    private final Map<String, String> initParameters;
    private final Map<String, String> errorPages = new HashMap<>();
    private final List<ConstraintMapping> constraints = new ArrayList<>();
    private final Set<String> roles;
    private final boolean denyUncovered;
    private final @Nullable String authenticationType;
    private final @Nullable String realmName;
    private final Map<String, String> securityParameters = new HashMap<>();
    private final Map<String, String> mimeTypes;
    private final Map<String, String> localeEncodings;
    private final @Nullable SessionSettings sessions;

    public EmbeddedSettings(ServletContextHandler context) {
        this.context = context;
        baseResource = context.getBaseResource();
        classLoader = context.getClassLoader();
        displayName = context.isNamed() ? context.getDisplayName() : null;
        contextPath = context.getContextPath();
        contextPathDefault = context.isContextPathDefault();
        welcomeFiles = context.getWelcomeFiles();
        requestEncoding = context.getDefaultRequestCharacterEncoding();
        responseEncoding = context.getDefaultResponseCharacterEncoding();
        initParameters = new HashMap<>(context.getInitParams());
        if (context.getErrorHandler() instanceof ErrorPageErrorHandler pages) {
            errorPages.putAll(pages.getErrorPages());
        }
        if (context.getSecurityHandler() instanceof ConstraintAware aware) {
            constraints.addAll(aware.getConstraintMappings());
            roles = aware.getKnownRoles();
            denyUncovered = aware.isDenyUncoveredHttpMethods();
        } else {
            roles = Set.of();
            denyUncovered = false;
        }
        SecurityHandler security = context.getSecurityHandler();
        authenticationType = security == null ? null : security.getAuthenticationType();
        realmName = security == null ? null : security.getRealmName();
        if (security != null) {
            security.getParameterNames().forEach(name -> securityParameters.put(name, security.getParameter(name)));
        }
        mimeTypes = new HashMap<>(context.getMimeTypes().getMimeMap());
        localeEncodings = new HashMap<>(context.getLocaleEncodings());
        sessions = context.getSessionHandler() == null ? null : new SessionSettings(context.getSessionHandler());
    }

    /** Puts everything back. */
    public void restore() {
        // a directory that has been removed meanwhile, as undeploying does, would be refused
        boolean gone = baseResource != null && !baseResource.isDirectory();
        context.setBaseResource(gone ? null : baseResource);
        context.setClassLoader(classLoader);
        context.setDisplayName(displayName);
        if (contextPathDefault) {
            context.setDefaultContextPath(contextPath);
        }
        context.setWelcomeFiles(welcomeFiles);
        context.setDefaultRequestCharacterEncoding(requestEncoding);
        context.setDefaultResponseCharacterEncoding(responseEncoding);
        context.getInitParams().clear();
        context.getInitParams().putAll(initParameters);
        if (context.getErrorHandler() instanceof ErrorPageErrorHandler pages) {
            pages.setErrorPages(errorPages);
        }
        if (context.getSecurityHandler() instanceof ConstraintAware aware) {
            aware.setConstraintMappings(constraints, roles);
            aware.setDenyUncoveredHttpMethods(denyUncovered);
        }
        SecurityHandler security = context.getSecurityHandler();
        if (security != null) {
            security.setAuthenticationType(authenticationType);
            security.setRealmName(realmName);
            security.getParameterNames().retainAll(securityParameters.keySet());
            securityParameters.forEach(security::setParameter);
        }
        new HashMap<>(context.getMimeTypes().getMimeMap()).forEach((extension, type) -> {
            String before = mimeTypes.get(extension);
            if (!type.equals(before)) {
                context.getMimeTypes().addMimeMapping(extension, before);
            }
        });
        context.setLocaleEncodings(localeEncodings);
        if (sessions != null && context.getSessionHandler() != null) {
            sessions.restore(context.getSessionHandler());
        }
    }
}
