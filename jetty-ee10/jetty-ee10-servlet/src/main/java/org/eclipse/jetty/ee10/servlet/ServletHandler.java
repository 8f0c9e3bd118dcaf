package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.eclipse.jetty.http.pathmap.MatchedPath;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.http.pathmap.PathSpecGroup;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.ArrayUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps paths to servlets and servlets to their filter chains (Servlet chapters 6 and 12), and calls them.
 * Configuration is guarded by lock; what requests read is replaced as a whole. Thread-safe.
 */
@ManagedObject("Maps requests to filters and servlets")
public class ServletHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(ServletHandler.class);

    private final AutoLock lock = new AutoLock();
    /**
     * For subclasses that override {@link #getFilterChain} and keep what they make: maps by path, at the index of a
     * dispatch such as {@link FilterMapping#REQUEST}, which are emptied when filters or servlets change. The name is the one
     * that they compile against. Chains made here are kept elsewhere.
     */
    protected final ConcurrentMap<String, FilterChain>[] _chainCache = newChainCache();

    private final MappingOrder filterOrder = new MappingOrder();
    private @Nullable ServletContextHandler contextHandler;
    private @Nullable IdentityService identityService;

    private volatile FilterHolder[] filters = new FilterHolder[0];
    private volatile FilterMapping[] filterMappings = new FilterMapping[0];
    private volatile ServletHolder[] servlets = new ServletHolder[0];
    private volatile ServletMapping[] servletMappings = new ServletMapping[0];
    private volatile ListenerHolder[] listeners = new ListenerHolder[0];

    private volatile Map<String, FilterHolder> filtersByName = Map.of();
    private volatile Map<String, MappedServlet> servletsByName = Map.of();
    private volatile PathMappings<MappedServlet> pathMappings = new PathMappings<>();
    private volatile boolean filtered;
    private volatile ChainCache chains = new ChainCache();

    private boolean filterChainsCached = true;
    private int maxFilterChainsCacheSize = 1024;
    private boolean startWithUnavailable;
    private boolean ensureDefaultServlet = true;
    private boolean allowDuplicateMappings;
    private boolean decodeAmbiguousURIs;
    private boolean initialized;

    public ServletHandler() {}

    /** Whether paths with ambiguous segments are decoded for the application rather than refused with 400. */
    public boolean isDecodeAmbiguousURIs() {
        return decodeAmbiguousURIs;
    }

    public void setDecodeAmbiguousURIs(boolean decodeAmbiguousURIs) {
        this.decodeAmbiguousURIs = decodeAmbiguousURIs;
    }

    @Override
    protected void doStart() throws Exception {
        ContextHandler current = ContextHandler.getCurrentContextHandler();
        if (current instanceof ServletContextHandler servletContext) {
            contextHandler = servletContext;
            SecurityHandler security = servletContext.getSecurityHandler();
            if (security != null) {
                identityService = security.getIdentityService();
            }
        }
        try (AutoLock l = lock.lock()) {
            if (ensureDefaultServlet && getServletMapping("/") == null) {
                ServletHolder notFound = newServletHolder(Source.EMBEDDED);
                notFound.setName("default404");
                notFound.setHeldClass(Default404Servlet.class);
                notFound.setAsyncSupported(true);
                addServletWithMapping(notFound, "/");
            }
        }
        updateNameMappings();
        updateMappings();
        super.doStart();
    }

    @Override
    protected void start(LifeCycle bean) throws Exception {
        // holders start with initialize(), after the context's listeners were told
        if (!(bean instanceof BaseHolder)) {
            super.start(bean);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        initialized = false;
        Throwable failure = BaseHolder.stopAll(filters, null);
        failure = BaseHolder.stopAll(servlets, failure);
        setFilters(BaseHolder.embedded(filters));
        List<FilterMapping> keptMappings = new ArrayList<>();
        for (FilterMapping mapping : filterMappings) {
            if (mapping.getFilter() == null || Arrays.asList(filters).contains(mapping.getFilter())) {
                keptMappings.add(mapping);
            }
        }
        filterMappings = keptMappings.toArray(new FilterMapping[0]);
        servlets = BaseHolder.embedded(servlets);
        servletMappings = Arrays.stream(servletMappings)
                .filter(mapping -> mapping.getSource().getOrigin() == Source.Origin.EMBEDDED
                        && Arrays.stream(servlets).anyMatch(s -> s.getName().equals(mapping.getServletName())))
                .toArray(ServletMapping[]::new);
        filterOrder.clear();
        identityService = null;
        updateNameMappings();
        pathMappings = new PathMappings<>();
        invalidateChainsCache();
        ExceptionUtil.ifExceptionThrow(failure);
    }

    public boolean isEnsureDefaultServlet() {
        return ensureDefaultServlet;
    }

    /** Sets whether a servlet that answers 404 is added when nothing is mapped to "/". */
    public void setEnsureDefaultServlet(boolean ensureDefaultServlet) {
        this.ensureDefaultServlet = ensureDefaultServlet;
    }

    @ManagedAttribute(value = "The mappings of filters", readonly = true)
    public FilterMapping[] getFilterMappings() {
        return filterMappings;
    }

    @ManagedAttribute(value = "The filters", readonly = true)
    public FilterHolder[] getFilters() {
        return filters;
    }

    public @Nullable ServletContext getServletContext() {
        return contextHandler == null ? null : contextHandler.getServletContext();
    }

    public @Nullable ServletContextHandler getServletContextHandler() {
        return contextHandler;
    }

    void setServletContextHandler(ServletContextHandler contextHandler) {
        this.contextHandler = contextHandler;
    }

    @ManagedAttribute(value = "The mappings of servlets", readonly = true)
    public ServletMapping[] getServletMappings() {
        return servletMappings;
    }

    /** Returns the mapping of a path pattern that is in force. */
    public @Nullable ServletMapping getServletMapping(String pathSpec) {
        return MappingChoice.inForce(servletMappings, pathSpec);
    }

    @ManagedAttribute(value = "The servlets", readonly = true)
    public ServletHolder[] getServlets() {
        return servlets;
    }

    public List<ServletHolder> getServlets(Class<?> clazz) {
        List<ServletHolder> found = new ArrayList<>();
        for (ServletHolder holder : servlets) {
            if (holder.getHeldClass() != null && clazz.isAssignableFrom(holder.getHeldClass())) {
                found.add(holder);
            }
        }
        return found;
    }

    /** Returns the servlet of a name. */
    public @Nullable ServletHolder getServlet(@Nullable String name) {
        MappedServlet mapped = servletsByName.get(name);
        return mapped == null ? null : mapped.getServletHolder();
    }

    protected @Nullable IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        ServletContextRequest servletRequest = request instanceof ServletContextRequest direct
                ? direct
                : Objects.requireNonNull(
                        Request.as(request, ServletContextRequest.class), "not within a ServletContextHandler");
        ServletChannel channel = servletRequest.getServletChannel();
        channel.associate(request, response, callback);
        channel.handle();
        return true;
    }

    /** Returns the servlet that a decoded path in the context is mapped to. */
    public @Nullable MatchedResource<MappedServlet> getMatchedServlet(String target) {
        if (target.startsWith("/") || target.isEmpty()) {
            return pathMappings.getMatched(target);
        }
        MappedServlet named = servletsByName.get(target);
        return named == null ? null : matchedByName(named);
    }

    @SuppressWarnings("NullAway") // no pattern leads to it, and nobody asks for one
    private static MatchedResource<MappedServlet> matchedByName(MappedServlet named) {
        return new MatchedResource<>(named, null, MatchedPath.EMPTY);
    }

    /** Returns where a dispatcher to a decoded path in the context leads. */
    @Nullable
    DispatchTarget getDispatchTarget(String path) {
        MatchedResource<MappedServlet> matched = getMatchedServlet(path);
        if (matched == null) {
            return null;
        }
        MappedServlet servlet = matched.getResource();
        return new MappedTarget(this, servlet, path, servlet.getServletPathMapping(path, matched.getMatchedPath()));
    }

    /** Returns the servlet of a name as a dispatcher calls it. */
    @Nullable
    DispatchTarget getNamedDispatchTarget(String name) {
        MappedServlet servlet = getMappedServlet(name);
        return servlet == null ? null : new MappedTarget(this, servlet, null, null);
    }

    /** The identity of what getMatchedServlet reads: another object after every change. */
    Object mappingVersion() {
        return pathMappings;
    }

    /** Returns the servlet that a name or path is mapped to. */
    public @Nullable MappedServlet getMappedServlet(String target) {
        MatchedResource<MappedServlet> matched = getMatchedServlet(target);
        return matched == null ? null : matched.getResource();
    }

    /**
     * Returns the filters and servlet for a request, or null when the servlet is to be called without filters.
     * A null path means a servlet that is dispatched to by its name.
     */
    protected @Nullable FilterChain getFilterChain(
            HttpServletRequest request, @Nullable String pathInContext, ServletHolder holder) {
        if (!filtered) {
            return null;
        }
        DispatcherType type = request.getDispatcherType();
        if (!filterChainsCached) {
            return newChain(pathInContext, holder, FilterMapping.dispatch(type));
        }
        ChainCache cache = chains;
        FilterChain chain = cache.get(type, pathInContext, holder.getName());
        if (chain == null) {
            chain = newChain(pathInContext, holder, FilterMapping.dispatch(type));
            if (chain == null) {
                chain = holder.asChain();
            }
            cache.put(type, pathInContext, holder.getName(), chain, maxFilterChainsCacheSize);
        }
        return chain;
    }

    private @Nullable FilterChain newChain(@Nullable String pathInContext, ServletHolder holder, int dispatch) {
        List<String> matched = FilterMapping.match(filterMappings, pathInContext, holder.getName(), dispatch);
        if (matched.isEmpty()) {
            return null;
        }
        FilterChain chain = holder.asChain();
        for (int i = matched.size() - 1; i >= 0; i--) {
            FilterHolder filter = getFilter(matched.get(i));
            // one that was removed has left its mappings
            if (filter != null) {
                chain = newFilterChain(filter, chain);
            }
        }
        return chain;
    }

    /** Returns a chain that calls a filter, which goes on with the given chain. */
    protected FilterChain newFilterChain(FilterHolder filterHolder, FilterChain chain) {
        return filterHolder.before(chain);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type parameters
    private static ConcurrentMap<String, FilterChain>[] newChainCache() {
        ConcurrentMap<String, FilterChain>[] cache = new ConcurrentMap[FilterMapping.ALL];
        for (DispatcherType type : DispatcherType.values()) {
            cache[FilterMapping.dispatch(type)] = new ConcurrentHashMap<>();
        }
        return cache;
    }

    protected void invalidateChainsCache() {
        for (DispatcherType type : DispatcherType.values()) {
            _chainCache[FilterMapping.dispatch(type)].clear();
        }
        chains = new ChainCache();
    }

    /** Whether every servlet is available. */
    @ManagedAttribute(value = "Whether all servlets are available", readonly = true)
    public boolean isAvailable() {
        if (!isStarted()) {
            return false;
        }
        for (ServletHolder holder : servlets) {
            if (!holder.isAvailable()) {
                return false;
            }
        }
        return true;
    }

    public void setStartWithUnavailable(boolean start) {
        startWithUnavailable = start;
    }

    public boolean isAllowDuplicateMappings() {
        return allowDuplicateMappings;
    }

    public void setAllowDuplicateMappings(boolean allowDuplicateMappings) {
        this.allowDuplicateMappings = allowDuplicateMappings;
    }

    /** Whether the context starts although a servlet that loads at start-up does not. */
    public boolean isStartWithUnavailable() {
        return startWithUnavailable;
    }

    /** Starts the listeners' holders, which registers the listeners with the context. */
    void startListeners() throws Exception {
        for (ListenerHolder listener : listeners) {
            if (!listener.isStarted()) {
                listener.start();
            }
        }
    }

    /** Stops the listeners' holders, once the listeners were told that the context is gone. */
    void stopListeners() throws Exception {
        Throwable failure = BaseHolder.stopAll(listeners, null);
        setListeners(BaseHolder.embedded(listeners));
        ExceptionUtil.ifExceptionThrow(failure);
    }

    /** Starts and initialises filters, then servlets in their order; called once the context's listeners were told. */
    public void initialize() throws Exception {
        Throwable failure = null;
        initialized = true;
        updateMappings();
        for (FilterHolder filter : filters) {
            failure = initialize(filter, failure);
        }
        ServletHolder[] ordered = servlets.clone();
        Arrays.sort(ordered);
        for (ServletHolder servlet : ordered) {
            failure = initialize(servlet, failure);
        }
        ExceptionUtil.ifExceptionThrow(failure);
    }

    private @Nullable Throwable initialize(BaseHolder<?> holder, @Nullable Throwable failure) {
        try {
            if (!holder.isStarted()) {
                holder.setServletHandler(this);
                holder.start();
            }
            holder.initialize();
            return failure;
        } catch (Throwable x) {
            if (startWithUnavailable && holder instanceof ServletHolder) {
                LOG.warn("Started without {}: {}", holder, x.toString());
                LOG.debug("unavailable", x);
                return failure;
            }
            return ExceptionUtil.combine(failure, x);
        }
    }

    public boolean isInitialized() {
        return initialized;
    }

    public boolean isFilterChainsCached() {
        return filterChainsCached;
    }

    public void addListener(ListenerHolder listener) {
        setListeners(ArrayUtil.addToArray(listeners, listener, ListenerHolder.class));
    }

    public ListenerHolder[] getListeners() {
        return listeners;
    }

    public void setListeners(ListenerHolder @Nullable [] holders) {
        try (AutoLock l = lock.lock()) {
            adopt(holders);
            updateBeans(listeners, holders);
            listeners = holders == null ? new ListenerHolder[0] : holders;
        }
    }

    private void adopt(BaseHolder<?> @Nullable [] holders) {
        if (holders != null) {
            for (BaseHolder<?> holder : holders) {
                holder.setServletHandler(this);
            }
        }
    }

    public ListenerHolder newListenerHolder(Source source) {
        return new ListenerHolder(source);
    }

    public ServletHolder newServletHolder(Source source) {
        return new ServletHolder(source);
    }

    public FilterHolder newFilterHolder(Source source) {
        return new FilterHolder(source);
    }

    public ServletHolder addServletWithMapping(String className, String pathSpec) {
        ServletHolder holder = newServletHolder(Source.EMBEDDED);
        holder.setClassName(className);
        addServletWithMapping(holder, pathSpec);
        return holder;
    }

    public ServletHolder addServletWithMapping(Class<? extends Servlet> servlet, String pathSpec) {
        ServletHolder holder = newServletHolder(Source.EMBEDDED);
        holder.setHeldClass(servlet);
        addServletWithMapping(holder, pathSpec);
        return holder;
    }

    public void addServletWithMapping(ServletHolder servlet, String pathSpec) {
        // a pattern that is refused adds nothing
        ServletMapping mapping = new ServletMapping(servlet.getSource());
        mapping.setPathSpec(pathSpec);
        try (AutoLock l = lock.lock()) {
            if (!containsServletHolder(servlet)) {
                addServlet(servlet);
            }
            mapping.setServletName(servlet.getName());
            addServletMapping(mapping);
        }
    }

    public void addServlet(@Nullable ServletHolder holder) {
        if (holder == null) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (containsServletHolder(holder)) {
                return;
            }
            setServlets(ArrayUtil.addToArray(servlets, holder, ServletHolder.class));
        }
        initializeLate(holder);
    }

    /** A holder that is added to a running handler starts at once. */
    private void initializeLate(BaseHolder<?> holder) {
        if (!initialized || holder.isStarted()) {
            return;
        }
        try {
            holder.start();
            holder.initialize();
        } catch (Exception x) {
            throw new IllegalStateException("Cannot initialise " + holder, x);
        }
    }

    public void addServletMapping(ServletMapping mapping) {
        try (AutoLock l = lock.lock()) {
            setServletMappings(ArrayUtil.addToArray(servletMappings, mapping, ServletMapping.class));
        }
    }

    public Set<String> setServletSecurity(
            ServletRegistration.Dynamic registration, ServletSecurityElement servletSecurityElement) {
        return contextHandler == null
                ? Collections.emptySet()
                : contextHandler.setServletSecurity(registration, servletSecurityElement);
    }

    /** Returns the filter of a name. */
    public @Nullable FilterHolder getFilter(@Nullable String name) {
        return filtersByName.get(name);
    }

    public FilterHolder addFilterWithMapping(
            Class<? extends Filter> filter, String pathSpec, EnumSet<DispatcherType> dispatches) {
        FilterHolder holder = newFilterHolder(Source.EMBEDDED);
        holder.setHeldClass(filter);
        addFilterWithMapping(holder, pathSpec, dispatches);
        return holder;
    }

    public FilterHolder addFilterWithMapping(String className, String pathSpec, EnumSet<DispatcherType> dispatches) {
        FilterHolder holder = newFilterHolder(Source.EMBEDDED);
        holder.setClassName(className);
        addFilterWithMapping(holder, pathSpec, dispatches);
        return holder;
    }

    public void addFilterWithMapping(FilterHolder holder, String pathSpec, EnumSet<DispatcherType> dispatches) {
        FilterMapping mapping = new FilterMapping();
        mapping.setPathSpec(pathSpec);
        mapping.setDispatcherTypes(dispatches);
        addFilter(holder, mapping);
    }

    public FilterHolder addFilterWithMapping(Class<? extends Filter> filter, String pathSpec, int dispatches) {
        FilterHolder holder = newFilterHolder(Source.EMBEDDED);
        holder.setHeldClass(filter);
        addFilterWithMapping(holder, pathSpec, dispatches);
        return holder;
    }

    public FilterHolder addFilterWithMapping(String className, String pathSpec, int dispatches) {
        FilterHolder holder = newFilterHolder(Source.EMBEDDED);
        holder.setClassName(className);
        addFilterWithMapping(holder, pathSpec, dispatches);
        return holder;
    }

    public void addFilterWithMapping(FilterHolder holder, String pathSpec, int dispatches) {
        FilterMapping mapping = new FilterMapping();
        mapping.setPathSpec(pathSpec);
        mapping.setDispatches(dispatches);
        addFilter(holder, mapping);
    }

    public void addFilter(@Nullable FilterHolder filter, FilterMapping filterMapping) {
        if (filter == null) {
            return;
        }
        addFilter(filter);
        filterMapping.setFilter(filter);
        addFilterMapping(filterMapping);
    }

    public void addFilter(@Nullable FilterHolder filter) {
        if (filter == null) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (containsFilterHolder(filter)) {
                return;
            }
            setFilters(ArrayUtil.addToArray(filters, filter, FilterHolder.class));
        }
        initializeLate(filter);
    }

    public void prependFilter(@Nullable FilterHolder filter) {
        if (filter == null) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (containsFilterHolder(filter)) {
                return;
            }
            setFilters(ArrayUtil.prependToArray(filter, filters, FilterHolder.class));
        }
        initializeLate(filter);
    }

    /** Adds a mapping: one of the API after all others, one of a descriptor before those that ask to match after. */
    public void addFilterMapping(@Nullable FilterMapping mapping) {
        if (mapping == null) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            setFilterMappings(insert(mapping, filterOrder.append(filterMappings.length, isFromApi(mapping))));
        }
    }

    /** Adds a mapping before those of descriptors, after earlier ones that asked for the same. */
    public void prependFilterMapping(@Nullable FilterMapping mapping) {
        if (mapping == null) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            setFilterMappings(insert(mapping, filterOrder.prepend(filterMappings.length, isFromApi(mapping))));
        }
    }

    private boolean isFromApi(FilterMapping mapping) {
        FilterHolder holder = mapping.getFilter() == null ? null : getFilter(mapping.getFilterName());
        return holder != null && holder.getSource() == Source.JAKARTA_API;
    }

    private FilterMapping[] insert(FilterMapping mapping, int position) {
        List<FilterMapping> list = new ArrayList<>(Arrays.asList(filterMappings));
        list.add(position, mapping);
        return list.toArray(new FilterMapping[0]);
    }

    public void removeFilterHolder(FilterHolder holder) {
        try (AutoLock l = lock.lock()) {
            setFilters(Arrays.stream(filters).filter(f -> f != holder).toArray(FilterHolder[]::new));
        }
    }

    public void removeFilterMapping(FilterMapping mapping) {
        try (AutoLock l = lock.lock()) {
            List<FilterMapping> kept = new ArrayList<>(Arrays.asList(filterMappings));
            for (int at; (at = kept.indexOf(mapping)) >= 0; ) {
                kept.remove(at);
                filterOrder.remove(at);
            }
            setFilterMappings(kept.toArray(new FilterMapping[0]));
        }
    }

    /** Brings the maps from names to holders up to date. */
    protected void updateNameMappings() {
        try (AutoLock l = lock.lock()) {
            Map<String, FilterHolder> filterMap = new HashMap<>();
            for (FilterHolder holder : filters) {
                filterMap.put(holder.getName(), holder);
            }
            filtersByName = filterMap;
            Map<String, MappedServlet> servletMap = new HashMap<>();
            for (ServletHolder holder : servlets) {
                servletMap.put(holder.getName(), new MappedServlet(null, holder));
            }
            servletsByName = servletMap;
        }
    }

    protected PathSpec asPathSpec(String pathSpec) {
        return new ServletPathSpec(pathSpec);
    }

    /**
     * Brings the map from paths to servlets, and the filters of mappings, up to date. Two servlets on one path fail, and so does what is
     * mapped and is not there, once initializers and listeners may have added it.
     */
    protected void updateMappings() {
        try (AutoLock l = lock.lock()) {
            for (FilterMapping mapping : filterMappings) {
                FilterHolder holder = filtersByName.get(mapping.getFilterName());
                if (holder == null) {
                    if (!initialized) {
                        continue;
                    }
                    throw new IllegalStateException(
                            "No filter named " + mapping.getFilterName() + ", which is mapped: " + mapping);
                }
                mapping.setFilter(holder);
            }
            filtered = filterMappings.length > 0;

            MappingChoice choice = new MappingChoice(allowDuplicateMappings);
            for (ServletMapping mapping : servletMappings) {
                if (mapping.getPathSpecs() == null) {
                    continue;
                }
                ServletHolder holder = getServlet(mapping.getServletName());
                if (holder == null) {
                    if (!initialized) {
                        continue;
                    }
                    throw new IllegalStateException(
                            "No servlet named " + mapping.getServletName() + ", which is mapped: " + mapping);
                }
                if (holder.isEnabled()) {
                    choice.add(mapping);
                }
            }
            PathMappings<MappedServlet> mappings = new PathMappings<>();
            choice.get().forEach((spec, mapping) -> {
                PathSpec pathSpec = asPathSpec(spec);
                ServletHolder holder = getServlet(mapping.getServletName());
                // one without was refused above
                if (holder != null) {
                    mappings.put(pathSpec, new MappedServlet(pathSpec, holder));
                }
            });
            pathMappings = mappings;
            invalidateChainsCache();
        }
    }

    protected boolean containsFilterHolder(FilterHolder holder) {
        for (FilterHolder filter : filters) {
            if (filter == holder) {
                return true;
            }
        }
        return false;
    }

    protected boolean containsServletHolder(ServletHolder holder) {
        for (ServletHolder servlet : servlets) {
            if (servlet == holder) {
                return true;
            }
        }
        return false;
    }

    public void setFilterChainsCached(boolean filterChainsCached) {
        this.filterChainsCached = filterChainsCached;
    }

    public void setFilterMappings(FilterMapping @Nullable [] mappings) {
        try (AutoLock l = lock.lock()) {
            updateBeans(filterMappings, mappings);
            filterMappings = mappings == null ? new FilterMapping[0] : mappings;
            if (isRunning()) {
                updateMappings();
            }
            invalidateChainsCache();
        }
    }

    public void setFilters(FilterHolder @Nullable [] holders) {
        try (AutoLock l = lock.lock()) {
            adopt(holders);
            updateBeans(filters, holders);
            filters = holders == null ? new FilterHolder[0] : holders;
            updateNameMappings();
            invalidateChainsCache();
        }
    }

    public void setServletMappings(ServletMapping @Nullable [] mappings) {
        try (AutoLock l = lock.lock()) {
            updateBeans(servletMappings, mappings);
            servletMappings = mappings == null ? new ServletMapping[0] : mappings;
            if (isRunning()) {
                updateMappings();
            }
            invalidateChainsCache();
        }
    }

    public void setServlets(ServletHolder @Nullable [] holders) {
        try (AutoLock l = lock.lock()) {
            adopt(holders);
            updateBeans(servlets, holders);
            servlets = holders == null ? new ServletHolder[0] : holders;
            updateNameMappings();
            invalidateChainsCache();
        }
    }

    public int getMaxFilterChainsCacheSize() {
        return maxFilterChainsCacheSize;
    }

    /** Sets how many chains are kept for each dispatcher type before the cache starts again. */
    public void setMaxFilterChainsCacheSize(int maxFilterChainsCacheSize) {
        this.maxFilterChainsCacheSize = maxFilterChainsCacheSize;
    }

    /** What a dispatcher calls: a servlet, and the path that its filters are found by. */
    private record MappedTarget(
            ServletHandler handler,
            MappedServlet servlet,
            @Nullable String path,
            @Nullable ServletPathMapping mapping) implements DispatchTarget {
        @Override
        public void handle(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            servlet.handle(handler, path, request, response);
        }

        @Override
        public String toString() {
            return servlet.toString();
        }
    }

    /** A servlet and the path pattern that leads to it; no pattern when it is reached by its name. Thread-safe. */
    public static class MappedServlet {
        private final @Nullable PathSpec pathSpec;
        private final ServletHolder servletHolder;
        private final @Nullable ServletPathMapping fixed;

        MappedServlet(@Nullable PathSpec pathSpec, ServletHolder servletHolder) {
            this.pathSpec = pathSpec;
            this.servletHolder = servletHolder;
            // the same answer for every request: made once
            fixed = pathSpec != null && isOnePath(pathSpec.getGroup())
                    ? new ServletPathMapping(pathSpec, servletHolder.getName(), pathSpec.getDeclaration())
                    : null;
        }

        private static boolean isOnePath(PathSpecGroup group) {
            return group == PathSpecGroup.EXACT || group == PathSpecGroup.ROOT;
        }

        public @Nullable PathSpec getPathSpec() {
            return pathSpec;
        }

        public ServletHolder getServletHolder() {
            return servletHolder;
        }

        public @Nullable ServletPathMapping getServletPathMapping(String pathInContext) {
            return getServletPathMapping(pathInContext, null);
        }

        public @Nullable ServletPathMapping getServletPathMapping(
                String pathInContext, @Nullable MatchedPath matchedPath) {
            if (fixed != null) {
                return fixed;
            }
            if (pathSpec == null) {
                return null;
            }
            return new ServletPathMapping(pathSpec, servletHolder.getName(), pathInContext, matchedPath);
        }

        /** Calls filters and servlet; a servlet that is or becomes unavailable is answered for. */
        public void handle(
                ServletHandler servletHandler,
                @Nullable String pathInContext,
                HttpServletRequest request,
                HttpServletResponse response)
                throws IOException, ServletException {
            try {
                servletHolder.prepare(request, response);
                FilterChain chain = servletHandler.getFilterChain(request, pathInContext, servletHolder);
                if (chain == null) {
                    servletHolder.handle(request, response);
                } else {
                    chain.doFilter(request, response);
                }
            } catch (UnavailableException x) {
                if (servletHolder.getUnavailableException() == null) {
                    servletHolder.takeOutOfService(x);
                }
                if (response.isCommitted()) {
                    throw x;
                }
                ServletHolder.sendUnavailable(response, x);
            }
        }

        @Override
        public String toString() {
            return "MappedServlet[" + pathSpec + "->" + servletHolder.getName() + "]";
        }
    }

    /** Answers 404 to what no other servlet is mapped to. Thread-safe. */
    public static class Default404Servlet extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
