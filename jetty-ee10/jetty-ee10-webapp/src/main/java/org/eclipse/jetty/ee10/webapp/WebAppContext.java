package org.eclipse.jetty.ee10.webapp;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee.webapp.WebAppClassLoader.Context;
import org.eclipse.jetty.ee.webapp.WebAppClassLoading;
import org.eclipse.jetty.ee10.servlet.ErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.ee10.webapp.internal.EmbeddedSettings;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.Deployable;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.ClassMatcher;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A web application: a WAR file or a directory of the same layout, with a class loader of its own (Servlet chapter 10).
 *
 * <pre>{@code
 * WebAppContext app = new WebAppContext("/path/of/app.war", "/app");
 * server.setHandler(app);
 * }</pre>
 *
 * It starts in these steps: configurations prepare (unpack, class path, find and parse descriptors), configure, then
 * descriptors and annotations are applied, the servlet context starts, configurations are told. An application that fails
 * answers 503 on its path, and says why in the log, unless {@link #setThrowUnavailableOnStartupException} lets it fail the
 * start of the server. It is one class because it is the one place that an application is configured by. Guarded by its
 * life cycle.
 */
@ManagedObject("A web application")
public class WebAppContext extends ServletContextHandler implements Context {
    /** The default descriptor, a resource of this jar. */
    public static final String WEB_DEFAULTS_XML = "org/eclipse/jetty/ee10/webapp/webdefault-ee10.xml";

    private static final Logger LOG = LoggerFactory.getLogger(WebAppContext.class);

    private final MetaData metaData = new MetaData();
    private final List<Runnable> whenComplete = new ArrayList<>();
    private final List<Runnable> whenStarted = new ArrayList<>();
    private final List<String> overrideDescriptors = new ArrayList<>();
    private final ServerClasses protectedClasses =
            new ServerClasses(WebAppClassLoading.getProtectedClasses(ENVIRONMENT));
    private final ServerClasses hiddenClasses = new ServerClasses(WebAppClassLoading.getHiddenClasses(ENVIRONMENT));
    private @Nullable Configurations configurations;
    private boolean configurationsLoaded;
    private @Nullable String defaultsDescriptor = WEB_DEFAULTS_XML;
    private @Nullable String descriptor;
    private @Nullable Resource war;
    private @Nullable String warName;
    private List<Resource> extraClasspath = List.of();
    private boolean extractWar = true;
    private boolean parentLoaderPriority;
    private boolean distributable;
    private boolean configurationDiscovered = true;
    private boolean throwUnavailable;
    private boolean logUrlOnStart;
    private boolean ownsClassLoader;
    private boolean tempDirectoryMade;
    private @Nullable Throwable unavailableException;

    /** Whether a configuration has ended the start. */
    private boolean aborted;

    private @Nullable EmbeddedSettings embedded;

    /** Looks at the servlets, as a bean of this context, when all are known and none is made. */
    public interface ServletIntrospector {
        void introspect(ServletHolder holder);
    }

    public WebAppContext() {
        this(null, null, null, null, null, SESSIONS | SECURITY);
    }

    /** @param webApp the WAR file or directory */
    public WebAppContext(@Nullable String webApp, @Nullable String contextPath) {
        this(contextPath, null, null, null, null, SESSIONS | SECURITY);
        setWar(webApp);
    }

    public WebAppContext(@Nullable Resource webApp, @Nullable String contextPath) {
        this(contextPath, null, null, null, null, SESSIONS | SECURITY);
        setWarResource(webApp);
    }

    public WebAppContext(
            @Nullable SessionHandler sessionHandler,
            @Nullable SecurityHandler securityHandler,
            @Nullable ServletHandler servletHandler,
            @Nullable ErrorHandler errorHandler) {
        this(null, sessionHandler, securityHandler, servletHandler, errorHandler, 0);
    }

    public WebAppContext(
            @Nullable String contextPath,
            @Nullable SessionHandler sessionHandler,
            @Nullable SecurityHandler securityHandler,
            @Nullable ServletHandler servletHandler,
            @Nullable ErrorHandler errorHandler,
            int options) {
        super(contextPath, sessionHandler, securityHandler, servletHandler, errorHandler, options);
        setProtectedTargets(new String[] {"/WEB-INF", "/META-INF"});
    }

    /** Returns the web application that this thread works for. */
    public static @Nullable WebAppContext getCurrentWebAppContext() {
        return ContextHandler.getCurrentContextHandler() instanceof WebAppContext context ? context : null;
    }

    // what a deployment says

    @Override
    protected void initializeDefault(String keyName, @Nullable Object value) {
        if (value == null || value instanceof String text && text.isBlank()) {
            return;
        }
        String attribute = DeploymentValues.attributeOf(keyName);
        if (attribute != null) {
            setAttribute(attribute, value.toString());
            return;
        }
        switch (keyName) {
            case Deployable.WAR -> setWar(value.toString());
            case Deployable.EXTRACT_WARS -> setExtractWAR(DeploymentValues.asBoolean(keyName, value));
            case Deployable.PARENT_LOADER_PRIORITY ->
                setParentLoaderPriority(DeploymentValues.asBoolean(keyName, value));
            case Deployable.CONFIGURATION_CLASSES ->
                setConfigurationClasses(
                        value instanceof String[] names ? names : StringUtil.csvSplit(value.toString()));
            case Deployable.DEFAULTS_DESCRIPTOR -> setDefaultsDescriptor(value.toString());
            case Deployable.DIR_ALLOWED ->
                setInitParameter(
                        "org.eclipse.jetty.servlet.Default.dirAllowed",
                        Boolean.toString(DeploymentValues.asBoolean(keyName, value)));
            default -> super.initializeDefault(keyName, value);
        }
    }

    // where it lies

    /** Sets the WAR file or directory, by path or URL. */
    public void setWar(@Nullable String war) {
        this.warName = war;
        this.war = null;
    }

    public void setWarResource(@Nullable Resource war) {
        this.war = war;
        this.warName = war == null ? null : String.valueOf(war.getURI());
    }

    /** Returns what was set as the WAR, else the base resource, as text; null when there is neither. */
    @ManagedAttribute(value = "The WAR file or directory", readonly = true)
    public @Nullable String getWar() {
        if (warName != null) {
            return warName;
        }
        Resource base = getBaseResource();
        return base == null || base.getURI() == null ? null : base.getURI().toASCIIString();
    }

    /** Returns the WAR file or directory; null when the base resource is all there is. */
    @Nullable
    Resource getWarResource() {
        if (war == null && warName != null) {
            war = newResource(warName);
            if (!Resources.exists(war)) {
                throw new IllegalArgumentException(
                        "war: " + warName + " (expected: an existing WAR file or directory)");
            }
        }
        return war;
    }

    public ResourceFactory getResourceFactory() {
        return ResourceFactory.of(this);
    }

    /** Returns WEB-INF. */
    public @Nullable Resource getWebInf() throws IOException {
        Resource base = getBaseResource();
        if (base == null) {
            return null;
        }
        Resource webInf = base.resolve("WEB-INF/");
        return Resources.isDirectory(webInf) ? webInf : null;
    }

    @ManagedAttribute(value = "Whether the WAR file is extracted", readonly = true)
    public boolean isExtractWAR() {
        return extractWar;
    }

    /** Sets whether a WAR file is unpacked; if not, only its classes and libraries are. */
    public void setExtractWAR(boolean extract) {
        extractWar = extract;
    }

    public List<Resource> getExtraClasspath() {
        return extraClasspath;
    }

    /** Sets archives and directories, separated by comma, semicolon or bar, that join the class path. */
    public void setExtraClasspath(@Nullable String classPath) {
        setExtraClasspath(classPath == null ? null : getResourceFactory().split(classPath));
    }

    public void setExtraClasspath(@Nullable List<Resource> classPath) {
        extraClasspath = classPath == null ? List.of() : List.copyOf(classPath);
    }

    @Override
    protected @Nullable Resource getResourceForTempDirName() {
        return warName == null ? super.getResourceForTempDirName() : getWarResource();
    }

    @Override
    protected String getCanonicalNameForTmpDir() {
        return super.getCanonicalNameForTmpDir();
    }

    /** The directory is made once for a start, before the WAR is unpacked into it. */
    @Override
    protected void createTempDirectory() throws IOException {
        if (tempDirectoryMade) {
            return;
        }
        super.createTempDirectory();
        tempDirectoryMade = true;
    }

    // descriptors

    /** Returns the descriptor that stands in for WEB-INF/web.xml; null for that one. */
    @ManagedAttribute(value = "The descriptor, instead of WEB-INF/web.xml", readonly = true)
    public @Nullable String getDescriptor() {
        return descriptor;
    }

    public void setDescriptor(@Nullable String descriptor) {
        this.descriptor = descriptor;
    }

    public @Nullable String getDefaultsDescriptor() {
        return defaultsDescriptor;
    }

    /** Sets the descriptor that comes first, by path, URL or name of a class path resource; null for none. */
    public void setDefaultsDescriptor(@Nullable String descriptor) {
        defaultsDescriptor = descriptor;
    }

    public @Nullable String getOverrideDescriptor() {
        return overrideDescriptors.size() == 1 ? overrideDescriptors.get(0) : null;
    }

    public void setOverrideDescriptor(@Nullable String descriptor) {
        setOverrideDescriptors(descriptor == null ? List.of() : List.of(descriptor));
    }

    public List<String> getOverrideDescriptors() {
        return Collections.unmodifiableList(overrideDescriptors);
    }

    /** Sets the descriptors that have the last word. */
    public void setOverrideDescriptors(List<String> descriptors) {
        overrideDescriptors.clear();
        overrideDescriptors.addAll(descriptors);
    }

    public void addOverrideDescriptor(String descriptor) {
        overrideDescriptors.add(descriptor);
    }

    public MetaData getMetaData() {
        return metaData;
    }

    public boolean isConfigurationDiscovered() {
        return configurationDiscovered;
    }

    /** Sets whether descriptors of version 2.5 and older may have annotations and fragments beside them. */
    public void setConfigurationDiscovered(boolean discovered) {
        configurationDiscovered = discovered;
    }

    public boolean isAllowDuplicateFragmentNames() {
        return metaData.isAllowDuplicateFragmentNames();
    }

    public void setAllowDuplicateFragmentNames(boolean allow) {
        metaData.setAllowDuplicateFragmentNames(allow);
    }

    @ManagedAttribute(value = "Whether it is distributable", readonly = true)
    public boolean isDistributable() {
        return distributable;
    }

    public void setDistributable(boolean distributable) {
        this.distributable = distributable;
    }

    // classes

    @Override
    @ManagedAttribute(value = "Whether classes of the server come first", readonly = true)
    public boolean isParentLoaderPriority() {
        return parentLoaderPriority;
    }

    /** Sets whether the server's classes come before the application's. */
    public void setParentLoaderPriority(boolean priority) {
        parentLoaderPriority = priority;
    }

    @Override
    public ClassMatcher getProtectedClassMatcher() {
        return protectedClasses.get();
    }

    /** Sets which classes of the server the application cannot replace, in place of all that the server says. */
    public void setProtectedClassMatcher(ClassMatcher matcher) {
        protectedClasses.replace(matcher);
    }

    public void addProtectedClassMatcher(ClassMatcher matcher) {
        protectedClasses.add(matcher);
    }

    @Override
    public ClassMatcher getHiddenClassMatcher() {
        return hiddenClasses.get();
    }

    /** Sets which classes of the server the application cannot see, in place of all that the server says. */
    public void setHiddenClassMatcher(ClassMatcher matcher) {
        hiddenClasses.replace(matcher);
    }

    public void addHiddenClassMatcher(ClassMatcher matcher) {
        hiddenClasses.add(matcher);
    }

    @Override
    public boolean isProtectedClass(Class<?> clazz) {
        return protectedClasses.get().match(clazz);
    }

    @Override
    public boolean isHiddenClass(Class<?> clazz) {
        return hiddenClasses.get().match(clazz);
    }

    @Override
    public void setServer(@Nullable Server server) {
        super.setServer(server);
        if (server != null) {
            protectedClasses.addMissing(WebAppClassLoading.getProtectedClasses(server));
            hiddenClasses.addMissing(WebAppClassLoading.getHiddenClasses(server));
        }
    }

    /** Returns the loader of the application: the given one if it is such a one, else a new one with it as parent. */
    protected ClassLoader configureClassLoader(@Nullable ClassLoader loader) {
        if (loader instanceof org.eclipse.jetty.ee.webapp.WebAppClassLoader) {
            return loader;
        }
        WebAppClassLoader own = new WebAppClassLoader(loader, this);
        own.setName(getDisplayName());
        ownsClassLoader = true;
        return own;
    }

    // configurations

    public Configurations getConfigurations() {
        loadConfigurations();
        return Objects.requireNonNull(configurations, "configurations");
    }

    @ManagedAttribute(value = "The classes that configure it", readonly = true)
    public String[] getConfigurationClasses() {
        return Arrays.stream(getConfigurations().toArray())
                .map(configuration -> configuration.getClass().getName())
                .toArray(String[]::new);
    }

    public void setConfigurationClasses(String[] classNames) {
        setConfigurations(new Configurations(classNames));
    }

    public void setConfigurationClasses(List<String> classNames) {
        setConfigurationClasses(classNames.toArray(new String[0]));
    }

    public void setConfigurations(@Nullable Configurations configurations) {
        this.configurations = configurations;
    }

    public void setConfigurations(Configuration[] configurations) {
        setConfigurations(new Configurations(configurations));
    }

    public void addConfiguration(Configuration... additions) {
        getConfigurations().add(additions);
    }

    public void removeConfiguration(Configuration... removals) {
        getConfigurations().remove(removals);
    }

    @SafeVarargs
    public final void removeConfiguration(Class<? extends Configuration>... classes) {
        getConfigurations().remove(classes);
    }

    /** Returns the configuration of a type. */
    public <T> @Nullable T getConfiguration(Class<? extends T> type) {
        return getConfigurations().get(type);
    }

    protected void loadConfigurations() {
        if (configurations == null) {
            configurations = newConfigurations();
        }
    }

    protected Configurations newConfigurations() {
        return Configurations.getServerDefault(getServer());
    }

    // life

    public boolean isThrowUnavailableOnStartupException() {
        return throwUnavailable;
    }

    /** Sets whether a failure fails the start of this context, and so that of the server. */
    public void setThrowUnavailableOnStartupException(boolean throwUnavailable) {
        this.throwUnavailable = throwUnavailable;
    }

    @Override
    public @Nullable Throwable getUnavailableException() {
        return unavailableException;
    }

    public boolean isLogUrlOnStart() {
        return logUrlOnStart;
    }

    /** Sets whether the URL of the application is logged when it has started. */
    public void setLogUrlOnStart(boolean logOnStart) {
        logUrlOnStart = logOnStart;
    }

    @Override
    protected void doStart() throws Exception {
        // a restart is a new chance
        if (unavailableException != null || aborted) {
            setAvailable(true);
        }
        unavailableException = null;
        aborted = false;
        whenComplete.clear();
        whenStarted.clear();
        try {
            preConfigure();
            getContext().call(this::configureInScope, null);
            if (aborted) {
                setAvailable(false);
                LOG.info("{} is configured, and not started, as one of its configurations says", this);
                return;
            }
            super.doStart();
            getContext().call(this::postConfigure, null);
            getContext().call(this::runWhenStarted, null);
            super.started();
            if (logUrlOnStart) {
                logUrl();
            }
        } catch (Throwable x) {
            failed(x);
        }
    }

    /** A server without a connector of a network has no URL. */
    private void logUrl() {
        Server server = getServer();
        URI root = server == null ? null : server.getURI();
        LOG.info(
                "Started {} at {}", getDisplayName(), root == null ? getContextPath() : root.resolve(getContextPath()));
    }

    @Override
    protected void started() {
        // configurations and listeners may still fail
    }

    /** Has something looked at when initializers and listeners have added what they add, before servlets are called. */
    void whenComplete(Runnable action) {
        whenComplete.add(action);
    }

    /** Has something looked at when the application is started, as what only then is complete. */
    void whenStarted(Runnable action) {
        whenStarted.add(action);
    }

    private void runWhenStarted() {
        whenStarted.forEach(Runnable::run);
        whenStarted.clear();
    }

    private void configureInScope() throws Exception {
        aborted = !configure();
        if (!aborted) {
            resolveMetaData();
        }
    }

    private void failed(Throwable x) throws Exception {
        unavailableException = x;
        setAvailable(false);
        try {
            getContext().call(this::stopContext, null);
        } catch (Throwable t) {
            ExceptionUtil.addSuppressedIfNotAssociated(x, t);
        }
        if (throwUnavailable) {
            ExceptionUtil.ifExceptionThrow(x);
        }
        StartFailureReport.log(LOG, getContextPath(), getWar(), x);
    }

    /** Prepares: class loader, temporary directory, and whatever configurations do before anything runs. */
    public void preConfigure() throws Exception {
        embedded = new EmbeddedSettings(this);
        Configurations configurations = getConfigurations();
        configurations.sort();
        for (Configuration configuration : configurations) {
            protectedClasses.addMissing(configuration.getProtectedClasses());
            hiddenClasses.addMissing(configuration.getHiddenClasses());
        }
        configurationsLoaded = true;
        tempDirectoryMade = false;
        createTempDirectory();
        getContext().setAttribute(ServletContext.TEMPDIR, getTempDirectory());
        setClassLoader(configureClassLoader(getClassLoader()));
        getContext().call(() -> configurations.preConfigure(this), null);
    }

    /** Lets configurations add to the application; false when one of them ended that, by which the application is not started. */
    public boolean configure() throws Exception {
        return getConfigurations().configure(this);
    }

    public void postConfigure() throws Exception {
        getConfigurations().postConfigure(this);
    }

    @Override
    public void contextInitialized() throws Exception {
        super.contextInitialized();
        whenComplete.forEach(Runnable::run);
        whenComplete.clear();
        for (ServletIntrospector introspector : getBeans(ServletIntrospector.class)) {
            for (ServletHolder holder : getServletHandler().getServlets()) {
                introspector.introspect(holder);
            }
        }
    }

    /** Applies descriptors and annotations. */
    public void resolveMetaData() throws Exception {
        metaData.resolve(this);
    }

    @Override
    protected void cleanupAfterStop() throws Exception {
        Throwable failure = configurationsLoaded ? getConfigurations().deconfigure(this) : null;
        configurationsLoaded = false;
        metaData.clear();
        distributable = false;
        getContext().getServletContext().setJspConfigDescriptor(null);
        if (ownsClassLoader && getClassLoader() instanceof WebAppClassLoader loader) {
            IO.close(loader);
            renewThreads();
        }
        if (embedded != null) {
            embedded.restore();
        }
        embedded = null;
        ownsClassLoader = false;
        tempDirectoryMade = false;
        super.cleanupAfterStop();
        ExceptionUtil.ifExceptionThrow(failure);
    }

    /** Threads that have run the application may keep objects of it, which it has not taken out of its thread locals. */
    private void renewThreads() {
        Server server = getServer();
        if (server != null && server.isStarted() && server.getThreadPool() instanceof QueuedThreadPool pool) {
            pool.renewThreads();
        }
    }

    @Override
    public void destroy() {
        if (configurations != null) {
            configurations.destroy(this);
        }
        super.destroy();
    }

    // security

    /** Puts paths under a constraint, except those that a descriptor has one for, which are returned. */
    @Override
    public Set<String> setServletSecurity(
            ServletRegistration.Dynamic registration, ServletSecurityElement servletSecurityElement) {
        Set<String> unchanged = new HashSet<>();
        if (!(getSecurityHandler() instanceof ConstraintAware aware)) {
            return unchanged;
        }
        for (String pattern : registration.getMappings()) {
            String key = "constraint.url." + pattern;
            Origin origin = metaData.getOrigin(key);
            if (origin != Origin.NotSet && origin != Origin.Annotation && origin != Origin.API) {
                unchanged.add(pattern);
                continue;
            }
            aware.setConstraintMappings(
                    ConstraintSecurityHandler.removeConstraintMappingsForPath(pattern, aware.getConstraintMappings()),
                    aware.getKnownRoles());
            for (ConstraintMapping mapping : ConstraintSecurityHandler.createConstraintsWithMappingsForPath(
                    registration.getName(), pattern, servletSecurityElement)) {
                aware.addConstraintMapping(mapping);
            }
            metaData.setOriginAPI(key);
        }
        aware.checkPathsWithUncoveredHttpMethods();
        return unchanged;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        dumpObjects(
                out,
                indent,
                DumpableCollection.fromArray(
                        "protected classes", getProtectedClassMatcher().getPatterns()),
                DumpableCollection.fromArray(
                        "hidden classes", getHiddenClassMatcher().getPatterns()),
                Objects.requireNonNullElseGet(configurations, Configurations::new),
                DumpableCollection.from("origins", metaData.getOrigins().values()));
    }

    @Override
    public String toString() {
        String name = warName == null
                ? null
                : Path.of(warName.substring(warName.lastIndexOf(':') + 1)).toString();
        return super.toString() + (name == null ? "" : "{" + name + "}");
    }
}
