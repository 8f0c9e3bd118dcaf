package org.eclipse.jetty.security;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.pathmap.MappedResource;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets requests pass that the constraint of their path allows. Settings change before it is started; then thread-safe. */
public abstract class SecurityHandler extends Handler.Wrapper implements Authenticator.Configuration {
    /** The attribute of a session that was authenticated. */
    public static final String SESSION_AUTHENTICATED_ATTRIBUTE = "org.eclipse.jetty.security.sessionAuthenticated";

    private static final Logger LOG = LoggerFactory.getLogger(SecurityHandler.class);

    private final Map<String, String> parameters = new HashMap<>();
    private final List<Authenticator.Factory> knownFactories = new ArrayList<>();
    private @Nullable Authenticator authenticator;
    private @Nullable Authenticator precedingAuthenticator;
    private Authenticator.@Nullable Factory authenticatorFactory;
    private @Nullable String realmName;
    private @Nullable String authenticationType;
    private @Nullable LoginService loginService;
    private @Nullable IdentityService identityService;
    private @Nullable SingleSignOn singleSignOn;
    private final List<LoginService> ownLoginServices = new ArrayList<>();
    private boolean loginServiceFound;
    private boolean authenticatorCreated;
    private boolean sessionRenewed = true;
    private int sessionMaxInactiveInterval;

    protected SecurityHandler() {
        this(null);
    }

    protected SecurityHandler(@Nullable Handler handler) {
        super(handler);
        for (Authenticator.Factory factory :
                ServiceLoader.load(Authenticator.Factory.class, getClass().getClassLoader())) {
            knownFactories.add(factory);
        }
        knownFactories.add(new DefaultAuthenticatorFactory());
    }

    /** The constraint of a path, if there is one. */
    protected abstract @Nullable Constraint getConstraint(String pathInContext, Request request);

    /** The roles that {@link Constraint.Authorization#KNOWN_ROLE} means. */
    protected Set<String> getKnownRoles() {
        return Set.of();
    }

    // ---- settings

    private void checkNotStarted(String what) {
        if (isStarted()) {
            throw new IllegalStateException(what + " of " + this + " cannot change while it is started");
        }
    }

    @Override
    public @Nullable IdentityService getIdentityService() {
        return identityService;
    }

    public void setIdentityService(@Nullable IdentityService service) {
        checkNotStarted("the identity service");
        updateBean(identityService, service);
        identityService = service;
    }

    @Override
    public @Nullable LoginService getLoginService() {
        return loginService;
    }

    public void setLoginService(@Nullable LoginService service) {
        checkNotStarted("the login service");
        updateBean(loginService, service);
        loginService = service;
        loginServiceFound = false;
    }

    public @Nullable Authenticator getAuthenticator() {
        return authenticator;
    }

    public void setAuthenticator(@Nullable Authenticator newAuthenticator) {
        checkNotStarted("the authenticator");
        updateBean(authenticator, newAuthenticator);
        authenticator = newAuthenticator;
        if (newAuthenticator != null) {
            authenticationType = newAuthenticator.getAuthenticationType();
        }
        authenticatorCreated = false;
    }

    public Authenticator.@Nullable Factory getAuthenticatorFactory() {
        return authenticatorFactory;
    }

    public void setAuthenticatorFactory(Authenticator.@Nullable Factory factory) {
        checkNotStarted("the authenticator factory");
        updateBean(authenticatorFactory, factory);
        authenticatorFactory = factory;
    }

    public List<Authenticator.Factory> getKnownAuthenticatorFactories() {
        return knownFactories;
    }

    @Override
    public @Nullable String getRealmName() {
        return realmName;
    }

    public void setRealmName(@Nullable String name) {
        checkNotStarted("the realm");
        realmName = name;
    }

    @Override
    public @Nullable String getAuthenticationType() {
        return authenticationType;
    }

    public void setAuthenticationType(@Nullable String type) {
        checkNotStarted("the authentication type");
        authenticationType = type;
        if (authenticator != null && !authenticator.getAuthenticationType().equals(type)) {
            authenticator = null;
        }
    }

    @Override
    public @Nullable String getParameter(String key) {
        return parameters.get(key);
    }

    @Override
    public Set<String> getParameterNames() {
        return parameters.keySet();
    }

    public @Nullable String setParameter(String key, String value) {
        checkNotStarted("parameters");
        return parameters.put(key, value);
    }

    @Override
    public boolean isSessionRenewedOnAuthentication() {
        return sessionRenewed;
    }

    public void setSessionRenewedOnAuthentication(boolean renew) {
        sessionRenewed = renew;
    }

    @Override
    public int getSessionMaxInactiveIntervalOnAuthentication() {
        return sessionMaxInactiveInterval;
    }

    public void setSessionMaxInactiveIntervalOnAuthentication(int seconds) {
        sessionMaxInactiveInterval = seconds;
    }

    /** The security handler of the context that the current thread is in, if there is one. */
    public static @Nullable SecurityHandler getCurrentSecurityHandler() {
        ContextHandler context = ContextHandler.getCurrentContextHandler();
        return context == null ? null : context.getDescendant(SecurityHandler.class);
    }

    // ---- life cycle

    /** The login service of the server for the realm, or the only one. */
    protected @Nullable LoginService findLoginService() {
        java.util.Collection<LoginService> services = Handler.serverOf(this).getBeans(LoginService.class);
        if (realmName != null) {
            for (LoginService service : services) {
                if (realmName.equals(service.getName())) {
                    return service;
                }
            }
            return null;
        }
        return services.size() == 1 ? services.iterator().next() : null;
    }

    protected @Nullable IdentityService findIdentityService() {
        return Handler.serverOf(this).getBean(IdentityService.class);
    }

    @Override
    protected void doStart() throws Exception {
        singleSignOn = Handler.serverOf(this).getBean(SingleSignOn.class);
        Context context = ContextHandler.getCurrentContext();
        if (context != null) {
            for (String name : context.getAttributeNameSet()) {
                if (name.startsWith("org.eclipse.jetty.security.")
                        && getParameter(name) == null
                        && context.getAttribute(name) instanceof String value) {
                    setParameter(name, value);
                }
            }
        }
        if (loginService == null) {
            LoginService found = findLoginService();
            if (found != null) {
                setLoginService(found);
                unmanage(found);
                loginServiceFound = true;
            }
        }
        precedingAuthenticator = findPrecedingAuthenticator(context);
        if (identityService == null) {
            if (loginService != null && loginService.getIdentityService() != null) {
                identityService = loginService.getIdentityService();
                updateBean(null, identityService, false);
            } else {
                IdentityService found = findIdentityService();
                setIdentityService(
                        found == null && realmName == null && precedingAuthenticator == null
                                ? null
                                : found == null ? new DefaultIdentityService() : found);
            }
        }
        if (loginService != null && identityService != null && loginService.getIdentityService() == null) {
            loginService.setIdentityService(identityService);
        }
        if (authenticator == null && authenticationType != null) {
            createAuthenticator(context);
        }
        if (authenticator != null) {
            adoptLoginService();
            if (authenticator instanceof LoginAuthenticator && loginService == null) {
                throw new IllegalStateException("no login service for authentication by " + authenticationType
                        + (realmName == null ? "" : " in realm '" + realmName + "'")
                        + ": add a LoginService bean with the name of the realm to the server or the context");
            }
            authenticator.setConfiguration(this);
            startOwnLoginServices();
        }
        if (precedingAuthenticator != null) {
            precedingAuthenticator.setConfiguration(this);
        }
        super.doStart();
    }

    /** Manages login services of the authenticator that are beans of nothing, so that they start and stop with this handler. */
    private void startOwnLoginServices() {
        if (!(authenticator instanceof LoginAuthenticator login)) {
            return;
        }
        for (LoginService own : login.getLoginServices()) {
            if (!contains(own)
                    && !Handler.serverOf(this)
                            .getContainedBeans(LoginService.class)
                            .contains(own)) {
                addBean(own, true);
                ownLoginServices.add(own);
            }
        }
    }

    private @Nullable Authenticator findPrecedingAuthenticator(@Nullable Context context) {
        Authenticator found = authenticatorFactory == null
                ? null
                : authenticatorFactory.getPrecedingAuthenticator(Handler.serverOf(this), context, this);
        for (int i = 0; found == null && i < knownFactories.size(); i++) {
            found = knownFactories.get(i).getPrecedingAuthenticator(Handler.serverOf(this), context, this);
        }
        return found;
    }

    /** Uses the login service that an authenticator brings, as those of identity providers do. */
    private void adoptLoginService() {
        if (loginService != null || !(authenticator instanceof LoginAuthenticator login)) {
            return;
        }
        LoginService own = login.getLoginService();
        if (own != null) {
            boolean elsewhere =
                    Handler.serverOf(this).getContainedBeans(LoginService.class).contains(own);
            setLoginService(own);
            if (elsewhere) {
                unmanage(own);
            }
            loginServiceFound = true;
            if (identityService == null) {
                identityService = own.getIdentityService();
                updateBean(null, identityService, false);
            }
        }
    }

    private void createAuthenticator(@Nullable Context context) {
        Server server = Handler.serverOf(this);
        Authenticator created = null;
        if (authenticatorFactory != null) {
            created = authenticatorFactory.getAuthenticator(server, context, this);
        }
        for (int i = 0; created == null && i < knownFactories.size(); i++) {
            created = knownFactories.get(i).getAuthenticator(server, context, this);
        }
        if (created == null) {
            throw new IllegalStateException("no authenticator for the authentication type " + authenticationType);
        }
        authenticator = created;
        addBean(created);
        authenticatorCreated = true;
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        ownLoginServices.forEach(this::removeBean);
        ownLoginServices.clear();
        if (precedingAuthenticator != null) {
            precedingAuthenticator.release();
            precedingAuthenticator = null;
        }
        if (authenticator != null) {
            authenticator.release();
        }
        if (loginServiceFound && loginService != null) {
            removeBean(loginService);
            loginService = null;
            loginServiceFound = false;
        }
        if (authenticatorCreated && authenticator != null) {
            removeBean(authenticator);
            authenticator = null;
            authenticatorCreated = false;
        }
    }

    // ---- handling

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Handler next = getHandler();
        if (next == null) {
            return false;
        }
        Authenticator current = currentAuthenticator();
        String pathInContext = Request.getPathInContext(request);
        if (pathInContext == null) {
            // no constraint can be found for it
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            return true;
        }
        Constraint constraint = getConstraint(pathInContext, request);
        if (constraint == null && current == null) {
            return next.handle(request, response, callback);
        }
        Constraint effective = constraint == null ? Constraint.ALLOWED : constraint;
        if (effective.getAuthorization() == Constraint.Authorization.FORBIDDEN) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return true;
        }
        if (effective.getTransport() == Constraint.Transport.SECURE && !request.isSecure()) {
            redirectToSecure(request, response, callback);
            return true;
        }
        Constraint.Authorization authorization = effective.getAuthorization();
        if (current == null) {
            if (authorization == Constraint.Authorization.ALLOWED
                    || authorization == Constraint.Authorization.INHERIT) {
                return next.handle(request, response, callback);
            }
            // a user is wanted, and nothing here could tell who it is
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return true;
        }
        authorization = current.getConstraintAuthentication(pathInContext, authorization, request::getSession);
        boolean mandatory =
                authorization != Constraint.Authorization.ALLOWED && authorization != Constraint.Authorization.INHERIT;
        try {
            return authenticateAndHandle(current, request, response, callback, next, mandatory ? effective : null);
        } catch (ServerAuthException x) {
            LOG.debug("could not authenticate {}", request, x);
            Response.writeError(request, response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, null, x);
            return true;
        }
    }

    /** The authenticator of requests at present, if there is one. */
    private @Nullable Authenticator currentAuthenticator() {
        return precedingAuthenticator != null && precedingAuthenticator.isInEffect()
                ? precedingAuthenticator
                : authenticator;
    }

    /** @param mandatory what the user must keep to; null if the request may pass without one */
    private boolean authenticateAndHandle(
            Authenticator current,
            Request request,
            Response response,
            Callback callback,
            Handler next,
            @Nullable Constraint mandatory)
            throws Exception {
        if (singleSignOn != null) {
            singleSignOn.check(request, response);
        }
        AuthenticationState state = mandatory != null
                ? validate(current, request, response, callback)
                : current.validateOptional(request, response, callback);
        if (state instanceof AuthenticationState.ResponseSent) {
            return true;
        }
        Request secured = request;
        if (state instanceof AuthenticationState.ServeAs serveAs) {
            secured = serveAs.wrap(request);
            state = null;
            mandatory = null;
        }
        AuthenticationState.setAuthenticationState(secured, state);
        if (mandatory != null && !isAuthorized(mandatory, state)) {
            current.refuse(secured, response, callback, mandatory);
            return true;
        }
        secured = current.prepareRequest(secured, state);
        IdentityService.Association association = null;
        try {
            if (state instanceof AuthenticationState.Succeeded succeeded && identityService != null) {
                association = identityService.associate(succeeded.getUserIdentity(), null);
            }
            return next.handle(secured, response, callback);
        } finally {
            if (association == null && state instanceof AuthenticationState.Deferred deferred) {
                association = deferred.getAssociation();
            }
            if (association != null) {
                association.close();
            }
        }
    }

    /** Authenticates a request by the sign-on that it brings, or otherwise by the authenticator, which has pages of its own. */
    private @Nullable AuthenticationState validate(
            Authenticator current, Request request, Response response, Callback callback) throws ServerAuthException {
        if (singleSignOn != null && current instanceof LoginAuthenticator login && !isOwnPage(current, request)) {
            AuthenticationState.Succeeded known = singleSignOn.authenticate(login, request, response);
            if (known != null) {
                return known;
            }
        }
        return current.validateRequest(request, response, callback);
    }

    private static boolean isOwnPage(Authenticator current, Request request) {
        String pathInContext = Request.getPathInContext(request);
        return pathInContext == null
                || current.getConstraintAuthentication(
                                pathInContext, Constraint.Authorization.ALLOWED, request::getSession)
                        != Constraint.Authorization.ALLOWED;
    }

    /** Redirects to the same URI on the secure port, or answers 403 if there is none or no host is known. */
    protected void redirectToSecure(Request request, Response response, Callback callback) {
        HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
        String host = Request.getServerName(request);
        if (configuration.getSecurePort() <= 0 || host == null) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403, "!Secure");
            return;
        }
        HttpURI uri = request.getHttpURI();
        StringBuilder url = new StringBuilder();
        URIUtil.appendSchemeHostPort(url, configuration.getSecureScheme(), host, configuration.getSecurePort());
        url.append(uri.getPathQuery());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, "0");
        Response.sendRedirect(request, response, callback, HttpStatus.FOUND_302, url.toString(), true);
    }

    /** Whether who was authenticated may pass. */
    protected boolean isAuthorized(Constraint constraint, @Nullable AuthenticationState state) {
        UserIdentity user =
                state instanceof AuthenticationState.Succeeded succeeded ? succeeded.getUserIdentity() : null;
        return switch (constraint.getAuthorization()) {
            case FORBIDDEN -> false;
            case ALLOWED, INHERIT -> true;
            case ANY_USER -> user != null && user.getUserPrincipal() != null;
            case KNOWN_ROLE -> user != null && hasOne(user, getKnownRoles());
            case SPECIFIC_ROLE -> user != null && hasOne(user, constraint.getRoles());
        };
    }

    private static boolean hasOne(UserIdentity user, Set<String> roles) {
        for (String role : roles) {
            if (user.isUserInRole(role)) {
                return true;
            }
        }
        return false;
    }

    /** Constraints by paths: what the more special mapping says counts, what it leaves open is inherited from the others. */
    public static class PathMapped extends SecurityHandler implements Comparator<PathSpec> {
        private final PathMappings<Constraint> mappings = new PathMappings<>();
        private final Set<String> knownRoles = new HashSet<>();

        public PathMapped() {}

        public PathMapped(@Nullable Handler handler) {
            super(handler);
        }

        public @Nullable Constraint put(String pathSpec, Constraint constraint) {
            return put(PathSpec.from(pathSpec), constraint);
        }

        public @Nullable Constraint put(PathSpec pathSpec, Constraint constraint) {
            knownRoles.addAll(constraint.getRoles());
            return mappings.put(pathSpec, constraint);
        }

        public @Nullable Constraint get(PathSpec pathSpec) {
            return mappings.get(pathSpec);
        }

        public @Nullable Constraint remove(PathSpec pathSpec) {
            Constraint removed = mappings.remove(pathSpec);
            knownRoles.clear();
            for (MappedResource<Constraint> mapped : mappings) {
                knownRoles.addAll(mapped.getResource().getRoles());
            }
            return removed;
        }

        @Override
        protected @Nullable Constraint getConstraint(String pathInContext, Request request) {
            List<MatchedResource<Constraint>> matches = mappings.getMatchedList(pathInContext);
            if (matches.isEmpty()) {
                return null;
            }
            if (matches.size() == 1) {
                return matches.get(0).getResource();
            }
            List<MatchedResource<Constraint>> ordered = new ArrayList<>(matches);
            ordered.sort((a, b) -> compare(a.getPathSpec(), b.getPathSpec()));
            Constraint combined = null;
            for (MatchedResource<Constraint> match : ordered) {
                combined = Constraint.combine(combined, match.getResource());
            }
            return combined;
        }

        /** The less special one first. */
        @Override
        public int compare(PathSpec a, PathSpec b) {
            int groups = Integer.compare(b.getGroup().ordinal(), a.getGroup().ordinal());
            return groups != 0 ? groups : Integer.compare(a.getSpecLength(), b.getSpecLength());
        }

        @Override
        protected Set<String> getKnownRoles() {
            return knownRoles;
        }
    }
}
