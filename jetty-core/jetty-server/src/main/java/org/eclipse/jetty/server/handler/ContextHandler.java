package org.eclipse.jetty.server.handler;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.AliasCheck;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ContainedSymlinkAliasChecker;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Deployable;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SymlinkAllowedResourceAliasChecker;
import org.eclipse.jetty.server.internal.CoreRequest;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.component.ClassLoaderDump;
import org.eclipse.jetty.util.component.DumpableAttributes;
import org.eclipse.jetty.util.component.ManagedName;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application below a path, on some or all virtual hosts, with a class loader, resources and attributes of its own.
 *
 * <p>While it handles a request, {@link #getCurrentContext()} is its context and the thread's context class loader is its
 * class loader; callbacks of the request run in the same scope. It has many members because it is the one place that an
 * application is configured by; what they do is small.
 */
@ManagedObject("An application below a path")
public class ContextHandler extends Handler.Wrapper
        implements Attributes.Delegating, AliasCheck, Deployable, ManagedName {
    /** The attribute of a server with names of context attributes that are exported for management. */
    public static final String MANAGED_ATTRIBUTES = "org.eclipse.jetty.server.context.ManagedAttributes";

    /**
     * The attribute of a context with its version, where several versions of one application are at the same place; to be set before the
     * context starts.
     */
    public static final String VERSION_ATTRIBUTE = "org.eclipse.jetty.server.context.version";

    private static final Logger LOG = LoggerFactory.getLogger(ContextHandler.class);
    private static final ThreadLocal<Context> CURRENT = new ThreadLocal<>();

    private final Attributes persistentAttributes = new Attributes.Mapped();
    private final MimeTypes.Wrapper mimeTypes = new MimeTypes.Wrapper();
    private final List<ContextScopeListener> scopeListeners = new CopyOnWriteArrayList<>();
    private final List<AliasCheck> aliasChecks = new CopyOnWriteArrayList<>();
    private final TempDirectory tempDirectory = new TempDirectory();
    private final ScopedContext context;
    private String contextPath = "/";
    // empty for the root
    private String encodedContextPath = "";
    /** In the form that the canonical paths of requests have, in which not everything is encoded; empty for the root. */
    private String canonicalContextPath = "";

    private boolean contextPathDefault = true;
    private @Nullable String displayName;
    private @Nullable Resource baseResource;
    private @Nullable ClassLoader classLoader;
    private Request.@Nullable Handler errorHandler;
    private VirtualHosts virtualHosts = new VirtualHosts(List.of());
    private boolean allowNullPathInContext;
    private boolean crossContextDispatchSupported;
    private ProtectedTargets protectedTargets = ProtectedTargets.NONE;
    private volatile boolean available = true;
    private volatile @Nullable RequestSelector requestSelector;
    private @Nullable String version;

    /** The context that the current thread handles a request of; null if it does not. */
    public static Context getCurrentContext() {
        return CURRENT.get();
    }

    /** As {@link #getCurrentContext()}, with the context of a server in place of null. */
    @NullContract("!null -> !null")
    public static @Nullable Context getCurrentContext(@Nullable Server server) {
        Context current = CURRENT.get();
        return current == null && server != null ? server.getContext() : current;
    }

    public static @Nullable ContextHandler getCurrentContextHandler() {
        return CURRENT.get() instanceof ScopedContext scoped ? scoped.getContextHandler() : null;
    }

    /** The context handler that a request is in; null outside of all. */
    public static @Nullable ContextHandler getContextHandler(Request request) {
        ContextRequest contextRequest = Request.as(request, ContextRequest.class);
        return contextRequest != null && contextRequest.getContext() instanceof ScopedContext scoped
                ? scoped.getContextHandler()
                : null;
    }

    public ContextHandler() {
        this(null, null);
    }

    public ContextHandler(Handler handler) {
        this(handler, null);
    }

    public ContextHandler(String contextPath) {
        this(null, contextPath);
    }

    public ContextHandler(@Nullable Handler handler, @Nullable String contextPath) {
        super(handler);
        context = newContext();
        if (contextPath != null) {
            setContextPath(contextPath);
        }
        addAliasCheck(new ContainedSymlinkAliasChecker(this));
    }

    protected ScopedContext newContext() {
        return new ScopedContext();
    }

    public ScopedContext getContext() {
        return context;
    }

    @Override
    public void setServer(@Nullable Server server) {
        super.setServer(server);
        if (server != null) {
            mimeTypes.setWrapped(server.getMimeTypes());
        }
    }

    // ---- path and hosts

    /**
     * Sets the path, "/" for the root; it begins with a slash and does not end with one.
     *
     * @param newPath decoded, or encoded: the latter if each "%" in it begins an encoded octet
     */
    public void setContextPath(@Nullable String newPath) {
        if (newPath == null) {
            throw new IllegalArgumentException("context path missing");
        }
        String path = newPath;
        if (path.endsWith("/*")) {
            LOG.warn("context path {} ends with /*, which is taken away", newPath);
            path = path.substring(0, path.length() - 2);
        } else if (path.length() > 1 && path.endsWith("/")) {
            LOG.warn("context path {} ends with /, which is taken away", newPath);
            path = path.substring(0, path.length() - 1);
        }
        if (!path.startsWith("/")) {
            path = "/" + path;
        }
        String encoded = path.length() == 1 ? "" : encode(path);
        canonicalContextPath = encoded.isEmpty() ? "" : canonicalPath(encoded);
        contextPath = path;
        encodedContextPath = encoded;
        contextPathDefault = false;
        Server server = getServer();
        if (server != null && (server.isStarting() || server.isStarted())) {
            mapContexts(server);
        }
    }

    private static String encode(String path) {
        String encoded = URIUtil.encodePath(path);
        for (int i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
            if (i + 3 > path.length() || !StringUtil.isHex(path, i + 1, 2)) {
                return encoded;
            }
        }
        return encoded.replace("%25", "%");
    }

    private static String canonicalPath(String encodedPath) {
        String canonical = HttpURI.build().path(encodedPath).getCanonicalPath();
        return canonical == null ? encodedPath : canonical;
    }

    /** Has requests go to the contexts by their paths and hosts of now. */
    private static void mapContexts(Server server) {
        for (Handler handler : server.getDescendants()) {
            if (handler instanceof ContextMapping mapping) {
                mapping.mapContexts();
            }
        }
    }

    /** Sets the path that the application may change by its own configuration. */
    public void setDefaultContextPath(@Nullable String path) {
        setContextPath(path);
        contextPathDefault = true;
    }

    /** Whether the path was not set, or by {@link #setDefaultContextPath}. */
    public boolean isContextPathDefault() {
        return contextPathDefault;
    }

    @Override
    public String getManagedName() {
        return displayName != null ? displayName.replace('/', '_') : managedPath();
    }

    /** The path, with its slashes as underscores, and the first virtual host if there is one. */
    @Override
    public String getManagedContext() {
        List<String> hosts = getVirtualHosts();
        return hosts.isEmpty() ? managedPath() : managedPath() + "@" + hosts.get(0);
    }

    private String managedPath() {
        String path = getContextPath();
        return path == null || path.length() <= 1 ? "ROOT" : path.replace('/', '_');
    }

    @ManagedAttribute("The path")
    public String getContextPath() {
        return contextPath;
    }

    /** The path as the canonical paths of requests begin with it; empty for the root. */
    String getCanonicalContextPath() {
        return canonicalContextPath;
    }

    /**
     * Sets the virtual hosts.
     *
     * @param hosts each a host, {@code *.} and a domain, {@code @} and the name of a connector, or a combination
     */
    public void setVirtualHosts(List<String> hosts) {
        virtualHosts = new VirtualHosts(hosts == null ? List.of() : hosts);
        if (isRunning() && getServer() != null) {
            mapContexts(getServer());
        }
    }

    public void addVirtualHosts(String... hosts) {
        List<String> list = new ArrayList<>(virtualHosts.getNames());
        list.addAll(Arrays.asList(hosts));
        setVirtualHosts(list);
    }

    public void removeVirtualHosts(String... hosts) {
        List<String> list = new ArrayList<>(virtualHosts.getNames());
        list.removeAll(Arrays.asList(hosts));
        setVirtualHosts(list);
    }

    @ManagedAttribute(value = "The virtual hosts", readonly = true)
    public List<String> getVirtualHosts() {
        return virtualHosts.getNames();
    }

    int getVirtualHostRank() {
        return virtualHosts.rank();
    }

    /** Whether a request is for one of the virtual hosts. */
    public boolean checkVirtualHost(Request request) {
        return virtualHosts.isEmpty()
                || virtualHosts.matches(
                        Request.getServerName(request),
                        request.getConnectionMetaData().getConnector().getName());
    }

    @ManagedAttribute("Whether /context is handled as it is, without redirection to /context/")
    public boolean getAllowNullPathInContext() {
        return allowNullPathInContext;
    }

    public void setAllowNullPathInContext(boolean allow) {
        allowNullPathInContext = allow;
    }

    @ManagedAttribute("Whether requests can be dispatched to and from other contexts")
    public boolean isCrossContextDispatchSupported() {
        return crossContextDispatchSupported;
    }

    public void setCrossContextDispatchSupported(boolean supported) {
        crossContextDispatchSupported = supported;
    }

    /** The context for a path, if both that one and this one support dispatching across; else null. */
    public @Nullable ContextHandler getCrossContextHandler(String path) {
        if (!crossContextDispatchSupported || getServer() == null) {
            return null;
        }
        ContextHandler best = null;
        for (ContextHandler handler : getServer().getDescendants(ContextHandler.class)) {
            if (handler.crossContextDispatchSupported
                    && handler.getContext().getPathInContext(path) != null
                    && (best == null || handler.encodedContextPath.length() > best.encodedContextPath.length())) {
                best = handler;
            }
        }
        return best;
    }

    // ---- settings

    @ManagedAttribute("The name shown to people")
    public String getDisplayName() {
        if (displayName != null) {
            return displayName;
        }
        return "/".equals(contextPath) ? "ROOT" : contextPath;
    }

    /** Sets the name shown to people; null for that of the context path. */
    public void setDisplayName(@Nullable String name) {
        displayName = name;
    }

    @ManagedAttribute("Where its static content lies")
    public @Nullable Resource getBaseResource() {
        return baseResource;
    }

    /** Sets where its static content lies; it must be a directory that can be read. */
    public void setBaseResource(@Nullable Resource resource) {
        if (isStarted()) {
            throw new IllegalStateException("the base resource cannot change while the context is started");
        }
        if (resource != null && !(resource.isDirectory() && resource.isReadable())) {
            throw new IllegalArgumentException(
                    "base resource of " + this + " (expected: a readable directory): " + resource);
        }
        // else all that is in it would be an alias
        baseResource = Resources.real(resource, ResourceFactory.of(this));
    }

    public void setBaseResourceAsPath(Path path) {
        setBaseResource(path == null ? null : ResourceFactory.of(this).newResource(path));
    }

    public void setBaseResourceAsString(String base) {
        setBaseResource(base == null ? null : ResourceFactory.of(this).newResource(base));
    }

    @ManagedAttribute("The class loader")
    public @Nullable ClassLoader getClassLoader() {
        return classLoader;
    }

    public void setClassLoader(@Nullable ClassLoader loader) {
        if (isStarted()) {
            throw new IllegalStateException("the class loader cannot change while the context is started");
        }
        classLoader = loader;
    }

    /** The class path of the class loader, by the separator of the system; null if it is not known. */
    public @Nullable String getClassPath() {
        if (!(classLoader instanceof URLClassLoader loader)) {
            return null;
        }
        StringBuilder path = new StringBuilder();
        for (URL url : loader.getURLs()) {
            if ("file".equals(url.getProtocol())) {
                if (path.length() > 0) {
                    path.append(File.pathSeparatorChar);
                }
                path.append(new File(url.getPath()).getAbsolutePath());
            }
        }
        return path.length() == 0 ? null : path.toString();
    }

    public MimeTypes.Mutable getMimeTypes() {
        return mimeTypes;
    }

    public Request.@Nullable Handler getErrorHandler() {
        return errorHandler;
    }

    /** Sets what generates the error pages of this context; null for that of the server. */
    public void setErrorHandler(Request.@Nullable Handler handler) {
        if (handler instanceof Handler h) {
            h.setServer(getServer());
        }
        updateBean(errorHandler, handler, true);
        errorHandler = handler;
    }

    @ManagedAttribute("Where temporary files lie")
    public @Nullable File getTempDirectory() {
        return tempDirectory.get();
    }

    /** Sets where temporary files lie; it is created at the start if need be. */
    public void setTempDirectory(@Nullable File directory) {
        if (isStarted()) {
            throw new IllegalStateException("the temporary directory cannot change while the context is started");
        }
        tempDirectory.set(directory);
    }

    @ManagedAttribute("Whether temporary files stay when it stops")
    public boolean isTempDirectoryPersistent() {
        return tempDirectory.isPersistent();
    }

    public void setTempDirectoryPersistent(boolean persistent) {
        tempDirectory.setPersistent(persistent);
    }

    /** Whether a path in the context must not be served, such as {@code /WEB-INF}. */
    public boolean isProtectedTarget(String target) {
        return protectedTargets.contains(target);
    }

    /** Sets paths that must not be served, with all below them. */
    public void setProtectedTargets(String[] targets) {
        protectedTargets = targets == null ? ProtectedTargets.NONE : new ProtectedTargets(targets);
    }

    public String[] getProtectedTargets() {
        return protectedTargets.toArray();
    }

    public void addAliasCheck(AliasCheck check) {
        aliasChecks.add(check);
        updateBean(null, check);
    }

    public List<AliasCheck> getAliasChecks() {
        return List.copyOf(aliasChecks);
    }

    public void setAliasChecks(List<AliasCheck> checks) {
        clearAliasChecks();
        checks.forEach(this::addAliasCheck);
    }

    /** Removes the checks, so that no resource is served that has another real name than the one asked for. */
    public void clearAliasChecks() {
        for (AliasCheck check : aliasChecks) {
            removeBean(check);
        }
        aliasChecks.clear();
    }

    @Override
    public boolean checkAlias(String pathInContext, Resource resource) {
        if (!resource.isAlias()) {
            return true;
        }
        for (AliasCheck check : aliasChecks) {
            if (check.checkAlias(pathInContext, resource)) {
                LOG.debug("alias {} of {} allowed by {}", pathInContext, resource, check);
                return true;
            }
        }
        return false;
    }

    @Override
    public void initializeDefaults(Attributes attributes) {
        for (String key : attributes.getAttributeNameSet()) {
            Object value = attributes.getAttribute(key);
            if (key.startsWith(Deployable.ATTRIBUTE_PREFIX)) {
                setAttribute(key.substring(Deployable.ATTRIBUTE_PREFIX.length()), value);
            } else {
                initializeDefault(key, value);
            }
        }
        initializeDefaultsComplete();
    }

    /** Applies one property of a deployment; what is not known is left to others. */
    protected void initializeDefault(String keyName, @Nullable Object value) {
        switch (keyName) {
            case Deployable.CONTEXT_PATH -> setContextPath((String) value);
            case Deployable.DEFAULT_CONTEXT_PATH -> setDefaultContextPath((String) value);
            case Deployable.BASE_RESOURCE -> {
                if (value instanceof Path path) {
                    setBaseResourceAsPath(path);
                } else if (value instanceof Resource resource) {
                    setBaseResource(resource);
                } else {
                    setBaseResourceAsString(String.valueOf(value));
                }
            }
            case Deployable.SYMLINKS_ALLOWED -> {
                if (Boolean.parseBoolean(String.valueOf(value))) {
                    addAliasCheck(new SymlinkAllowedResourceAliasChecker(this));
                }
            }
            case Deployable.TEMP_DIR ->
                setTempDirectory(
                        value instanceof File file
                                ? file
                                : value instanceof Path path ? path.toFile() : new File(String.valueOf(value)));
            default -> LOG.debug("{} is of no concern to {}", keyName, this);
        }
    }

    /** Called when all properties of a deployment were applied. */
    protected void initializeDefaultsComplete() {}

    // ---- attributes: those set before the start stay when it stops

    @Override
    public Attributes getDelegate() {
        return persistentAttributes;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public boolean addEventListener(EventListener listener) {
        if (super.addEventListener(listener)) {
            if (listener instanceof ContextScopeListener scopeListener) {
                scopeListeners.add(scopeListener);
                if (CURRENT.get() != null) {
                    scopeListener.enterScope(CURRENT.get(), null);
                }
            }
            return true;
        }
        return false;
    }

    @Override
    public boolean removeEventListener(EventListener listener) {
        if (super.removeEventListener(listener)) {
            if (listener instanceof ContextScopeListener scopeListener) {
                scopeListeners.remove(scopeListener);
            }
            return true;
        }
        return false;
    }

    // ---- scope

    /** Enters the scope; returns the class loader to be restored. */
    protected ClassLoader enterScope(@Nullable Request contextRequest) {
        CURRENT.set(context);
        Thread thread = Thread.currentThread();
        ClassLoader last = thread.getContextClassLoader();
        if (classLoader != null && classLoader != last) {
            thread.setContextClassLoader(classLoader);
        }
        if (!scopeListeners.isEmpty()) {
            notifyEnterScope(contextRequest);
        }
        return last;
    }

    protected void notifyEnterScope(@Nullable Request contextRequest) {
        for (ContextScopeListener listener : scopeListeners) {
            try {
                listener.enterScope(context, contextRequest);
            } catch (Throwable x) {
                LOG.warn("scope listener {} failed", listener, x);
            }
        }
    }

    /** Leaves the scope, back to the one before. */
    protected void exitScope(@Nullable Request request, @Nullable Context lastContext, ClassLoader lastLoader) {
        if (!scopeListeners.isEmpty()) {
            notifyExitScope(request);
        }
        CURRENT.set(lastContext);
        if (classLoader != null && classLoader != lastLoader) {
            Thread.currentThread().setContextClassLoader(lastLoader);
        }
    }

    protected void notifyExitScope(@Nullable Request request) {
        for (int i = scopeListeners.size(); i-- > 0; ) {
            try {
                scopeListeners.get(i).exitScope(context, request);
            } catch (Throwable x) {
                LOG.warn("scope listener failed", x);
            }
        }
    }

    // ---- life cycle

    @ManagedAttribute("Whether it is started and answers")
    public boolean isAvailable() {
        return isStarted() && available;
    }

    /** Sets whether it answers; where not, requests are answered by 503. */
    public void setAvailable(boolean newAvailable) {
        available = newAvailable;
    }

    @Override
    protected void doStart() throws Exception {
        if (baseResource != null && !baseResource.exists()) {
            throw new IllegalStateException("the base resource of " + this + " does not exist: " + baseResource);
        }
        if (getServer() != null) {
            mimeTypes.setWrapped(getServer().getMimeTypes());
        }
        Object versionAttribute = getAttribute(VERSION_ATTRIBUTE);
        version = versionAttribute == null ? null : versionAttribute.toString();
        createTempDirectory();
        // "context" must be seen by everything that starts with it
        context.call(() -> super.doStart(), null);
        started();
    }

    /** Logs that the start is complete; to be called later by a context whose start goes on. */
    protected void started() {
        LOG.info("Started {}", this);
    }

    /** Makes sure that there is a temporary directory. */
    protected void createTempDirectory() throws IOException {
        if (tempDirectory.get() == null) {
            makeTempDirectory();
        } else {
            tempDirectory.prepare();
        }
    }

    /** Makes a temporary directory for this run below that of the server, or of the system. */
    protected void makeTempDirectory() throws IOException {
        Server server = getServer();
        File parent = server == null ? null : server.getTempDirectory();
        tempDirectory.make(parent, server != null && server.isTempDirectoryKept(), getCanonicalNameForTmpDir());
    }

    /** A name for the temporary directory with port, application and path. */
    protected String getCanonicalNameForTmpDir() {
        Connector[] connectors =
                getServer() == null ? new Connector[0] : getServer().getConnectors();
        String address = connectors.length > 0 && connectors[0] instanceof NetworkConnector network
                ? TempDirectory.nameOf(network.getHost(), network.getLocalPort(), network.getPort())
                : null;
        return TempDirectory.nameFor(address, getResourceForTempDirName(), getContextPath(), getVirtualHosts());
    }

    protected @Nullable Resource getResourceForTempDirName() {
        return baseResource;
    }

    /** The last segment of a resource's URI. */
    protected static @Nullable String getBaseName(@Nullable Resource resource) {
        return TempDirectory.baseName(resource);
    }

    @Override
    protected void doStop() throws Exception {
        try {
            context.call(() -> super.doStop(), null);
        } finally {
            context.clearAttributes();
            cleanupAfterStop();
            LOG.info("Stopped {}", this);
        }
    }

    /** Deletes the temporary directory, unless it is persistent, or kept by the server. */
    protected void cleanupAfterStop() throws Exception {
        tempDirectory.cleanup();
    }

    // ---- handling

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!isStarted() || getHandler() == null || !checkVirtualHost(request)) {
            return false;
        }
        String path = request.getContext().getPathInContext(request.getHttpURI().getCanonicalPath());
        String pathInContext = Context.getPathInContext(canonicalContextPath, path);
        if (pathInContext == null) {
            return false;
        }
        RequestSelector selector = requestSelector;
        if (selector != null && !selector.selects(request, response)) {
            return false;
        }
        if (!available) {
            handleUnavailable(request, response, callback);
            return true;
        }
        if (pathInContext.isEmpty() && !allowNullPathInContext) {
            handleMovedPermanently(request, response, callback);
            return true;
        }
        ContextRequest contextRequest = wrapRequest(request, response);
        if (contextRequest == null) {
            return false;
        }
        if (handleByContextHandler(pathInContext, contextRequest, response, callback)) {
            return true;
        }
        if (Request.unWrap(request) instanceof CoreRequest core) {
            core.onContext(context, version);
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug("Request {} {}: in {}", Request.getLogId(request), pathInContext, this);
        }
        Context lastContext = CURRENT.get();
        ClassLoader lastLoader = enterScope(contextRequest);
        try {
            return handleInScope(contextRequest, wrapResponse(contextRequest, response), callback);
        } catch (Throwable x) {
            Response.writeError(contextRequest, response, callback, x);
            return true;
        } finally {
            exitScope(contextRequest, lastContext, lastLoader);
        }
    }

    private boolean handleInScope(ContextRequest request, ContextResponse response, Callback callback)
            throws Exception {
        return super.handle(request, response, callback);
    }

    /** Sets which requests of its path and virtual hosts it takes; null, the default, for all. */
    public void setRequestSelector(@Nullable RequestSelector selector) {
        requestSelector = selector;
    }

    public @Nullable RequestSelector getRequestSelector() {
        return requestSelector;
    }

    /**
     * Called before the handlers of the context, for what the context answers itself.
     *
     * @return whether it answered
     */
    protected boolean handleByContextHandler(
            String pathInContext, ContextRequest request, Response response, Callback callback) {
        if (isProtectedTarget(pathInContext)) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404, null);
            return true;
        }
        return false;
    }

    /** Redirects {@code /context} to {@code /context/}. */
    protected void handleMovedPermanently(Request request, Response response, Callback callback) {
        String location = encodedContextPath + "/";
        if (request.getHttpURI().getParam() != null) {
            location += ";" + request.getHttpURI().getParam();
        }
        if (request.getHttpURI().getQuery() != null) {
            location += "?" + request.getHttpURI().getQuery();
        }
        Response.sendRedirect(request, response, callback, HttpStatus.MOVED_PERMANENTLY_301, location, true);
    }

    protected void handleUnavailable(Request request, Response response, Callback callback) {
        Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, null);
    }

    /** Returns the request within this context; null for one that this does not handle. */
    protected @Nullable ContextRequest wrapRequest(Request request, Response response) {
        return new ContextRequest(context, request);
    }

    protected ContextResponse wrapResponse(ContextRequest request, Response response) {
        return new ContextResponse(context, request, response);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        dumpObjects(
                out,
                indent,
                new ClassLoaderDump(classLoader),
                new DumpableAttributes("attributes", persistentAttributes),
                new DumpableAttributes("context attributes", context));
    }

    @Override
    public String toString() {
        StringBuilder builder = new StringBuilder();
        builder.append(getClass().getSimpleName()).append('@').append(Integer.toHexString(hashCode()));
        builder.append('{')
                .append(displayName == null ? "-" : displayName)
                .append(',')
                .append(contextPath);
        builder.append(",b=")
                .append(baseResource)
                .append(",a=")
                .append(isAvailable())
                .append(",h=");
        builder.append(getHandler());
        if (!virtualHosts.isEmpty()) {
            builder.append(",vh=").append(virtualHosts.getNames());
        }
        return builder.append('}').toString();
    }

    /** Is notified of threads that enter and leave the scope of a context. */
    public interface ContextScopeListener extends EventListener {
        /** @param request the request on behalf of which the scope is entered; may be null */
        default void enterScope(Context context, @Nullable Request request) {}

        default void exitScope(Context context, @Nullable Request request) {}
    }

    /** The context as requests see it, with attributes that are forgotten when it stops. */
    public class ScopedContext extends Attributes.Layer implements Context {
        public ScopedContext() {
            super(persistentAttributes);
        }

        @SuppressWarnings("unchecked")
        public <H extends ContextHandler> H getContextHandler() {
            return (H) ContextHandler.this;
        }

        @Override
        public Request.@Nullable Handler getErrorHandler() {
            Request.Handler handler = ContextHandler.this.getErrorHandler();
            Server server = getServer();
            return handler == null && server != null ? server.getErrorHandler() : handler;
        }

        @Override
        public String getContextPath() {
            return encodedContextPath.isEmpty() ? "/" : encodedContextPath;
        }

        /** {@inheritDoc} The path may be that of a request, in which not everything is encoded, or begin with {@link #getContextPath()}. */
        @Override
        public @Nullable String getPathInContext(@Nullable String canonicallyEncodedPath) {
            String path = Context.getPathInContext(canonicalContextPath, canonicallyEncodedPath);
            return path == null ? Context.getPathInContext(encodedContextPath, canonicallyEncodedPath) : path;
        }

        @Override
        public MimeTypes getMimeTypes() {
            return mimeTypes;
        }

        @Override
        public @Nullable ClassLoader getClassLoader() {
            return classLoader;
        }

        @Override
        public @Nullable Resource getBaseResource() {
            return baseResource;
        }

        @Override
        public @Nullable File getTempDirectory() {
            return tempDirectory.get();
        }

        @Override
        public List<String> getVirtualHosts() {
            return ContextHandler.this.getVirtualHosts();
        }

        /** Calls in this context, on behalf of a request that may be null. */
        public void call(Invocable.Callable callable, @Nullable Request request) throws Exception {
            Context lastContext = CURRENT.get();
            if (lastContext == this) {
                callable.call();
                return;
            }
            ClassLoader lastLoader = enterScope(request);
            try {
                callable.call();
            } finally {
                exitScope(request, lastContext, lastLoader);
            }
        }

        /** Tests in this context. */
        public <T> boolean test(Predicate<T> predicate, T value, @Nullable Request request) {
            Context lastContext = CURRENT.get();
            if (lastContext == this) {
                return predicate.test(value);
            }
            ClassLoader lastLoader = enterScope(request);
            try {
                return predicate.test(value);
            } finally {
                exitScope(request, lastContext, lastLoader);
            }
        }

        /** Gives a failure to a consumer in this context. */
        public void accept(Consumer<Throwable> consumer, Throwable failure, @Nullable Request request) {
            Context lastContext = CURRENT.get();
            if (lastContext == this) {
                consumer.accept(failure);
                return;
            }
            ClassLoader lastLoader = enterScope(request);
            try {
                consumer.accept(failure);
            } finally {
                exitScope(request, lastContext, lastLoader);
            }
        }

        @Override
        public void run(Runnable task) {
            run(task, null);
        }

        @Override
        public void run(Runnable task, @Nullable Request request) {
            Context lastContext = CURRENT.get();
            if (lastContext == this) {
                task.run();
                return;
            }
            ClassLoader lastLoader = enterScope(request);
            try {
                task.run();
            } finally {
                exitScope(request, lastContext, lastLoader);
            }
        }

        @Override
        public void execute(Runnable task) {
            execute(task, null);
        }

        /** Runs a task in this context by a thread of the server. */
        public void execute(Runnable task, @Nullable Request request) {
            (request == null
                            ? Handler.serverOf(ContextHandler.this).getThreadPool()
                            : request.getComponents().getExecutor())
                    .execute(() -> run(task, request));
        }

        protected @Nullable DecoratedObjectFactory getDecoratedObjectFactory() {
            return ContextHandler.this.getBean(DecoratedObjectFactory.class);
        }

        @Override
        public <T> T decorate(T object) {
            DecoratedObjectFactory factory = getDecoratedObjectFactory();
            return factory == null ? object : factory.decorate(object);
        }

        @Override
        public void destroy(Object object) {
            DecoratedObjectFactory factory = getDecoratedObjectFactory();
            if (factory != null) {
                factory.destroy(object);
            }
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "@" + Integer.toHexString(hashCode()) + "{" + contextPath + "}";
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }
}
