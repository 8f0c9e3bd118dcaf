package org.eclipse.jetty.deploy;

import java.io.File;
import java.io.FilenameFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.deploy.internal.DeployEnvironments;
import org.eclipse.jetty.deploy.internal.DeployException;
import org.eclipse.jetty.deploy.internal.DeployKeys;
import org.eclipse.jetty.deploy.internal.DeployProperties;
import org.eclipse.jetty.deploy.internal.EnvironmentFiles;
import org.eclipse.jetty.deploy.internal.KeptVersions;
import org.eclipse.jetty.deploy.internal.RequestDrain;
import org.eclipse.jetty.deploy.internal.UnitDeployer;
import org.eclipse.jetty.deploy.internal.WebappUnit;
import org.eclipse.jetty.deploy.internal.WebappUnits;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys what lies in its directories, and follows what changes there.
 *
 * <p>All files of one base name are one application: {@code x.xml}, {@code x.war} or the directory {@code x}, the first of
 * these being what is deployed, and {@code x.properties}. What follows {@code ##} in a name is a version: {@code x##1} and
 * {@code x##2} are at the same place, clients with sessions of the former stay there, and new ones go to the latter. A change of one of them, or of a file of its environment, deploys it
 * again; a change inside the directory does not, its {@code WEB-INF/web.xml} included: to deploy it again is asked for by a
 * new time of {@code x.properties} or {@code x.xml}, when all files are in place. Hidden files, directories that end with
 * {@code .d}, and other files do not count. A symbolic link is what it leads to, and is deployed again when it leads elsewhere.
 *
 * <p>An application that fails is logged and answered by 503; it does not touch the others or the server, unless that shall
 * fail fast.
 *
 * <p>Configured before it is started; then guarded by lock.
 */
@ManagedObject("Deploys the applications of directories")
public class DeploymentScanner extends ContainerLifeCycle implements Scanner.BulkListener {
    private static final Logger LOG = LoggerFactory.getLogger(DeploymentScanner.class);

    private final AutoLock lock = new AutoLock();
    private final Server server;
    private final FilenameFilter filter;
    private final List<Path> webappsDirectories = new ArrayList<>();
    private final DeployEnvironments environments = new DeployEnvironments();
    private final WebappUnits units = new WebappUnits();
    private final UnitDeployer unitDeployer;
    private final DeferredScan deferredScan = new DeferredScan();
    private @Nullable Scanner scanner;
    private int scanInterval;
    private boolean deferInitialScan;
    private boolean failFast;
    private int startThreads;
    private int keptVersions;
    private volatile List<DeployedApplication> applications = List.of();
    private Path versionsDirectory = Path.of("versions");
    private volatile List<String> parallelVersions = List.of();
    private volatile long retireInterval = 10_000;
    private Scheduler.@Nullable Task retirement;

    /** Deploys into the collection of contexts that the server has. */
    public DeploymentScanner(Server server) {
        this(server, null, null, null);
    }

    /** Deploys by that deployer. */
    public DeploymentScanner(Server server, Deployer deployer) {
        this(server, deployer, null, null);
    }

    /** Deploys by that deployer what the filter accepts. */
    public DeploymentScanner(Server server, Deployer deployer, FilenameFilter filter) {
        this(server, deployer, filter, null);
    }

    /** Deploys by that deployer what the factory makes. */
    public DeploymentScanner(Server server, Deployer deployer, ContextHandlerFactory factory) {
        this(server, deployer, null, factory);
    }

    /** Deploys by that deployer what the filter accepts and the factory makes; null stands for the default. */
    public DeploymentScanner(
            Server server,
            @Nullable Deployer deployer,
            @Nullable FilenameFilter filter,
            @Nullable ContextHandlerFactory factory) {
        this.server = Objects.requireNonNull(server);
        this.filter = filter == null ? DeploymentScanner::isCandidate : filter;
        Deployer used = deployer;
        if (used == null) {
            ContextHandlerCollection contexts = server.getDescendant(ContextHandlerCollection.class);
            if (contexts == null) {
                throw new IllegalArgumentException("The server has no ContextHandlerCollection");
            }
            used = new StandardDeployer(contexts);
        }
        installBean(used, false);
        unitDeployer = new UnitDeployer(
                server,
                used,
                factory == null ? new StandardContextHandlerFactory() : factory,
                units,
                environments,
                this::onWithdrawn);
    }

    private static boolean isCandidate(File directory, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith(".") || lower.endsWith(".d")) {
            return false;
        }
        if (lower.endsWith(".xml") || lower.endsWith(".war") || lower.endsWith(".properties")) {
            return true;
        }
        return !new File(directory, name).isFile();
    }

    /** Scans one more directory for applications. */
    public void addWebappsDirectory(Path directory) {
        webappsDirectories.add(directory.toAbsolutePath().normalize());
    }

    @ManagedAttribute("The directories of the applications")
    public List<Path> getWebappsDirectories() {
        return List.copyOf(webappsDirectories);
    }

    public void setWebappsDirectories(Collection<Path> directories) {
        webappsDirectories.clear();
        for (Path directory : directories) {
            addWebappsDirectory(directory);
        }
    }

    @ManagedAttribute("The directory of the files of environments")
    public @Nullable Path getEnvironmentsDirectory() {
        return environments.directory();
    }

    public void setEnvironmentsDirectory(@Nullable Path directory) {
        environments.directory(
                directory == null ? null : directory.toAbsolutePath().normalize());
    }

    /** The environments that an application without a wish goes to, best first; the others follow. */
    public List<String> getEnvironmentsOrder() {
        return environments.preferred();
    }

    public void setEnvironmentsOrder(List<String> names) {
        environments.prefer(names);
    }

    @ManagedAttribute("Seconds between two scans, 0 for one scan at the start")
    public int getScanInterval() {
        return scanInterval;
    }

    public void setScanInterval(int seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("scanInterval: " + seconds + " (expected: 0 or more)");
        }
        scanInterval = seconds;
    }

    @ManagedAttribute("Whether the first scan waits for the start of the server")
    public boolean isDeferInitialScan() {
        return deferInitialScan;
    }

    public void setDeferInitialScan(boolean defer) {
        deferInitialScan = defer;
    }

    @ManagedAttribute("How many applications are started at a time")
    public int getStartThreads() {
        return startThreads;
    }

    /**
     * Sets how many applications of one scan are started at a time: 0, the default, for as many as there are processors; 1 for
     * one after the other, in the order of their names.
     */
    public void setStartThreads(int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException(
                    "startThreads: " + threads + " (expected: 1 or more, or 0 for the number of processors)");
        }
        startThreads = threads;
    }

    @ManagedAttribute("Whether the server does not start when an application does not")
    public boolean isFailFast() {
        return failFast;
    }

    /** Sets whether the first scan fails, and with it the start of the server, when an application of it does. */
    public void setFailFast(boolean fail) {
        failFast = fail;
    }

    @ManagedAttribute("How often applications were deployed, also in place of an earlier version")
    public long getDeployedCount() {
        return unitDeployer.counts().deployed();
    }

    @ManagedAttribute("How often applications could not be deployed, or are unavailable since")
    public long getFailedCount() {
        return unitDeployer.counts().failed();
    }

    @ManagedAttribute("How often applications were undeployed and not replaced, except by the stop of the server")
    public long getUndeployedCount() {
        return unitDeployer.counts().undeployed();
    }

    @ManagedAttribute("How many versions of an application are kept besides the last one")
    public int getKeptVersions() {
        return keptVersions;
    }

    /**
     * Keeps copies of the files that were deployed, to go back to an earlier version: so many of each application besides the last
     * one, 0 for none, the default. Those of applications that are directories are not kept.
     */
    public void setKeptVersions(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("keptVersions: " + count + " (expected: 0 or more)");
        }
        keptVersions = count;
    }

    @ManagedAttribute("The directory of kept versions")
    public Path getVersionsDirectory() {
        return versionsDirectory;
    }

    /** Sets the directory of kept versions, which must not be one of applications. */
    public void setVersionsDirectory(Path directory) {
        versionsDirectory = directory.toAbsolutePath().normalize();
    }

    @ManagedAttribute("Milliseconds between two looks for versions that no client needs any more, 0 to keep them")
    public long getRetireInterval() {
        return retireInterval;
    }

    /**
     * Sets how often to look for versions of an application beside a newer one, such as {@code shop##1} beside {@code shop##2}, that no
     * client has a session of any more, and which are undeployed then; 0 to keep them.
     */
    public void setRetireInterval(long milliseconds) {
        if (milliseconds < 0) {
            throw new IllegalArgumentException(
                    "retireInterval: " + milliseconds + " (expected: 0 or more milliseconds)");
        }
        retireInterval = milliseconds;
    }

    @ManagedAttribute(
            "The versions of applications of which several are deployed; while a deployment is going on, what was true before it")
    public List<String> getParallelVersions() {
        try (AutoLock held = lock.tryLock()) {
            if (lock.isHeldByCurrentThread()) {
                parallelVersions = unitDeployer.describeParallelVersions();
            }
        }
        return parallelVersions;
    }

    /** The settings of an environment, to which applications can be deployed from now on. */
    public EnvironmentConfig configureEnvironment(String name) {
        return new EnvironmentConfig(environments.configure(name));
    }

    @Override
    protected void doStart() throws Exception {
        unitDeployer.keep(new KeptVersions(versionsDirectory, keptVersions));
        List<Path> directories = new ArrayList<>(webappsDirectories);
        directories.stream()
                .filter(directory -> !Files.exists(directory))
                .forEach(directory -> LOG.warn("Does not exist: {}", directory));
        LOG.info(
                "Deployment monitoring of {} at intervals {}s{}",
                webappsDirectories,
                scanInterval,
                scanInterval == 0 ? " (hot-redeploy disabled)" : "");
        Path environmentsDirectory = environments.directory();
        if (environmentsDirectory != null) {
            directories.add(environmentsDirectory);
        }
        // a deployment takes long: it must not hold up the timeouts of the server's own scheduler
        scanner = scanInterval > 0 ? new Scanner(null, false) : new Scanner(server.getScheduler(), false);
        scanner.setScanInterval(scanInterval);
        scanner.setScanDepth(1);
        scanner.setWatching(true);
        scanner.setReportDirs(true);
        scanner.setReportExistingFilesOnStartup(true);
        scanner.setFilenameFilter(filter);
        boolean defer = deferInitialScan && !server.isStarted();
        scanner.setAutoStartScanning(!defer);
        // one that does not exist may be made, or mounted, later
        for (Path directory : directories) {
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                LOG.warn("Not a directory: {}", directory);
            } else {
                scanner.addDirectory(directory);
            }
        }
        scanner.addListener(this);
        addBean(scanner);
        if (defer) {
            server.addEventListener(deferredScan);
        }
        if (defer && failFast) {
            LOG.warn("failFast has no effect: the first scan is deferred until the server has started");
        }
        super.doStart();
        if (failFast && !defer) {
            failIfAnyFailed();
        }
    }

    private void failIfAnyFailed() {
        List<String> failed = new ArrayList<>();
        try (AutoLock held = lock.lock()) {
            for (WebappUnit unit : units.all()) {
                Path main = unit.mainPath();
                if (main != null && unit.isFailed()) {
                    failed.add(main.toString());
                }
            }
        }
        if (!failed.isEmpty()) {
            throw new DeployException("jetty.deploy.failFast=true, and these applications were not deployed: "
                    + String.join(", ", failed) + ". The warnings above say why");
        }
    }

    @Override
    protected void doStop() throws Exception {
        server.removeEventListener(deferredScan);
        super.doStop();
        try (AutoLock held = lock.lock()) {
            if (retirement != null) {
                retirement.cancel();
                retirement = null;
            }
            unitDeployer.undeployAll();
        }
        if (scanner != null) {
            removeBean(scanner);
            scanner = null;
        }
    }

    /** Scans now, and returns when that is done. A file that is just being written is taken by the next scan. */
    public void scan() {
        Scanner running = scanner;
        if (running == null) {
            throw new IllegalStateException(getState());
        }
        try (Blocker.Callback callback = Blocker.callback()) {
            running.scan(callback);
            callback.block();
        } catch (IOException e) {
            throw new IllegalStateException("Unable to scan " + webappsDirectories, e);
        }
    }

    /** What became of all applications, by their names. While a deployment is going on, it is what was true before it. */
    public List<DeployedApplication> getApplications() {
        try (AutoLock held = lock.tryLock()) {
            if (lock.isHeldByCurrentThread()) {
                remember();
            }
        }
        return applications;
    }

    /** With the lock. */
    private void remember() {
        applications = units.all().stream().map(this::application).toList();
    }

    /**
     * Deploys an application again, or one that was undeployed or has failed, and returns when that is done. When it fails, an
     * earlier version that serves goes on.
     *
     * @param id of {@link DeployedApplication#id()}
     * @param asking the end point of a request that asks for it and ends after it, for which it does not wait; null if there is none
     * @return what became of it
     * @throws IllegalArgumentException if there is no such application
     */
    public DeployedApplication redeploy(String id, @Nullable EndPoint asking) {
        return change(id, asking, unitDeployer::update);
    }

    /**
     * Takes an application out of service, and returns when that is done. It stays so until it is deployed again, until its files
     * change, or until the server restarts.
     */
    public DeployedApplication undeploy(String id, @Nullable EndPoint asking) {
        return change(id, asking, unitDeployer::retire);
    }

    /**
     * Puts the files of a kept version in place of those that are there, and deploys them.
     *
     * @param version its name
     * @throws IOException if the files cannot be restored
     */
    public DeployedApplication rollBack(String id, String version, @Nullable EndPoint asking) throws IOException {
        return change(id, asking, unit -> unitDeployer.rollBack(unit, version));
    }

    private <X extends Exception> DeployedApplication change(String id, @Nullable EndPoint asking, Change<X> change)
            throws X {
        try (AutoLock held = lock.lock()) {
            WebappUnit unit = units.get(id);
            return RequestDrain.askedBy(asking, () -> {
                change.make(unit);
                remember();
                scheduleRetirement();
                return application(unit);
            });
        }
    }

    private interface Change<X extends Exception> {
        void make(WebappUnit unit) throws X;
    }

    private DeployedApplication application(WebappUnit unit) {
        ContextHandler context = unit.context();
        KeptVersions versions = unitDeployer.versions();
        return new DeployedApplication(
                WebappUnits.id(unit),
                unit.name(),
                unit.mainPath(),
                unit.state().name(),
                unit.environmentName(),
                context == null ? null : context.getContextPath(),
                context == null ? List.of() : List.copyOf(context.getVirtualHosts()),
                context != null && unit.state() != WebappUnit.State.FAILED && context.isAvailable(),
                unit.failure(),
                unit.since(),
                versions.current(unit),
                versions.before(unit),
                versions.of(unit));
    }

    @Override
    public void pathsChanged(Map<Path, Scanner.Notification> changes) {
        try (AutoLock held = lock.lock()) {
            Set<WebappUnit> changed = new TreeSet<>();
            for (Map.Entry<Path, Scanner.Notification> change : changes.entrySet()) {
                note(change.getKey(), change.getValue(), changed);
            }
            remember();
            update(changed);
            remember();
            scheduleRetirement();
        }
    }

    /** With the lock. */
    private void scheduleRetirement() {
        long interval = retireInterval;
        if (interval > 0 && retirement == null && isRunning() && unitDeployer.hasParallelVersions()) {
            retirement =
                    server.getScheduler().schedule(() -> inPool(this::retireUnused), interval, TimeUnit.MILLISECONDS);
        }
    }

    private void retireUnused() {
        try (AutoLock held = lock.lock()) {
            retirement = null;
            if (isRunning()) {
                unitDeployer.retireUnused();
                remember();
                scheduleRetirement();
            }
        }
    }

    private void onWithdrawn(String id, String reason) {
        inPool(() -> {
            try (AutoLock held = lock.lock()) {
                if (isRunning()) {
                    unitDeployer.withdraw(units.get(id), reason);
                    remember();
                }
            } catch (IllegalArgumentException x) {
                LOG.debug("{} is gone", id, x);
            }
        });
    }

    /** A deployment takes long: neither a request nor the scheduler may wait for it. */
    private void inPool(Runnable task) {
        try {
            server.getThreadPool().execute(task);
        } catch (RejectedExecutionException x) {
            LOG.debug("not now", x);
            if (isRunning() && server.getScheduler().isRunning()) {
                server.getScheduler().schedule(() -> inPool(task), 1, TimeUnit.SECONDS);
            }
        }
    }

    private void note(Path path, Scanner.Notification notification, Set<WebappUnit> changed) {
        LOG.debug("{} {}", notification, path);
        Path directory = path.getParent();
        if (directory == null) {
            return;
        }
        if (webappsDirectories.contains(directory)) {
            if (notification != Scanner.Notification.REMOVED
                    && !filter.accept(directory.toFile(), path.getFileName().toString())) {
                return;
            }
            WebappUnit unit = units.update(directory, path, notification);
            if (unit != null) {
                changed.add(unit);
            }
        } else if (directory.equals(environments.directory())) {
            for (WebappUnit unit : units.all()) {
                if (unit.context() != null && belongs(path, unit)) {
                    changed.add(unit);
                }
            }
        }
    }

    private static boolean belongs(Path path, WebappUnit unit) {
        String environment = unit.environmentName();
        return environment != null && EnvironmentFiles.belongsTo(path, environment);
    }

    /** What goes makes room for what comes, so undeployments are first. */
    private void update(Set<WebappUnit> changed) {
        boolean roomMade = false;
        Set<WebappUnit> done = new LinkedHashSet<>();
        for (WebappUnit unit : changed) {
            if (unit.mainPath() != null) {
                continue;
            }
            unitDeployer.update(unit);
            units.forget(unit);
            done.add(unit);
            roomMade = true;
        }
        List<WebappUnit> added = new ArrayList<>();
        for (WebappUnit unit : changed) {
            if (done.contains(unit)) {
                continue;
            }
            if (unit.context() == null) {
                added.add(unit);
                continue;
            }
            roomMade = true;
            unitDeployer.update(unit);
        }
        unitDeployer.deploy(added, startThreads);
        if (!roomMade) {
            return;
        }
        for (WebappUnit unit : new ArrayList<>(units.all())) {
            if (unit.state() == WebappUnit.State.REFUSED && !changed.contains(unit)) {
                unitDeployer.update(unit);
            }
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<WebappUnit> all;
        try (AutoLock held = lock.lock()) {
            all = new ArrayList<>(units.all());
        }
        dumpObjects(out, indent, new DumpableCollection("applications", all));
    }

    @Override
    public String toString() {
        return String.format("%s@%x[webappsDirs=%s]", getClass().getSimpleName(), hashCode(), webappsDirectories);
    }

    private final class DeferredScan implements LifeCycle.Listener {
        @Override
        public void lifeCycleStarted(LifeCycle event) {
            Scanner started = scanner;
            if (event == server && started != null) {
                started.startScanning();
            }
        }
    }

    /** The settings of one environment, which apply to each of its applications unless it has its own. */
    public static class EnvironmentConfig {
        private final Attributes attributes;

        private EnvironmentConfig(Attributes attributes) {
            this.attributes = attributes;
        }

        private void set(String name, @Nullable Object value) {
            if (value == null) {
                attributes.removeAttribute(name);
            } else {
                attributes.setAttribute(name, value);
            }
        }

        /** Takes settings from a properties file. */
        public void loadProperties(Path path) throws IOException {
            if (!Files.isReadable(path)) {
                throw new IOException("Cannot read file: " + path);
            }
            DeployProperties.read(path).applyTo(attributes);
        }

        /** Takes settings from a properties file. */
        public void loadPropertiesFromPathName(String path) throws IOException {
            loadProperties(Path.of(path));
        }

        public void setConfigurationClasses(@Nullable String classes) {
            set(DeployKeys.CONFIGURATION_CLASSES, classes == null || classes.isBlank() ? null : classes);
        }

        public void setConfigurationClasses(String @Nullable [] classes) {
            set(DeployKeys.CONFIGURATION_CLASSES, classes == null ? null : String.join(",", classes));
        }

        public void setContainerScanJarPattern(@Nullable String pattern) {
            set(DeployKeys.CONTAINER_SCAN_JARS, pattern);
        }

        public void setDefaultContextHandlerClass(Class<? extends ContextHandler> contextHandlerClass) {
            setDefaultContextHandlerClassName(contextHandlerClass.getName());
        }

        public void setDefaultContextHandlerClassName(@Nullable String className) {
            set(ContextHandlerFactory.DEFAULT_CONTEXT_HANDLER_CLASS_ATTRIBUTE, className);
        }

        public void setDefaultsDescriptor(@Nullable String defaultsDescriptor) {
            set(DeployKeys.DEFAULTS_DESCRIPTOR, defaultsDescriptor);
        }

        public void setExtractWars(boolean extractWars) {
            set(DeployKeys.EXTRACT_WARS, extractWars);
        }

        public void setParentLoaderPriority(boolean parentLoaderPriority) {
            set(DeployKeys.PARENT_LOADER_PRIORITY, parentLoaderPriority);
        }

        public void setServletContainerInitializerExclusionPattern(@Nullable String pattern) {
            set(DeployKeys.SCI_EXCLUSION_PATTERN, pattern);
        }

        public void setServletContainerInitializerOrder(@Nullable String order) {
            set(DeployKeys.SCI_ORDER, order);
        }

        public void setWebInfScanJarPattern(@Nullable String pattern) {
            set(DeployKeys.WEBINF_SCAN_JARS, pattern);
        }
    }
}
