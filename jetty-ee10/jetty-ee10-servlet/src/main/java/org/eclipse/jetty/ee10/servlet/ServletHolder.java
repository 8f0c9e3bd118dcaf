package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.api.ServletApi;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a servlet: makes it, initialises it at start-up or at its first request, calls it, and destroys it
 * (Servlet section 2.3). A servlet that reports itself unavailable is answered for with 404 (for good) or 503 and
 * Retry-After (for a time). Thread-safe once started.
 */
public class ServletHolder extends Holder<Servlet> implements Comparable<ServletHolder> {
    /** The request attribute by which Apache's JSP engine is told which file to serve. */
    private static final String JSP_SERVLET = "org.eclipse.jetty.ee10.jsp.JettyJspServlet";

    static final String JSP_FILE_ATTRIBUTE = "org.apache.catalina.jsp_file";

    private static final Logger LOG = LoggerFactory.getLogger(ServletHolder.class);

    private final AutoLock lock = new AutoLock();
    private final Map<String, String> roleLinks = new HashMap<>();
    private int initOrder = -1;
    private boolean initOnStartup;
    private boolean enabled = true;
    private @Nullable String forcedPath;
    private @Nullable String runAsRole;
    private @Nullable IdentityService identityService;
    private IdentityService.@Nullable RunAsToken runAsToken;
    private @Nullable Registration registration;
    private @Nullable Config config;
    private volatile @Nullable Servlet servlet;
    private @Nullable UnavailableException unavailable;
    private long unavailableUntil;
    private @Nullable MultipartConfigElement multipartConfig;

    public ServletHolder() {
        this(Source.EMBEDDED);
    }

    public ServletHolder(Source source) {
        super(source);
    }

    public ServletHolder(Servlet servlet) {
        this(Source.EMBEDDED);
        setServlet(servlet);
    }

    public ServletHolder(String name, Class<? extends Servlet> servlet) {
        this(Source.EMBEDDED);
        setName(name);
        setHeldClass(servlet);
    }

    public ServletHolder(String name, Servlet servlet) {
        this(Source.EMBEDDED);
        setName(name);
        setServlet(servlet);
    }

    public ServletHolder(Class<? extends Servlet> servlet) {
        this(Source.EMBEDDED);
        setHeldClass(servlet);
    }

    /** Returns the multipart configuration of the registration or else of the class's annotation, or null. */
    public @Nullable MultipartConfigElement getMultipartConfigElement() {
        return registration != null && registration.getMultipartConfigElement() != null
                ? registration.getMultipartConfigElement()
                : multipartConfig;
    }

    public @Nullable UnavailableException getUnavailableException() {
        try (AutoLock l = lock.lock()) {
            return unavailable;
        }
    }

    /** Sets the servlet as an instance. */
    public void setServlet(Servlet servlet) {
        if (servlet == null) {
            throw new IllegalArgumentException("The servlet must not be null");
        }
        setInstance(servlet);
    }

    @ManagedAttribute(value = "The order of initialization", readonly = true)
    public int getInitOrder() {
        return initOrder;
    }

    /** Sets the order of initialisation at start-up; negative for initialisation at the first request. */
    public void setInitOrder(int order) {
        initOnStartup = order >= 0;
        initOrder = order;
    }

    boolean isInitOnStartup() {
        return initOnStartup;
    }

    @Override
    public int compareTo(ServletHolder other) {
        if (other == this) {
            return 0;
        }
        int result = Integer.compare(initOrder, other.initOrder);
        if (result == 0) {
            result = String.valueOf(getClassName()).compareTo(String.valueOf(other.getClassName()));
        }
        if (result == 0) {
            result = getName().compareTo(other.getName());
        }
        return result;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServletHolder holder && compareTo(holder) == 0;
    }

    @Override
    public int hashCode() {
        return getName().hashCode();
    }

    /** Links a role name that the servlet's code uses to a role of the application (security-role-ref). */
    public void setUserRoleLink(String name, String link) {
        try (AutoLock l = lock.lock()) {
            roleLinks.put(name, link);
        }
    }

    /** Returns the role that a name of the servlet's code means: the name itself when it is not linked. */
    public String getUserRoleLink(String name) {
        try (AutoLock l = lock.lock()) {
            return roleLinks.getOrDefault(name, name);
        }
    }

    public Map<String, String> getRoleLinks() {
        try (AutoLock l = lock.lock()) {
            return Map.copyOf(roleLinks);
        }
    }

    /** Returns the path of the JSP file that this holder stands for, or null. */
    @ManagedAttribute(value = "The path that a JSP file is served by", readonly = true)
    public @Nullable String getForcedPath() {
        return forcedPath;
    }

    public void setForcedPath(@Nullable String forcedPath) {
        this.forcedPath = forcedPath;
    }

    @ManagedAttribute(value = "Whether it is enabled", readonly = true)
    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    @Override
    public void doStart() throws Exception {
        unavailable = null;
        if (!enabled) {
            return;
        }
        if (forcedPath != null && getClassName() == null) {
            useJspServlet();
        }
        // the default descriptor names the JSP engine, which is a module of its own
        if (JSP_SERVLET.equals(getClassName()) && getHeldClass() == null && !isLoadable(JSP_SERVLET)) {
            setHeldClass(NoJspServlet.class);
        }
        try {
            super.doStart();
            if (!Servlet.class.isAssignableFrom(knownClass())) {
                throw new UnavailableException(
                        getHeldClass() + " is not a " + Servlet.class.getName() + ", declared by " + getSource());
            }
        } catch (UnavailableException x) {
            boolean thrown = getServletHandler() != null && !getServletHandler().isStartWithUnavailable();
            makeUnavailable(x, !thrown);
            if (thrown) {
                throw x;
            }
            return;
        }
        if (ServletApi.isSingleThreaded(knownClass())) {
            LOG.warn(
                    "Servlet {} serves one request at a time, because {} implements the deprecated SingleThreadModel:"
                            + " make it safe for threads and remove that interface",
                    getName(),
                    knownClass().getName());
        }
        MultipartConfig annotation = knownClass().getAnnotation(MultipartConfig.class);
        multipartConfig = annotation == null ? null : new MultipartConfigElement(annotation);
        identityService =
                getServletHandler() == null ? null : getServletHandler().getIdentityService();
        runAsToken = identityService == null ? null : identityService.newRunAsToken(runAsRole);
        config = new Config();
    }

    private void useJspServlet() {
        ServletHandler handler = getServletHandler();
        ServletHolder jsp = handler == null ? null : handler.getServlet("jsp");
        if (jsp == null) {
            LOG.warn("No servlet named jsp serves {}: answering as unavailable", forcedPath);
            setHeldClass(NoJspServlet.class);
            return;
        }
        Map<String, String> parameters = new HashMap<>(jsp.getInitParameters());
        parameters.putAll(getInitParameters());
        // by which the engine knows its file
        parameters.put("jspFile", forcedPath);
        setInitParameters(parameters);
        if (jsp.getHeldClass() != null) {
            setHeldClass(jsp.getHeldClass());
        } else {
            setClassName(jsp.getClassName());
        }
    }

    @Override
    public void initialize() throws Exception {
        if (servlet != null) {
            return;
        }
        super.initialize();
        if (initOnStartup) {
            getOrInit(false);
        }
    }

    @Override
    public void doStop() throws Exception {
        Servlet held = servlet;
        servlet = null;
        config = null;
        if (held != null) {
            destroyInstance(held);
        }
        super.doStop();
    }

    @Override
    public void destroyInstance(Object instance) {
        if (!(instance instanceof Servlet s)) {
            return;
        }
        s.destroy();
        ServletContextHandler context = getServletContextHandler();
        if (context != null) {
            context.getContext().destroyServlet(unwrap(s));
        }
    }

    /** Returns the initialised servlet, initialising it now when need be. */
    public Servlet getServlet() throws ServletException {
        Servlet held = servlet;
        return held != null ? held : getOrInit(true);
    }

    /** Returns the servlet when it is initialised, or null. */
    public @Nullable Servlet getServletInstance() {
        return servlet;
    }

    @ManagedAttribute(value = "Whether it is started and available", readonly = true)
    public boolean isAvailable() {
        return isStarted() && getUnavailableException() == null;
    }

    /** The one who starts the context reports a failure at start; one that comes with a request is told here, once. */
    private Servlet getOrInit(boolean tell) throws ServletException {
        try (AutoLock l = lock.lock()) {
            if (servlet != null) {
                return servlet;
            }
            UnavailableException reason = unavailable;
            boolean again = reason != null;
            if (reason != null) {
                if (reason.isPermanent() || System.nanoTime() - unavailableUntil < 0) {
                    throw reason;
                }
                unavailable = null;
            }
            if (config == null) {
                throw new UnavailableException("Servlet is not started: " + getName());
            }
            Servlet made = null;
            try {
                made = getInstance();
                if (made == null) {
                    made = newInstance();
                }
                if (ServletApi.isSingleThreaded(made.getClass())) {
                    made = new SingleThreadedServlet(made);
                }
                made = wrap(made, WrapFunction.class, WrapFunction::wrapServlet);
                initialiseWithRole(made);
                servlet = made;
                return made;
            } catch (UnavailableException x) {
                makeUnavailable(x, tell);
                throw x;
            } catch (ServletException x) {
                makeUnavailable(unavailable(x), tell);
                // it was unavailable, and still is
                throw again ? unavailable : x;
            } catch (Exception x) {
                makeUnavailable(unavailable(x), tell);
                if (again) {
                    throw unavailable;
                }
                throw new ServletException("Servlet " + getName() + " failed to initialise", x);
            }
        }
    }

    private static UnavailableException unavailable(Throwable cause) {
        UnavailableException x = new UnavailableException(cause.toString(), -1);
        x.initCause(cause);
        return x;
    }

    private void initialiseWithRole(Servlet made) throws Exception {
        if (isJspServlet(made)) {
            initJspServlet();
        }
        if (identityService == null || runAsToken == null) {
            made.init(config);
            return;
        }
        try (IdentityService.Association ignored =
                identityService.associate(identityService.getSystemUserIdentity(), runAsToken)) {
            made.init(config);
        }
    }

    private void makeUnavailable(UnavailableException x, boolean tell) {
        try (AutoLock l = lock.lock()) {
            unavailable = x;
            if (!x.isPermanent()) {
                int seconds = Math.max(1, x.getUnavailableSeconds());
                unavailableUntil = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            }
        }
        LOG.debug("unavailable", x);
        if (!tell) {
            return;
        }
        ServletContextHandler context = getServletContextHandler();
        (context == null ? LOG : context.getLogger()).warn("Servlet {} is unavailable: {}", getName(), x.toString());
    }

    /** Takes this servlet out of service because it said so while it served a request. */
    void takeOutOfService(UnavailableException x) {
        Servlet held;
        try (AutoLock l = lock.lock()) {
            held = servlet;
            servlet = null;
        }
        makeUnavailable(x, true);
        if (held != null && !isInstance()) {
            destroyInstance(held);
        }
    }

    /** Gives the JSP engine its scratch directory when the configuration names none. */
    protected void initJspServlet() throws Exception {
        if (getInitParameter("scratchdir") != null) {
            return;
        }
        ServletContextHandler context = getServletContextHandler();
        java.io.File temp = context == null ? null : context.getContext().getTempDirectory();
        if (temp == null) {
            return;
        }
        java.io.File scratch = new java.io.File(temp, "jsp");
        if (!scratch.isDirectory() && !scratch.mkdirs()) {
            throw new IOException("Cannot create " + scratch);
        }
        setInitParameter("scratchdir", scratch.getAbsolutePath());
    }

    private static boolean isJspServlet(Servlet servlet) {
        for (Class<?> type = servlet.getClass(); type != null; type = type.getSuperclass()) {
            if ("org.apache.jasper.servlet.JspServlet".equals(type.getName())) {
                return true;
            }
        }
        return false;
    }

    @ManagedAttribute(value = "The role that it runs as", readonly = true)
    public @Nullable String getRunAsRole() {
        return runAsRole;
    }

    public void setRunAsRole(@Nullable String role) {
        runAsRole = role;
    }

    /** Prepares a request before its filters run: initialises the servlet, and announces its multipart configuration. */
    protected void prepare(ServletRequest request, ServletResponse response)
            throws ServletException, UnavailableException {
        if (servlet == null) {
            getServlet();
        }
        MultipartConfigElement multipart = getMultipartConfigElement();
        if (multipart != null) {
            request.setAttribute(ServletContextRequest.MULTIPART_CONFIG_ELEMENT, multipart);
        }
    }

    /** Returns the end of a chain, which calls the servlet. */
    FilterChain asChain() {
        return new ChainEnd(this);
    }

    private record ChainEnd(ServletHolder holder) implements FilterChain {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
            holder.handle(request, response);
        }

        @Override
        public String toString() {
            return holder.getName();
        }
    }

    /** Has the servlet serve a request, with its run-as role and without asynchronous support when it has none. */
    public void handle(ServletRequest request, ServletResponse response)
            throws ServletException, UnavailableException, IOException {
        Servlet held = servlet;
        if (held == null) {
            held = getServlet();
        }
        if (forcedPath != null) {
            request.setAttribute(JSP_FILE_ATTRIBUTE, forcedPath);
        }
        if (runAsRole == null && (isAsyncSupported() || !request.isAsyncSupported())) {
            held.service(request, response);
        } else {
            handleSpecially(held, request, response);
        }
    }

    private void handleSpecially(Servlet held, ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        ServletContextRequest context = ServletContextRequest.getServletContextRequest(request);
        ServletApiRequest base = context.getServletApiRequest();
        boolean asyncSupported = base.isAsyncSupported();
        IdentityService.Association association = null;
        try {
            if (!isAsyncSupported()) {
                base.setAsyncSupported(false);
            }
            if (identityService != null && runAsToken != null) {
                UserIdentity user = AuthenticationState.getAuthenticationState(context)
                                instanceof AuthenticationState.Succeeded succeeded
                        ? succeeded.getUserIdentity()
                        : null;
                association = identityService.associate(user, runAsToken);
            }
            held.service(request, response);
        } finally {
            if (association != null) {
                association.close();
            }
            base.setAsyncSupported(asyncSupported);
        }
    }

    public Registration getRegistration() {
        if (registration == null) {
            registration = new Registration();
        }
        return registration;
    }

    /** Makes a decorated instance of the held class. */
    protected Servlet newInstance() throws Exception {
        return createInstance();
    }

    @Override
    public String toString() {
        return String.format(
                "%s[%s==%s,order=%d,%s]", getClass().getSimpleName(), getName(), getClassName(), initOrder, getState());
    }

    private final class Config extends HolderConfig implements ServletConfig {
        @Override
        public String getServletName() {
            return getName();
        }
    }

    /** The Servlet API's view of this servlet. */
    public class Registration extends HolderRegistration implements ServletRegistration.Dynamic {
        private @Nullable MultipartConfigElement multipartConfigElement;

        @Override
        public Set<String> addMapping(String... urlPatterns) {
            illegalStateIfContextStarted();
            if (urlPatterns == null || urlPatterns.length == 0) {
                throw new IllegalArgumentException("No URL pattern for servlet " + getName());
            }
            Set<String> clash = new HashSet<>();
            for (String pattern : urlPatterns) {
                if (pattern == null || pattern.startsWith(" ")) {
                    throw new IllegalArgumentException("Bad URL pattern for servlet " + getName() + ": " + pattern);
                }
                ServletMapping mapping = requireServletHandler().getServletMapping(pattern);
                if (mapping != null
                        && !mapping.isFromDefaultDescriptor()
                        && !getName().equals(mapping.getServletName())) {
                    clash.add(pattern);
                }
            }
            if (!clash.isEmpty()) {
                return clash;
            }
            ServletMapping mapping = new ServletMapping(Source.JAKARTA_API);
            mapping.setServletName(getName());
            mapping.setPathSpecs(urlPatterns);
            requireServletHandler().addServletMapping(mapping);
            return Collections.emptySet();
        }

        @Override
        public Collection<String> getMappings() {
            List<String> patterns = new ArrayList<>();
            for (ServletMapping mapping : requireServletHandler().getServletMappings()) {
                if (getName().equals(mapping.getServletName()) && mapping.getPathSpecs() != null) {
                    patterns.addAll(List.of(mapping.getPathSpecs()));
                }
            }
            return patterns;
        }

        @Override
        public @Nullable String getRunAsRole() {
            return ServletHolder.this.getRunAsRole();
        }

        @Override
        public void setLoadOnStartup(int loadOnStartup) {
            illegalStateIfContextStarted();
            setInitOrder(loadOnStartup);
        }

        public int getInitOrder() {
            return ServletHolder.this.getInitOrder();
        }

        @Override
        public void setMultipartConfig(MultipartConfigElement element) {
            illegalStateIfContextStarted();
            if (element == null) {
                throw new IllegalArgumentException("No multipart configuration");
            }
            multipartConfigElement = element;
        }

        public @Nullable MultipartConfigElement getMultipartConfigElement() {
            return multipartConfigElement;
        }

        @Override
        public void setRunAsRole(String role) {
            illegalStateIfContextStarted();
            if (role == null) {
                throw new IllegalArgumentException("No role");
            }
            ServletHolder.this.setRunAsRole(role);
        }

        @Override
        public Set<String> setServletSecurity(ServletSecurityElement securityElement) {
            illegalStateIfContextStarted();
            if (securityElement == null) {
                throw new IllegalArgumentException("No security element");
            }
            return requireServletHandler().setServletSecurity(this, securityElement);
        }
    }

    /** Wraps servlets, as a bean of the context. */
    public interface WrapFunction {
        Servlet wrapServlet(Servlet servlet);
    }

    /** A servlet that wraps another. */
    public static class Wrapper extends ServletWrapper {
        public Wrapper(Servlet servlet) {
            super(servlet);
        }
    }

    /** Answers for a servlet that is not available: 404 when it will never be, 503 when it may be later. */
    static void sendUnavailable(HttpServletResponse response, UnavailableException reason) throws IOException {
        if (reason.isPermanent()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        } else {
            if (reason.getUnavailableSeconds() > 0) {
                response.setIntHeader("Retry-After", reason.getUnavailableSeconds());
            }
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }
}
