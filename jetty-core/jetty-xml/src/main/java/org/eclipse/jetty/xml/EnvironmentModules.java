package org.eclipse.jetty.xml;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The modules of an environment's module path. One that requires others that are neither there nor in the server does without them, as its
 * classes do on a class path: the API of transactions requires that of CDI, of which it needs no more than annotations.
 */
final class EnvironmentModules implements ModuleFinder {
    private static final Logger LOG = LoggerFactory.getLogger(EnvironmentModules.class);

    private final String environment;
    private final Configuration server;
    private final Map<String, ModuleReference> modules = new HashMap<>();

    /**
     * @param environment its name
     * @param path jars
     * @param server where other modules are found
     */
    EnvironmentModules(String environment, List<Path> path, Configuration server) {
        this.environment = environment;
        this.server = server;
        for (ModuleReference module : ModuleFinder.of(path.toArray(new Path[0])).findAll()) {
            modules.put(module.descriptor().name(), module);
        }
        modules.replaceAll((name, module) -> withoutMissing(module));
    }

    /** The names of the modules. */
    Set<String> names() {
        return Set.copyOf(modules.keySet());
    }

    @Override
    public Optional<ModuleReference> find(String name) {
        return Optional.ofNullable(modules.get(name));
    }

    @Override
    public Set<ModuleReference> findAll() {
        return Set.copyOf(modules.values());
    }

    private ModuleReference withoutMissing(ModuleReference module) {
        ModuleDescriptor descriptor = module.descriptor();
        Set<String> missing = new TreeSet<>();
        for (ModuleDescriptor.Requires required : descriptor.requires()) {
            boolean needed = !required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC);
            if (needed
                    && !modules.containsKey(required.name())
                    && server.findModule(required.name()).isEmpty()) {
                missing.add(required.name());
            }
        }
        if (missing.isEmpty()) {
            return module;
        }
        LOG.info(
                "Module {} does without what it requires, as the module path of {} lacks it: {}",
                descriptor.name(),
                environment,
                String.join(", ", missing));
        return new ModuleReference(
                without(missing, descriptor), module.location().orElse(null)) {
            @Override
            public ModuleReader open() throws IOException {
                return module.open();
            }
        };
    }

    private static ModuleDescriptor without(Set<String> missing, ModuleDescriptor module) {
        ModuleDescriptor.Builder builder = ModuleDescriptor.newModule(module.name(), module.modifiers());
        for (ModuleDescriptor.Requires required : module.requires()) {
            if (!missing.contains(required.name())) {
                builder.requires(required);
            }
        }
        builder.packages(module.packages());
        module.exports().forEach(builder::exports);
        module.opens().forEach(builder::opens);
        module.uses().forEach(builder::uses);
        module.provides().forEach(builder::provides);
        module.version().ifPresent(builder::version);
        module.mainClass().ifPresent(builder::mainClass);
        return builder.build();
    }
}
