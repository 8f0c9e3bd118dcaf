package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.jetty.deploy.ContextHandlerFactory;
import org.eclipse.jetty.deploy.Deployer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.VirtualHosts;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.Environment;
import org.eclipse.jetty.util.thread.SharedSteps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys, redeploys and undeploys units, and keeps failures to themselves: a unit that fails is logged once, with the cause
 * and the place, and its path answers 503; all others go on.
 *
 * <p>Guarded by the lock of the scanner.
 */
public final class UnitDeployer {
    private static final Logger LOG = LoggerFactory.getLogger("org.eclipse.jetty.deploy.DeploymentScanner");

    private final Server server;
    private final Deployer deployer;
    private final ContextHandlerFactory factory;
    private final WebappUnits units;
    private final DeployEnvironments environments;
    private final ParallelUnits parallel;
    private final DeploymentCounts counts = new DeploymentCounts();
    private KeptVersions versions = new KeptVersions(Path.of("versions"), 0);

    /** @param onWithdrawn takes the id of a unit that fails too often, and the reason, on any thread */
    public UnitDeployer(
            Server server,
            Deployer deployer,
            ContextHandlerFactory factory,
            WebappUnits units,
            DeployEnvironments environments,
            BiConsumer<String, String> onWithdrawn) {
        this.server = server;
        this.deployer = deployer;
        this.factory = factory;
        this.units = units;
        this.environments = environments;
        parallel = new ParallelUnits((unit, reason) -> onWithdrawn.accept(WebappUnits.id(unit), reason));
        if (deployer instanceof Container container) {
            // as soon as requests reach it: the context that it replaces is stopped only afterwards
            container.addEventListener(new Deployer.Listener() {
                @Override
                public void onDeployed(ContextHandler context) {
                    parallel.deployed(context);
                }
            });
        }
    }

    /** Keeps versions there from now on. */
    public void keep(KeptVersions kept) {
        versions = kept;
    }

    /** The versions that are kept. */
    public KeptVersions versions() {
        return versions;
    }

    /** What became of deployments; of any thread. */
    public DeploymentCounts counts() {
        return counts;
    }

    /** Takes a unit out of service until it is updated. */
    public void retire(WebappUnit unit) {
        undeploy(unit);
        unit.failure(null);
        unit.become(WebappUnit.State.UNDEPLOYED, null);
    }

    /** Takes a unit out of service until it is updated, because it fails too often. */
    public void withdraw(WebappUnit unit, String reason) {
        if (unit.state() != WebappUnit.State.DEPLOYED) {
            return;
        }
        LOG.warn("Withdrew {}, other versions serve its clients: {}", unit.name(), reason);
        retire(unit);
        unit.failure("withdrawn: " + reason);
    }

    /** Takes the versions out of service that no client needs any more. */
    public void retireUnused() {
        for (WebappUnit unit : parallel.unused()) {
            LOG.info("No client has a session of {} any more, and there is a newer version", unit.name());
            retire(unit);
        }
    }

    /** Whether there are several versions of an application. */
    public boolean hasParallelVersions() {
        return !parallel.isEmpty();
    }

    /** Describes the versions of applications that have several. */
    public List<String> describeParallelVersions() {
        return parallel.describe();
    }

    /**
     * Restores the files of a kept version, and deploys them.
     *
     * @throws IllegalArgumentException if there is no such version
     * @throws IOException if the files cannot be restored
     */
    public void rollBack(WebappUnit unit, String version) throws IOException {
        versions.restore(unit, version);
        LOG.info("Restored version {} of {}", version, unit.name());
        update(unit);
    }

    /** Deploys a unit that is new or changed, or undeploys one that has no main path any more. */
    public void update(WebappUnit unit) {
        Path main = unit.mainPath();
        if (main == null) {
            undeploy(unit);
            if (!unit.paths().isEmpty()) {
                LOG.warn(
                        "Nothing to deploy for {}: there is no XML file, WAR file or directory of that name",
                        unit.paths());
            }
            return;
        }
        ContextHandler serving = unit.serving();
        if (serving != null && changeRules(unit)) {
            return;
        }
        ContextHandler next = prepare(unit, main, serving != null);
        if (next == null) {
            return;
        }
        if (serving != null) {
            replace(unit, serving, next);
        } else {
            undeploy(unit);
            deployAll(Map.of(unit, next), 1);
        }
    }

    /**
     * Deploys units without a context: makes their contexts one after the other, so that it is the order that decides who
     * gets a path, and starts them in parallel.
     *
     * @param threads how many at a time; 0 for as many as there are processors
     */
    public void deploy(Collection<WebappUnit> added, int threads) {
        Map<WebappUnit, ContextHandler> prepared = new LinkedHashMap<>();
        for (WebappUnit unit : added) {
            Path main = unit.mainPath();
            // a directory that is gone since the scan is reported by the next one
            ContextHandler next = main == null ? null : prepare(unit, main, false);
            if (next == null) {
                continue;
            }
            // what follows is refused the path
            unit.become(WebappUnit.State.NEW, next);
            prepared.put(unit, next);
        }
        deployAll(prepared, threads);
    }

    /** Whether the canary rules of a unit are all that changed; they apply at once. */
    private boolean changeRules(WebappUnit unit) {
        try {
            if (!parallel.changeRules(unit)) {
                return false;
            }
        } catch (DeployException e) {
            // the deployment says so
            LOG.debug("no canary rules of {}", unit, e);
            return false;
        }
        LOG.info("Changed which clients go to {}", unit.name());
        return true;
    }

    /** Makes the context; returns null, having logged why, when it cannot be made or its path is taken. */
    private @Nullable ContextHandler prepare(WebappUnit unit, Path main, boolean serving) {
        ContextHandler next;
        Attributes attributes;
        unit.failure(null);
        List<Path> overlooked = unit.overlooked();
        if (!overlooked.isEmpty()) {
            LOG.warn("No effect have {}: names that differ by case alone are of one application, {}", overlooked, main);
        }
        versions.stage(unit);
        try {
            Path file = unit.propertiesPath();
            DeployProperties own = file == null ? null : DeployProperties.read(file);
            String name = select(main, own);
            unit.environmentName(name);
            attributes = attributes(main, own, name);
            Environment environment = environments.get(name);
            next = factory.newContextHandler(server, environment, main, unit.otherPaths(), attributes);
        } catch (Exception | LinkageError e) {
            fail(unit, null, e, false, serving);
            return null;
        }
        WebappUnit other = occupant(unit, next);
        if (other != null) {
            refuse(unit, next, other, serving);
            return null;
        }
        parallel.prepare(unit, next, attributes, units.all());
        return next;
    }

    /** Takes a unit out of service, if it is in service. */
    public void undeploy(WebappUnit unit) {
        undeploy(unit, false);
    }

    /** Takes all units out of service, because the server stops. */
    public void undeployAll() {
        for (WebappUnit unit : List.copyOf(units.all())) {
            undeploy(unit, true);
        }
        units.clear();
    }

    private void undeploy(WebappUnit unit, boolean quiet) {
        ContextHandler context = unit.context();
        boolean deployed = unit.isServing();
        unit.become(WebappUnit.State.NEW, null);
        if (context == null) {
            return;
        }
        parallel.gone(context);
        try {
            deployer.undeploy(context);
            if (deployed && !quiet) {
                counts.addUndeployed();
                LOG.info("Undeployed {} from {}", unit.name(), context.getContextPath());
            }
        } catch (RuntimeException e) {
            LOG.warn("Unable to undeploy {}: {}", unit.name(), describe(e), e);
        }
    }

    private void deployAll(Map<WebappUnit, ContextHandler> prepared, int threads) {
        List<Map.Entry<WebappUnit, ContextHandler>> all = List.copyOf(prepared.entrySet());
        Throwable[] failures = new Throwable[all.size()];
        try {
            SharedSteps.run(server.getThreadPool(), threads, all.size(), i -> {
                try {
                    deployer.deploy(all.get(i).getValue());
                } catch (RuntimeException | Error e) {
                    failures[i] = e;
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DeployException("interrupted while applications are deployed", e);
        }
        for (int i = 0; i < failures.length; i++) {
            WebappUnit unit = all.get(i).getKey();
            ContextHandler context = all.get(i).getValue();
            if (failures[i] == null) {
                unit.become(WebappUnit.State.DEPLOYED, context);
                parallel.deployed(context);
                deployed("Deployed", unit, context);
            } else if (failures[i] instanceof Error error && !(error instanceof LinkageError)) {
                throw error;
            } else {
                unit.become(WebappUnit.State.NEW, null);
                parallel.gone(context);
                fail(unit, context, failures[i], true, false);
            }
        }
    }

    private void replace(WebappUnit unit, ContextHandler old, ContextHandler next) {
        try {
            deployer.redeploy(old, next);
            unit.become(WebappUnit.State.DEPLOYED, next);
            parallel.deployed(next);
            parallel.gone(old);
            deployed("Redeployed", unit, next);
        } catch (RuntimeException | LinkageError e) {
            boolean stillServing = old.isStarted();
            parallel.gone(next);
            if (!stillServing) {
                parallel.gone(old);
                unit.become(WebappUnit.State.NEW, null);
            }
            fail(unit, next, e, true, stillServing);
        }
    }

    /** A context may have kept its failure to itself, has logged it, and answers 503. */
    private void deployed(String done, WebappUnit unit, ContextHandler context) {
        if (!context.isStarted() || context.isAvailable()) {
            versions.commit(unit);
            counts.addDeployed();
            LOG.info("{} {} at {}", done, unit.mainPath(), place(context));
            return;
        }
        versions.discard(unit);
        counts.addFailed();
        Throwable failure = context.getUnavailableException();
        unit.failure(failure == null ? "it is not available" : describe(failure));
        LOG.info(
                "{} {} at {}, but it is not available: requests are answered by 503",
                done,
                unit.mainPath(),
                place(context));
    }

    private void refuse(WebappUnit unit, ContextHandler next, WebappUnit other, boolean serving) {
        if (!serving) {
            undeploy(unit);
        }
        unit.become(WebappUnit.State.REFUSED, unit.context());
        versions.discard(unit);
        counts.addFailed();
        unit.failure(place(next) + " is taken by " + other.mainPath());
        LOG.warn(
                "Unable to deploy {}: {} is taken by {}, which stays{}. Give one of them another context path, with"
                        + " {} in {}.properties",
                unit.mainPath(),
                place(next),
                other.mainPath(),
                serving ? ", as does what was deployed before" : "",
                DeployKeys.CONTEXT_PATH,
                unit.name());
        next.destroy();
    }

    private void fail(
            WebappUnit unit, @Nullable ContextHandler failed, Throwable failure, boolean inStart, boolean serving) {
        String outcome = serving ? " - what was deployed before goes on" : "";
        versions.discard(unit);
        counts.addFailed();
        unit.failure(describe(failure));
        // a failure while starting is one of the application's code: its author needs the trace
        boolean logged = failed != null && failed.getUnavailableException() != null;
        if (inStart && logged) {
            LOG.warn("Unable to start {}: {}{}", unit.mainPath(), describe(failure), outcome);
        } else if (inStart) {
            LOG.warn("Unable to start {}: {}{}", unit.mainPath(), describe(failure), outcome, cause(failure));
        } else {
            LOG.warn("Unable to deploy {}: {}{}", unit.mainPath(), describe(failure), outcome);
            LOG.debug("unable to deploy {}", unit, failure);
        }
        if (serving) {
            return;
        }
        undeploy(unit);
        unit.become(WebappUnit.State.FAILED, null);
        ContextHandler unavailable = unavailable(unit, failed);
        if (unavailable == null) {
            return;
        }
        try {
            deployer.deploy(unavailable);
            unit.become(WebappUnit.State.FAILED, unavailable);
        } catch (RuntimeException e) {
            LOG.warn("Unable to answer 503 in place of {}", unit.mainPath(), e);
        }
    }

    private @Nullable ContextHandler unavailable(WebappUnit unit, @Nullable ContextHandler failed) {
        ContextPaths place = unit.place();
        String path = place.contextPath();
        List<String> hosts = place.virtualHosts();
        if (failed != null) {
            path = failed.getContextPath();
            hosts = failed.getVirtualHosts();
        } else {
            String wanted = contextPathOfProperties(unit);
            if (wanted != null) {
                path = wanted;
            }
        }
        ContextHandler unavailable = new UnavailableContext(path, hosts, unit.name());
        if (occupant(unit, unavailable) != null) {
            return null;
        }
        parallel.standIn(unit, unavailable);
        return unavailable;
    }

    private static @Nullable String contextPathOfProperties(WebappUnit unit) {
        Path file = unit.propertiesPath();
        if (file == null) {
            return null;
        }
        try {
            String path = DeployProperties.read(file).get(DeployKeys.CONTEXT_PATH);
            return path != null && path.startsWith("/") ? path : null;
        } catch (DeployException e) {
            // it is this failure that has been logged already
            LOG.debug("no context path of {}", unit, e);
            return null;
        }
    }

    /** The environment that the properties name, or else the class in the XML file, or else the default. */
    private String select(Path main, @Nullable DeployProperties own) throws IOException {
        String named = own == null ? null : own.get(ContextHandlerFactory.ENVIRONMENT_ATTRIBUTE);
        String type = WebappUnit.kind(main) == WebappUnit.Kind.XML ? ContextXml.className(main) : null;
        String ofClass = DeployEnvironments.ofClass(type);
        if (own == null || named == null) {
            return environments.select(ofClass, main.toString());
        }
        String place = own.place(ContextHandlerFactory.ENVIRONMENT_ATTRIBUTE);
        if (ofClass != null && !ofClass.equalsIgnoreCase(named)) {
            throw new DeployException(place + ": environment: " + named + " (expected: " + ofClass + ", because " + main
                    + " is of the class " + type + ")");
        }
        return environments.select(named, place);
    }

    private Attributes attributes(Path main, @Nullable DeployProperties own, String environment) {
        Attributes.Mapped attributes = new Attributes.Mapped();
        for (String key : server.getAttributeNameSet()) {
            if (key.startsWith("jetty.deploy.")) {
                attributes.setAttribute(key, server.getAttribute(key));
            }
        }
        environments.applyTo(attributes, environment);
        if (own != null) {
            own.applyTo(attributes);
            own.warnMisspelt(environments.xmls(main, environment));
        }
        attributes.setAttribute(ContextHandlerFactory.ENVIRONMENT_ATTRIBUTE, environment);
        return attributes;
    }

    /** The unit that is reached where the context would be; null when it is free. */
    private @Nullable WebappUnit occupant(WebappUnit unit, ContextHandler next) {
        String path = ContextPaths.canonical(next);
        VirtualHosts hosts = new VirtualHosts(next.getVirtualHosts());
        for (WebappUnit other : units.all()) {
            ContextHandler context = other.context();
            if (other == unit || context == null || ParallelUnits.areVersions(unit, other)) {
                continue;
            }
            if (ContextPaths.canonical(context).equals(path)
                    && new VirtualHosts(context.getVirtualHosts()).sharesHost(hosts)) {
                return other;
            }
        }
        return null;
    }

    private static String place(ContextHandler context) {
        List<String> hosts = context.getVirtualHosts();
        return hosts.isEmpty() ? context.getContextPath() : context.getContextPath() + " of " + hosts;
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof DeployException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** The messages of a failure and its causes, without repetition. */
    private static String describe(Throwable failure) {
        String said = failure.getMessage();
        Throwable first = failure instanceof DeployException && said != null && said.startsWith("Unable to ")
                ? cause(failure)
                : failure;
        StringBuilder described = new StringBuilder(text(first));
        int depth = 0;
        for (Throwable e = first.getCause(); e != null && depth++ < 8; e = e.getCause()) {
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            if (described.indexOf(message) < 0) {
                described.append(": ").append(text(e));
            }
        }
        return described.toString();
    }

    /** Exceptions of this project and of the XML parser say all in their message; others do not without their name. */
    private static String text(Throwable e) {
        String message = e.getMessage();
        String name = e.getClass().getName();
        if (message == null) {
            return name;
        }
        boolean plain = name.startsWith("org.eclipse.jetty.") || name.startsWith("org.xml.sax.");
        return plain ? message : name + ": " + message;
    }
}
