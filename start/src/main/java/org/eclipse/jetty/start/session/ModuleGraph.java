package org.eclipse.jetty.start.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.ProductVersion;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * Enables modules with all that they need, and sorts the enabled ones.
 *
 * <p>A dependency with one provider is enabled at once. One with several is kept until all modules that somebody named are
 * enabled; then the default provider is taken if no enabled module provides it. Confined to the main thread.
 */
final class ModuleGraph {
    private record Pending(String virtual, ModuleFile dependent, boolean optional, Origin origin) {}

    private enum Mark {
        OPEN,
        DONE
    }

    private final StartConfig config;
    private final BaseHome baseHome;
    private final ModuleRegistry registry;
    private final String version;
    private final List<Pending> pending = new ArrayList<>();
    private final Map<String, ModuleFile> provided = new HashMap<>();
    private final Map<ModuleFile, List<String>> dependencies = new HashMap<>();

    ModuleGraph(StartConfig config, BaseHome baseHome, ModuleRegistry registry, String version) {
        this.config = config;
        this.baseHome = baseHome;
        this.registry = registry;
        this.version = version;
    }

    /** Enables a module that somebody named; {@code reason} is shown in reports. */
    ModuleFile request(String name, String reason, Origin origin) {
        ModuleFile module = registry.get(name);
        if (module == null) {
            throw unknown(name, origin, registry);
        }
        enable(module, reason, origin, true);
        return module;
    }

    /** The failure for a name that no module has. */
    static StartException unknown(String name, Origin origin, ModuleRegistry registry) {
        return new StartException(
                StartException.UNKNOWN,
                "Unknown module='" + name + "' in " + origin.place() + "." + registry.remedy(name)
                        + " List available with --list-modules",
                origin);
    }

    private void enable(ModuleFile module, String reason, Origin origin, boolean explicit) {
        boolean first = module.enable(reason, origin, explicit);
        if (!first) {
            return;
        }
        StartLog.debug("enable " + module + ": " + reason);
        checkVersion(module);
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DEPRECATED)) {
            config.problems().warning(entry.text().replaceAll("\\.$", ""), origin, "");
        }
        provide(module.name(), module);
        for (String virtual : module.provides()) {
            provide(virtual, module);
        }
        applyIni(module);
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DEPENDS)) {
            depend(module, entry);
        }
    }

    private void checkVersion(ModuleFile module) {
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.VERSION)) {
            if (ProductVersion.compare(entry.text(), version) > 0
                    && ProductVersion.compare(entry.text(), ProductVersion.JETTY) > 0) {
                config.problems()
                        .error(new StartException(
                                StartException.BAD_GRAPH,
                                "Module [" + module + "] specifies jetty version [" + entry.text()
                                        + "] which is newer than this version of jetty [" + version
                                        + ", compatible with "
                                        + ProductVersion.JETTY + "], from "
                                        + module.origin(entry).place(),
                                module.origin(entry)));
            }
        }
    }

    private void provide(String virtual, ModuleFile module) {
        ModuleFile other = provided.putIfAbsent(virtual, module);
        if (other == null || other == module) {
            return;
        }
        config.problems()
                .error(new StartException(
                        StartException.UNKNOWN,
                        "Module " + module + " provides " + virtual + ", which is already provided by " + other
                                + " enabled in "
                                + other.reasons()
                                + ". Enable only one of them: remove " + other + " with --remove-modules=" + other,
                        module.enabledFrom()));
    }

    private void applyIni(ModuleFile module) {
        List<ModuleFile.Entry> entries = module.entries(ModuleFile.Section.INI);
        if (entries.isEmpty()) {
            return;
        }
        ArgumentParser parser =
                new ArgumentParser(config, baseHome, registry, config.environment(module.environment()));
        for (ModuleFile.Entry entry : entries) {
            parser.parseNoting(asDefault(entry.text()), module.origin(entry));
        }
    }

    /** A plain assignment of a module is only a default: {@code a=b} becomes {@code a?=b}. */
    private static String asDefault(String argument) {
        int equals = argument.indexOf('=');
        if (argument.charAt(0) == '-' || equals <= 0) {
            return argument;
        }
        char operator = argument.charAt(equals - 1);
        if (operator == '+' || operator == '?') {
            return argument;
        }
        return argument.substring(0, equals) + "?" + argument.substring(equals);
    }

    private void depend(ModuleFile module, ModuleFile.Entry entry) {
        boolean optional = entry.text().charAt(0) == '?';
        String name = config.environment(module.environment())
                .properties()
                .expand(optional ? entry.text().substring(1).trim() : entry.text());
        List<ModuleFile> providers = registry.providers(name);
        if (providers.isEmpty()) {
            if (optional) {
                return;
            }
            config.problems()
                    .error(new StartException(
                            StartException.UNKNOWN,
                            "No module found to provide " + name + " for " + module + "{enabled}, from "
                                    + module.origin(entry).place() + "." + registry.remedy(name),
                            module.origin(entry)));
            return;
        }
        List<String> names = dependencies.get(module);
        if (names == null) {
            names = new ArrayList<>();
            dependencies.put(module, names);
        }
        names.add(name);
        if (providers.size() > 1) {
            pending.add(new Pending(name, module, optional, module.origin(entry)));
        } else {
            enableFor(providers.get(0), name, module);
        }
    }

    private void enableFor(ModuleFile provider, String name, ModuleFile dependent) {
        Origin origin = new Origin(dependent.shortPath(), 0);
        enable(provider, "transitive provider of " + name + " for " + dependent, origin, false);
        if (name.indexOf('/') >= 0) {
            provider.enable("dynamic dependency of " + dependent, origin, false);
        }
    }

    /** Decides between several providers, once all modules that were named are enabled. */
    void resolvePending() {
        for (int i = 0; i < pending.size(); i++) {
            Pending next = pending.get(i);
            ModuleFile provider = provided.get(next.virtual);
            if (provider == null) {
                provider = defaultProvider(next);
            }
            if (provider == null) {
                continue;
            }
            enableFor(provider, next.virtual, next.dependent);
        }
        pending.clear();
    }

    private @Nullable ModuleFile defaultProvider(Pending wanted) {
        List<ModuleFile> providers = registry.providers(wanted.virtual);
        for (ModuleFile provider : providers) {
            if (provider.isDefaultProvider(wanted.virtual)) {
                return provider;
            }
        }
        ModuleFile sameName = registry.get(wanted.virtual);
        if (sameName != null) {
            return sameName;
        }
        if (wanted.optional) {
            return null;
        }
        config.problems()
                .error(new StartException(
                        StartException.UNSATISFIED,
                        "Module [" + wanted.dependent + "] requires a module providing [" + wanted.virtual
                                + "] from one of " + providers + ". Add one of them with --add-modules=<module>",
                        wanted.origin));
        return null;
    }

    /**
     * The enabled modules, each after what it depends on and respecting before and after; otherwise by name, those in
     * sub-folders last.
     */
    List<ModuleFile> sorted() {
        Map<ModuleFile, List<ModuleFile>> edges = new HashMap<>();
        List<ModuleFile> enabled = new ArrayList<>();
        for (ModuleFile module : registry.all()) {
            if (module.isEnabled()) {
                enabled.add(module);
            }
        }
        for (ModuleFile module : enabled) {
            List<String> names = dependencies.get(module);
            if (names != null) {
                for (String name : names) {
                    addEdge(edges, module, provided.get(name));
                }
            }
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.AFTER)) {
                addEdge(edges, module, provided.get(entry.text()));
            }
            for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.BEFORE)) {
                ModuleFile later = provided.get(entry.text());
                if (later != null) {
                    addEdge(edges, later, module);
                }
            }
        }
        List<ModuleFile> order = new ArrayList<>(enabled.size());
        Map<ModuleFile, Mark> marks = new HashMap<>();
        List<ModuleFile> path = new ArrayList<>();
        for (ModuleFile module : enabled) {
            visit(module, edges, marks, path, order);
        }
        return order;
    }

    private static void addEdge(Map<ModuleFile, List<ModuleFile>> edges, ModuleFile from, @Nullable ModuleFile to) {
        if (to == null || from == to) {
            return;
        }
        List<ModuleFile> targets = edges.get(from);
        if (targets == null) {
            targets = new ArrayList<>();
            edges.put(from, targets);
        }
        if (targets.contains(to)) {
            return;
        }
        int i = 0;
        while (i < targets.size() && isBefore(targets.get(i).name(), to.name())) {
            i++;
        }
        targets.add(i, to);
    }

    private static boolean isBefore(String a, String b) {
        boolean folderA = a.indexOf('/') >= 0;
        boolean folderB = b.indexOf('/') >= 0;
        return folderA == folderB ? a.compareTo(b) < 0 : folderB;
    }

    private void visit(
            ModuleFile module,
            Map<ModuleFile, List<ModuleFile>> edges,
            Map<ModuleFile, Mark> marks,
            List<ModuleFile> path,
            List<ModuleFile> order) {
        Mark mark = marks.get(module);
        if (mark == Mark.DONE) {
            return;
        }
        path.add(module);
        if (mark == Mark.OPEN) {
            config.problems().error(cyclic(module, path));
            path.remove(path.size() - 1);
            return;
        }
        marks.put(module, Mark.OPEN);
        List<ModuleFile> targets = edges.get(module);
        if (targets != null) {
            for (ModuleFile target : targets) {
                visit(target, edges, marks, path, order);
            }
        }
        marks.put(module, Mark.DONE);
        path.remove(path.size() - 1);
        order.add(module);
    }

    private static StartException cyclic(ModuleFile module, List<ModuleFile> path) {
        StringBuilder message =
                new StringBuilder("Modules are cyclic at ").append(module).append(": ");
        for (int i = path.indexOf(module); i < path.size(); i++) {
            message.append(path.get(i));
            if (i < path.size() - 1) {
                message.append(" -> ");
            }
        }
        message.append(" (look at depends, before and after of ")
                .append(module.shortPath())
                .append(')');
        return new StartException(
                StartException.BAD_GRAPH, message.toString(), edge(module, path.get(path.indexOf(module) + 1)));
    }

    /** The line by which a module comes after another. */
    private static Origin edge(ModuleFile from, ModuleFile to) {
        for (ModuleFile.Section section :
                new ModuleFile.Section[] {ModuleFile.Section.DEPENDS, ModuleFile.Section.AFTER}) {
            for (ModuleFile.Entry entry : from.entries(section)) {
                if (to.stands(
                        entry.text().startsWith("?") ? entry.text().substring(1).trim() : entry.text())) {
                    return from.origin(entry);
                }
            }
        }
        for (ModuleFile.Entry entry : to.entries(ModuleFile.Section.BEFORE)) {
            if (from.stands(entry.text())) {
                return to.origin(entry);
            }
        }
        return new Origin(from.shortPath(), 0);
    }
}
