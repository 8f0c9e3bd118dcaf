package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextResponse.EncodingFrom;
import org.eclipse.jetty.ee10.servlet.ServletContextResponse.OutputType;
import org.eclipse.jetty.ee10.servlet.api.ServletScope;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextRequest;
import org.eclipse.jetty.server.handler.ContextResponse;
import org.eclipse.jetty.session.AbstractSessionManager.RequestedSession;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Environment;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A servlet context: a ContextHandler with, as asked for, a {@link SessionHandler} and a SecurityHandler in front of a
 * {@link ServletHandler}.
 *
 * <pre>{@code
 * ServletContextHandler context = new ServletContextHandler("/app", ServletContextHandler.SESSIONS);
 * context.addServlet(HelloServlet.class, "/hello");
 * server.setHandler(context);
 * }</pre>
 *
 * Here is what embedders add, the life of the application and the entry of its requests; {@link ServletContextSettings}
 * has what they set. The application itself sees the context by {@link ServletContextApi}, its listeners are told by
 * {@link ContextListeners}, and {@link HandlerChain} orders its parts. Configuration is guarded by the life cycle; serving is thread-safe.
 */
@ManagedObject("An application of servlets")
public class ServletContextHandler extends ServletContextParts implements ContextListeners.Context {
    /** The environment that this layer brings. */
    public static final Environment ENVIRONMENT =
            Environment.ensure(ServletVersion.ENVIRONMENT, ServletContextHandler.class);

    public static final String MAX_FORM_KEYS_KEY = "org.eclipse.jetty.server.Request.maxFormKeys";
    public static final String MAX_FORM_CONTENT_SIZE_KEY = "org.eclipse.jetty.server.Request.maxFormContentSize";
    public static final int DEFAULT_MAX_FORM_KEYS = 1000;
    public static final int DEFAULT_MAX_FORM_CONTENT_SIZE = 200000;
    public static final int NO_SESSIONS = 0;
    public static final int NO_SECURITY = 0;
    public static final int SESSIONS = 1;
    public static final int SECURITY = 2;

    private static final Logger LOG = LoggerFactory.getLogger(ServletContextHandler.class);

    /** How far the life of the context has come. */
    protected enum ContextStatus {
        NOTSET,
        INITIALIZED,
        DESTROYED
    }

    /**
     * The parts that the context is to have: {@link #SESSIONS}, {@link #SECURITY}. Subclasses may change it until the
     * context starts; the name is the one that they compile against.
     */
    protected int _options;

    private final DecoratedObjectFactory objectFactory = new DecoratedObjectFactory();
    private final MatchedPaths<ServletHandler.MappedServlet> matchedPaths = new MatchedPaths<>();
    private volatile @Nullable ContentTypes contentTypes;
    private final ContextListeners listeners = new ContextListeners(this);
    private final HandlerChain chain;
    private final HandlerChain.Part<SessionHandler> sessions;
    private final HandlerChain.Part<SecurityHandler> security;
    private final HandlerChain.Part<ServletHandler> servlets;
    private ContextStatus contextStatus = ContextStatus.NOTSET;
    private Class<? extends SecurityHandler> defaultSecurityHandlerClass = ConstraintSecurityHandler.class;
    private @Nullable Logger logger;
    private int maxFormKeys = Integer.getInteger(MAX_FORM_KEYS_KEY, DEFAULT_MAX_FORM_KEYS);
    private int maxFormContentSize = Integer.getInteger(MAX_FORM_CONTENT_SIZE_KEY, DEFAULT_MAX_FORM_CONTENT_SIZE);
    private boolean listenersStarted;

    public ServletContextHandler() {
        this(null, null, null, null, null, 0);
    }

    public ServletContextHandler(@Nullable String contextPath) {
        this(contextPath, null, null, null, null, 0);
    }

    public ServletContextHandler(int options) {
        this(null, null, null, null, null, options);
    }

    public ServletContextHandler(@Nullable String contextPath, int options) {
        this(contextPath, null, null, null, null, options);
    }

    public ServletContextHandler(@Nullable String contextPath, boolean sessions, boolean security) {
        this(contextPath, (sessions ? SESSIONS : 0) | (security ? SECURITY : 0));
    }

    public ServletContextHandler(
            @Nullable SessionHandler sessionHandler,
            @Nullable SecurityHandler securityHandler,
            @Nullable ServletHandler servletHandler,
            @Nullable ErrorHandler errorHandler) {
        this(null, sessionHandler, securityHandler, servletHandler, errorHandler, 0);
    }

    public ServletContextHandler(
            @Nullable String contextPath,
            @Nullable SessionHandler sessionHandler,
            @Nullable SecurityHandler securityHandler,
            @Nullable ServletHandler servletHandler,
            @Nullable ErrorHandler errorHandler) {
        this(contextPath, sessionHandler, securityHandler, servletHandler, errorHandler, 0);
    }

    public ServletContextHandler(
            @Nullable String contextPath,
            @Nullable SessionHandler sessionHandler,
            @Nullable SecurityHandler securityHandler,
            @Nullable ServletHandler servletHandler,
            @Nullable ErrorHandler errorHandler,
            int options) {
        _options = options;
        chain = new HandlerChain(this, this::setFirstHandler);
        sessions = chain.add(
                SessionHandler.class,
                accept(sessionHandler),
                () -> isWanted(SESSIONS) ? accept(newSessionHandler()) : null);
        security = chain.add(
                SecurityHandler.class,
                accept(securityHandler),
                () -> isWanted(SECURITY) ? accept(newSecurityHandler()) : null);
        servlets = chain.add(
                ServletHandler.class, joined(servletHandler), () -> isStarted() ? null : joined(newServletHandler()));
        if (contextPath != null) {
            setContextPath(contextPath);
        }
        setErrorHandler(errorHandler != null ? errorHandler : new ErrorPageErrorHandler());
        chain.link();
    }

    // statics

    /** Returns the handler of a servlet context, or null when it is not one of these. */
    public static @Nullable ServletContextHandler getServletContextHandler(ServletContext servletContext) {
        if (servletContext instanceof ServletContextApi api) {
            return (ServletContextHandler) api.getContextHandler();
        }
        return getCurrentServletContextHandler();
    }

    /** Returns the handler of a servlet context; fails with a message that names the purpose when there is none. */
    public static ServletContextHandler getServletContextHandler(ServletContext servletContext, String purpose) {
        ServletContextHandler handler = getServletContextHandler(servletContext);
        if (handler == null) {
            throw new IllegalStateException("No context handler for " + purpose);
        }
        return handler;
    }

    public static @Nullable ServletContext getCurrentServletContext() {
        return getServletContext(getCurrentContext());
    }

    /** Returns the servlet context of a core context, or null when it has none. */
    public static @Nullable ServletContext getServletContext(Context context) {
        return ServletScope.servletContextOf(context);
    }

    public static @Nullable ServletContextHandler getCurrentServletContextHandler() {
        return getCurrentContext() instanceof ServletScopedContext scoped ? scoped.getServletContextHandler() : null;
    }

    // parts

    public ServletContextApi newServletContextApi() {
        return new ServletContextApi();
    }

    @Override
    protected ScopedContext newContext() {
        return new ServletScopedContext();
    }

    @Override
    public ServletScopedContext getContext() {
        return (ServletScopedContext) super.getContext();
    }

    @Override
    public ServletContext getServletContext() {
        return getContext().getServletContext();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    public DecoratedObjectFactory getObjectFactory() {
        return objectFactory;
    }

    protected SecurityHandler newSecurityHandler() {
        try {
            return defaultSecurityHandlerClass.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException x) {
            throw new IllegalStateException("Cannot make a " + defaultSecurityHandlerClass.getName(), x);
        }
    }

    protected ServletHandler newServletHandler() {
        return new ServletHandler();
    }

    public Class<? extends SecurityHandler> getDefaultSecurityHandlerClass() {
        return defaultSecurityHandlerClass;
    }

    public void setDefaultSecurityHandlerClass(Class<? extends SecurityHandler> type) {
        defaultSecurityHandlerClass = type;
    }

    private boolean isWanted(int option) {
        return (_options & option) != 0 && !isStarted();
    }

    @Override
    final HandlerChain.Part<SessionHandler> sessions() {
        return sessions;
    }

    @Override
    final HandlerChain.Part<SecurityHandler> security() {
        return security;
    }

    public ServletHandler getServletHandler() {
        return Objects.requireNonNull(servlets.get(), "a context that is started keeps its servlet handler");
    }

    public void setServletHandler(@Nullable ServletHandler handler) {
        checkStopped();
        servlets.set(joined(handler));
    }

    private @Nullable ServletHandler joined(@Nullable ServletHandler handler) {
        if (handler != null) {
            handler.setServletContextHandler(this);
        }
        return handler;
    }

    /** Sets the session, security or servlet handler by its type; another handler becomes the first of the chain. */
    @Override
    public void setHandler(@Nullable Handler handler) {
        if (handler instanceof SessionHandler sessionHandler) {
            setSessionHandler(sessionHandler);
        } else if (handler instanceof SecurityHandler securityHandler) {
            setSecurityHandler(securityHandler);
        } else if (handler instanceof ServletHandler servletHandler) {
            setServletHandler(servletHandler);
        } else {
            super.setHandler(handler);
            if (handler != null) {
                chain.link();
            }
        }
    }

    @Override
    public void insertHandler(Singleton handler) {
        if (chain.isPart(handler)) {
            setHandler(handler);
        } else {
            chain.insert(handler);
        }
    }

    /** Links a handler to this context whatever its type. */
    private void setFirstHandler(@Nullable Handler handler) {
        super.setHandler(handler);
    }

    // configuration

    @Override
    public Logger getLogger() {
        if (logger == null) {
            logger = LoggerFactory.getLogger(ServletContextHandler.class.getName() + "."
                    + getDisplayName().replace('.', '_').replace('/', '_'));
        }
        return logger;
    }

    public void setLogger(Logger logger) {
        this.logger = logger;
    }

    public int getMaxFormContentSize() {
        return maxFormContentSize;
    }

    /** Sets the most bytes that a form may have; negative for no limit. */
    public void setMaxFormContentSize(int maxSize) {
        maxFormContentSize = maxSize;
    }

    public int getMaxFormKeys() {
        return maxFormKeys;
    }

    /** Sets the most fields or parts that a form may have; negative for no limit. */
    public void setMaxFormKeys(int max) {
        maxFormKeys = max;
    }

    // listeners

    @Override
    public boolean addEventListener(EventListener listener) {
        if (!super.addEventListener(listener)) {
            return false;
        }
        listeners.add(listener, !isRunning());
        if (getSessionHandler() != null) {
            getSessionHandler().addEventListener(listener);
        }
        return true;
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (!super.removeEventListener(listener)) {
            return false;
        }
        listeners.remove(listener);
        if (getSessionHandler() != null) {
            getSessionHandler().removeEventListener(listener);
        }
        return true;
    }

    protected void addProgrammaticListener(EventListener listener) {
        listeners.addProgrammatic(listener);
    }

    public boolean isProgrammaticListener(EventListener listener) {
        return listeners.isProgrammatic(listener);
    }

    /** Whether a listener stays when this context stops. */
    public boolean isDurableListener(EventListener listener) {
        return listeners.isDurable(listener);
    }

    boolean hasRequestAttributeListeners() {
        return listeners.hasRequestAttributeListeners();
    }

    List<ServletRequestAttributeListener> getRequestAttributeListeners() {
        return listeners.getRequestAttributeListeners();
    }

    /** Tells the context listeners, in order, that the context is initialised. */
    public void contextInitialized() throws Exception {
        if (contextStatus == ContextStatus.INITIALIZED) {
            return;
        }
        listeners.contextInitialized();
    }

    /** Tells the context listeners, in reverse order, that the context is about to go. */
    public void contextDestroyed() throws Exception {
        if (contextStatus != ContextStatus.INITIALIZED && !listeners.haveInitialized()) {
            return;
        }
        contextStatus = ContextStatus.DESTROYED;
        listeners.contextDestroyed();
    }

    /** Calls a listener; one that was added by code may not add more (Servlet section 4.4). */
    public void callContextInitialized(ServletContextListener listener, ServletContextEvent event) {
        ServletContextApi api = getContext().getServletContext();
        boolean restrict = isProgrammaticListener(listener);
        if (restrict) {
            api.setEnabled(false);
        }
        try {
            listener.contextInitialized(event);
        } finally {
            if (restrict) {
                api.setEnabled(true);
            }
        }
    }

    public void callContextDestroyed(ServletContextListener listener, ServletContextEvent event) {
        listener.contextDestroyed(event);
    }

    protected void requestInitialized(Request baseRequest, HttpServletRequest request) {
        listeners.requestInitialized(request);
    }

    protected void requestDestroyed(Request baseRequest, HttpServletRequest request) {
        listeners.requestDestroyed(request);
    }

    // life

    @Override
    boolean isContextInitialized() {
        return contextStatus == ContextStatus.INITIALIZED;
    }

    /** Whether a listener that is added from now on has to be started by who adds it. */
    boolean hasStartedListeners() {
        return listenersStarted;
    }

    @Override
    protected void doStart() throws Exception {
        contextStatus = ContextStatus.NOTSET;
        chain.link();
        getContext().setAttribute(DecoratedObjectFactory.ATTR, objectFactory);
        getContext().call(this::startInScope, null);
    }

    private void startInScope() throws Exception {
        super.doStart();
        if (getTempDirectory() != null && getContext().getAttribute(ServletContext.TEMPDIR) == null) {
            getContext().setAttribute(ServletContext.TEMPDIR, getTempDirectory());
        }
        try {
            startContext();
        } catch (Throwable x) {
            contextDestroyedAfter(x);
            throw x;
        }
    }

    private void contextDestroyedAfter(Throwable x) {
        try {
            contextDestroyed();
        } catch (Throwable t) {
            ExceptionUtil.addSuppressedIfNotAssociated(x, t);
        }
    }

    /** Container initializers start with the context itself, not with its parts. */
    @Override
    protected void start(LifeCycle bean) throws Exception {
        if (!(bean instanceof ServletContainerInitializerCaller)) {
            super.start(bean);
        }
    }

    /** Brings the application up: container initializers, context listeners, filters, servlets (Servlet section 8.2). */
    protected void startContext() throws Exception {
        for (ServletContainerInitializerCaller caller : getBeans(ServletContainerInitializerCaller.class)) {
            if (!caller.isStarted()) {
                caller.start();
            }
        }
        getServletHandler().startListeners();
        listenersStarted = true;
        contextInitialized();
        getServletHandler().initialize();
        contextStatus = ContextStatus.INITIALIZED;
    }

    protected void stopContext() throws Exception {
        Throwable failure = null;
        try {
            getServletHandler().stop();
        } catch (Throwable x) {
            failure = x;
        }
        try {
            contextDestroyed();
        } catch (Throwable x) {
            failure = ExceptionUtil.combine(failure, x);
        }
        getServletHandler().stopListeners();
        ExceptionUtil.ifExceptionThrow(failure);
    }

    @Override
    protected void doStop() throws Exception {
        Throwable failure = null;
        try {
            getContext().call(this::stopContext, null);
        } catch (Throwable x) {
            failure = x;
        }
        try {
            super.doStop();
        } catch (Throwable x) {
            failure = ExceptionUtil.combine(failure, x);
        }
        listenersStarted = false;
        contextStatus = ContextStatus.NOTSET;
        contentTypes = null;
        for (EventListener listener : getEventListeners()) {
            if (!listeners.isDurable(listener)) {
                removeEventListener(listener);
            }
        }
        listeners.clearProgrammatic();
        objectFactory.clear();
        getContext().clearAttributes();
        ExceptionUtil.ifExceptionThrow(failure);
    }

    // requests

    protected ServletContextRequest newServletContextRequest(
            ServletChannel servletChannel,
            Request request,
            Response response,
            String decodedPathInContext,
            MatchedResource<ServletHandler.MappedServlet> matchedResource) {
        return new ServletContextRequest(
                getContext().getServletContext(),
                servletChannel,
                request,
                response,
                decodedPathInContext,
                matchedResource,
                getSessionHandler());
    }

    @Override
    protected @Nullable ContextRequest wrapRequest(Request request, Response response) {
        MatchedPaths.Match<ServletHandler.MappedServlet> match = match(request);
        if (match.matched() == null) {
            return null;
        }
        if (CustomRequestLog.isLogDetailRequired(getServer())) {
            request.setAttribute(CustomRequestLog.LOG_DETAIL, logDetail(match));
        }
        return new ServletChannel(this, request, response, match).getServletContextRequest();
    }

    /** Returns where the path of a request leads, with the path of this context. */
    MatchedPaths.Match<ServletHandler.MappedServlet> match(Request request) {
        String canonicalPath = request.getHttpURI().getCanonicalPath();
        assert canonicalPath != null : "a context is found by the path";
        ServletHandler mappings = getServletHandler();
        Object version = mappings.mappingVersion();
        MatchedPaths.Match<ServletHandler.MappedServlet> known = matchedPaths.get(version, canonicalPath);
        if (known != null) {
            return known;
        }
        String path = getContext().getPathInContext(canonicalPath);
        String decoded = URIUtil.decodePath(path == null || path.isEmpty() ? "/" : path);
        MatchedResource<ServletHandler.MappedServlet> matched = mappings.getMatchedServlet(decoded);
        ServletPathMapping mapping =
                matched == null ? null : matched.getResource().getServletPathMapping(decoded, matched.getMatchedPath());
        MatchedPaths.Match<ServletHandler.MappedServlet> match =
                new MatchedPaths.Match<>(version, canonicalPath, decoded, matched, mapping);
        matchedPaths.put(match);
        return match;
    }

    /** The servlet and the file of a request: the log is written when neither can be asked for any more. */
    private CustomRequestLog.LogDetail logDetail(MatchedPaths.Match<ServletHandler.MappedServlet> match) {
        return new CustomRequestLog.LogDetail(
                match.found().getResource().getServletHolder().getName(),
                getServletContext().getRealPath(match.decodedPath()));
    }

    /** The content types that this application sets. */
    ContentTypes getContentTypes() {
        ContentTypes types = contentTypes;
        if (types == null) {
            types = new ContentTypes(getContext().getMimeTypes());
            contentTypes = types;
        }
        return types;
    }

    @Override
    protected ContextResponse wrapResponse(ContextRequest request, Response response) {
        return request instanceof ServletContextRequest servletRequest
                ? servletRequest.getServletContextResponse()
                : super.wrapResponse(request, response);
    }

    @Override
    protected boolean handleByContextHandler(
            String pathInContext, ContextRequest request, Response response, Callback callback) {
        if (!(request instanceof ServletContextRequest servletRequest)) {
            return super.handleByContextHandler(pathInContext, request, response, callback);
        }
        if (isProtectedTarget(servletRequest.getDecodedPathInContext())) {
            servletRequest.getServletChannel().sendErrorBeforeDispatch(HttpStatus.NOT_FOUND_404, null, null, callback);
            return true;
        }
        if (ServletVersion.REFUSES_AMBIGUOUS_PATHS
                && request.getHttpURI().hasViolations()
                && request.getHttpURI().isAmbiguous()
                && !getServletHandler().isDecodeAmbiguousURIs()) {
            servletRequest
                    .getServletChannel()
                    .sendErrorBeforeDispatch(HttpStatus.BAD_REQUEST_400, "Ambiguous URI path", null, callback);
            return true;
        }
        return super.handleByContextHandler(pathInContext, request, response, callback);
    }

    @Override
    @Nullable
    DispatchTarget getDispatchTarget(String path) {
        return getServletHandler().getDispatchTarget(path);
    }

    @Override
    @Nullable
    DispatchTarget getNamedDispatchTarget(String name) {
        return getServletHandler().getNamedDispatchTarget(name);
    }

    // additions

    public ServletHolder addServlet(String className, String pathSpec) {
        return getServletHandler().addServletWithMapping(className, pathSpec);
    }

    public ServletHolder addServlet(Class<? extends Servlet> servlet, String pathSpec) {
        return getServletHandler().addServletWithMapping(servlet, pathSpec);
    }

    public void addServlet(ServletHolder servlet, String pathSpec) {
        getServletHandler().addServletWithMapping(servlet, pathSpec);
    }

    public ServletHolder addServlet(HttpServlet servlet, String pathSpec) {
        ServletHolder holder = new ServletHolder(servlet);
        getServletHandler().addServletWithMapping(holder, pathSpec);
        return holder;
    }

    public void addFilter(FilterHolder holder, String pathSpec, EnumSet<DispatcherType> dispatches) {
        getServletHandler().addFilterWithMapping(holder, pathSpec, dispatches);
    }

    public FilterHolder addFilter(
            Class<? extends Filter> filterClass, String pathSpec, EnumSet<DispatcherType> dispatches) {
        return getServletHandler().addFilterWithMapping(filterClass, pathSpec, dispatches);
    }

    public FilterHolder addFilter(String filterClass, String pathSpec, EnumSet<DispatcherType> dispatches) {
        return getServletHandler().addFilterWithMapping(filterClass, pathSpec, dispatches);
    }

    public FilterHolder addFilter(Filter filter, String pathSpec, EnumSet<DispatcherType> dispatches) {
        FilterHolder holder = new FilterHolder(filter);
        getServletHandler().addFilterWithMapping(holder, pathSpec, dispatches);
        return holder;
    }

    public ServletContainerInitializerHolder addServletContainerInitializer(ServletContainerInitializer initializer) {
        return addServletContainerInitializer(initializer, new Class<?>[0]);
    }

    public ServletContainerInitializerHolder addServletContainerInitializer(
            ServletContainerInitializer initializer, Class<?>... classes) {
        if (!isStopped()) {
            throw new IllegalStateException("ServletContainerInitializers should be added before start");
        }
        ServletContainerInitializerHolder holder = new ServletContainerInitializerHolder(initializer, classes);
        addServletContainerInitializer(holder);
        return holder;
    }

    public void addServletContainerInitializer(ServletContainerInitializerHolder... holders) {
        ServletContainerInitializerStarter starter = getBean(ServletContainerInitializerStarter.class);
        if (starter == null) {
            starter = new ServletContainerInitializerStarter();
            addBean(starter, true);
        }
        starter.addServletContainerInitializerHolders(holders);
    }

    /** Called when the Servlet API added a servlet; returns what the application may configure. */
    protected ServletRegistration.Dynamic dynamicHolderAdded(ServletHolder holder) {
        return holder.getRegistration();
    }

    @Override
    protected void addRoles(String... roles) {
        if (getSecurityHandler() instanceof ConstraintAware aware) {
            for (String role : roles) {
                aware.addKnownRole(role);
            }
        }
    }

    /** Puts a servlet's paths under a security constraint; returns those that have one from a descriptor. */
    public Set<String> setServletSecurity(
            ServletRegistration.Dynamic registration, ServletSecurityElement servletSecurityElement) {
        java.util.Collection<String> patterns = registration.getMappings();
        if (!(getSecurityHandler() instanceof ConstraintAware aware)) {
            return Collections.emptySet();
        }
        for (String pattern : patterns) {
            for (ConstraintMapping mapping : ConstraintSecurityHandler.createConstraintsWithMappingsForPath(
                    registration.getName(), pattern, servletSecurityElement)) {
                aware.addConstraintMapping(mapping);
            }
        }
        aware.checkPathsWithUncoveredHttpMethods();
        return Collections.emptySet();
    }

    // what requests and responses know

    /** What a request of this layer knows beyond the Servlet API. */
    public interface ServletRequestInfo {
        String getDecodedPathInContext();

        @Nullable
        ManagedSession getManagedSession();

        @Nullable
        Charset getQueryEncoding();

        Request getRequest();

        List<ServletRequestAttributeListener> getRequestAttributeListeners();

        ServletScopedContext getServletContext();

        HttpInput getHttpInput();

        MatchedResource<ServletHandler.MappedServlet> getMatchedResource();

        RequestedSession getRequestedSession();

        ServletChannel getServletChannel();

        ServletContextHandler getServletContextHandler();

        ServletChannelState getServletRequestState();

        @Nullable
        SessionManager getSessionManager();

        ServletChannelState getState();

        void setQueryEncoding(@Nullable String queryEncoding);
    }

    /** What a response of this layer knows beyond the Servlet API. */
    public interface ServletResponseInfo {
        String getCharacterEncoding(boolean setContentType);

        String getCharacterEncoding();

        @Nullable
        String getContentType();

        EncodingFrom getEncodingFrom();

        Locale getLocale();

        OutputType getOutputType();

        Response getResponse();

        @Nullable
        Supplier<Map<String, String>> getTrailers();

        @Nullable
        ResponseWriter getWriter();

        boolean isWriting();

        void setCharacterEncoding(@Nullable String encoding, EncodingFrom from);

        void setLocale(@Nullable Locale locale);

        void setOutputType(OutputType outputType);

        void setTrailers(@Nullable Supplier<Map<String, String>> trailers);

        void setWriter(ResponseWriter responseWriter);
    }

    /** Starts container initializers when the context starts. */
    public interface ServletContainerInitializerCaller extends LifeCycle {}

    /** Starts container initializers in the order in which they were added. */
    public static class ServletContainerInitializerStarter extends ContainerLifeCycle
            implements ServletContainerInitializerCaller {
        public void addServletContainerInitializerHolders(ServletContainerInitializerHolder... holders) {
            for (ServletContainerInitializerHolder holder : holders) {
                addBean(holder, true);
            }
        }

        public java.util.Collection<ServletContainerInitializerHolder> getServletContainerInitializerHolders() {
            return getBeans(ServletContainerInitializerHolder.class);
        }
    }

    /** The core's view of this context. Thread-safe. */
    public class ServletScopedContext extends ScopedContext implements ServletScope {
        private final ServletContextApi servletContext = newServletContextApi();

        @Override
        public ServletContextApi getServletContext() {
            return servletContext;
        }

        @Override
        public boolean isInitialized() {
            return isContextInitialized();
        }

        public ServletContextHandler getServletContextHandler() {
            return ServletContextHandler.this;
        }

        @Override
        protected DecoratedObjectFactory getDecoratedObjectFactory() {
            return objectFactory;
        }

        /** Makes and decorates what a holder holds. */
        public <T> T createInstance(BaseHolder<T> holder) throws ServletException {
            try {
                return decorate(holder.knownClass().getDeclaredConstructor().newInstance());
            } catch (ReflectiveOperationException x) {
                Throwable cause = x.getCause() == null ? x : x.getCause();
                throw new ServletException("Cannot make an instance of " + holder.getClassName(), cause);
            }
        }

        public <T extends Filter> void destroyFilter(T filter) {
            destroy(filter);
        }

        public <T extends Servlet> void destroyServlet(T servlet) {
            destroy(servlet);
        }

        public void setExtendedListenerTypes(boolean extended) {
            servletContext.setExtendedListenerTypes(extended);
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object value) {
            Object old = super.setAttribute(name, value);
            if (listeners != null) {
                listeners.contextAttributeChanged(servletContext, name, old, value);
            }
            return old;
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            Object old = super.removeAttribute(name);
            if (listeners != null) {
                listeners.contextAttributeChanged(servletContext, name, old, null);
            }
            return old;
        }
    }

    /** The context as applications see it (Servlet chapter 4). Thread-safe. */
    public class ServletContextApi extends ContextView {
        public ServletContextApi() {
            super(ServletContextHandler.this, new HolderRegistrations(ServletContextHandler.this));
        }

        public ServletScopedContext getContext() {
            return ServletContextHandler.this.getContext();
        }
    }

    /** What descriptors say about JSPs. Guarded by the life cycle. */
    public static class JspConfig implements JspConfigDescriptor {
        private final List<TaglibDescriptor> taglibs = new ArrayList<>();
        private final List<JspPropertyGroupDescriptor> propertyGroups = new ArrayList<>();

        @Override
        public java.util.Collection<TaglibDescriptor> getTaglibs() {
            return new ArrayList<>(taglibs);
        }

        public void addTaglibDescriptor(TaglibDescriptor descriptor) {
            taglibs.add(descriptor);
        }

        @Override
        public java.util.Collection<JspPropertyGroupDescriptor> getJspPropertyGroups() {
            return new ArrayList<>(propertyGroups);
        }

        public void addJspPropertyGroup(JspPropertyGroupDescriptor group) {
            propertyGroups.add(group);
        }
    }

    /** A tag library of a descriptor. Guarded by the life cycle. */
    public static class TagLib implements TaglibDescriptor {
        private @Nullable String uri;
        private @Nullable String location;

        @Override
        public @Nullable String getTaglibURI() {
            return uri;
        }

        public void setTaglibURI(@Nullable String uri) {
            this.uri = uri;
        }

        @Override
        public @Nullable String getTaglibLocation() {
            return location;
        }

        public void setTaglibLocation(@Nullable String location) {
            this.location = location;
        }
    }

    /** A property group of a descriptor. Guarded by the life cycle. */
    public static class JspPropertyGroup extends JspProperties {}
}
