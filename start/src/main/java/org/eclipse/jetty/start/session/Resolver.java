package org.eclipse.jetty.start.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;

/**
 * Turns the entries of the enabled modules, and what was named besides, into existing files.
 *
 * <p>Confined to the main thread.
 */
public final class Resolver {
    private final StartConfig config;
    private final BaseHome baseHome;

    public Resolver(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
    }

    /** Fills class paths, XML files and JVM arguments, in module order; what the operator named himself comes last. */
    public void resolve(List<ModuleFile> modules) {
        Map<String, StartEnvironment> named = new LinkedHashMap<>(config.environments());
        config.environments().clear();
        for (ModuleFile module : modules) {
            String name = module.environment();
            if (name != null && named.containsKey(name)) {
                config.environments().putIfAbsent(name, named.get(name));
            }
            resolve(module, config.environment(name));
        }
        for (Map.Entry<String, StartEnvironment> rest : named.entrySet()) {
            config.environments().putIfAbsent(rest.getKey(), rest.getValue());
        }
        resolveExtras(config.server());
        for (StartEnvironment environment : config.environments().values()) {
            resolveExtras(environment);
        }
    }

    private void resolve(ModuleFile module, StartEnvironment environment) {
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.LIBS)) {
            addLib(environment, entry.text(), module.origin(entry));
        }
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.XML)) {
            addXml(environment, entry.text(), module.origin(entry), bringsFile(module, entry.text()));
        }
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.JPMS)) {
            config.jpmsDirectives()
                    .add(new StartConfig.JvmArgument(
                            environment.properties().expand(entry.text()), module.origin(entry)));
        }
        List<ModuleFile.Entry> exec = module.entries(ModuleFile.Section.EXEC);
        if (exec.isEmpty()) {
            return;
        }
        config.forkingModules().add(module.name());
        for (ModuleFile.Entry entry : exec) {
            config.moduleJvmArguments()
                    .add(new StartConfig.JvmArgument(
                            environment.properties().expand(entry.text()), module.origin(entry)));
        }
    }

    private void resolveExtras(StartEnvironment environment) {
        for (StartEnvironment.Reference lib : environment.extraLibs()) {
            addLib(environment, lib.text(), lib.origin());
        }
        for (StartEnvironment.Reference xml : environment.extraXmls()) {
            addXml(environment, xml.text(), xml.origin(), false);
        }
    }

    private void addLib(StartEnvironment environment, String text, Origin origin) {
        String pattern = environment.properties().expand(text);
        List<Path> found = baseHome.findAll(pattern);
        if (found.isEmpty() && BaseHome.isPlain(pattern) && !pattern.endsWith("/")) {
            config.problems()
                    .defect(
                            "Library " + pattern + " does not exist",
                            origin,
                            "Create the files of modules with --create-files");
        }
        environment.classPath().addAll(found);
    }

    /** Whether a file is one that the module puts into the base. */
    private static boolean bringsFile(ModuleFile module, String file) {
        return module.entries(ModuleFile.Section.FILES).stream()
                .anyMatch(entry -> entry.text().endsWith("|" + file));
    }

    private void addXml(StartEnvironment environment, String text, Origin origin, boolean brought) {
        String name = environment.properties().expand(text);
        Path file = baseHome.find(name);
        if (file == null || !Files.isReadable(file)) {
            config.problems()
                    .error(new StartException(
                            StartException.UNKNOWN,
                            "Cannot read file: " + name + ", from " + origin.place() + " (looked in "
                                    + baseHome.searchOrder() + ")"
                                    + (brought ? ". Create it with --create-files" : ""),
                            origin));
        } else {
            environment.xmls().add(file);
        }
    }
}
