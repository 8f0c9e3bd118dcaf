package org.eclipse.jetty.start.properties;

import java.util.Locale;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.Origin;
import org.jspecify.annotations.Nullable;

/** Finds properties that were set, but that only modules read which are not enabled. */
public final class IdleProperties {
    private final StartConfig config;
    private final ModuleRegistry modules;
    private final PropertyRegistry registry;

    public IdleProperties(StartConfig config, ModuleRegistry modules, PropertyRegistry registry) {
        this.config = config;
        this.modules = modules;
        this.registry = registry;
    }

    /** Warns of each. */
    public void report() {
        for (StartProperties.Property property : config.properties().sorted()) {
            // what a module sets for others that may be enabled is not the operator's
            if (property.origin() == Origin.COMPUTED
                    || property.origin().name().endsWith(".mod")
                    || property.name().toLowerCase(Locale.ROOT).startsWith("stop.")) {
                continue;
            }
            PropertyRegistry.Known known = registry.get(Secrets.read(property.name()));
            String reader = known == null ? null : disabledReader(known);
            if (reader != null) {
                config.problems()
                        .warning(
                                property.name() + " has no effect: it is read by the module " + reader
                                        + ", which is not enabled",
                                property.origin(),
                                "Enable it with --add-modules=" + reader);
            }
        }
    }

    /** A module that reads the property, when none that is enabled and no file of the operator does; else null. */
    private @Nullable String disabledReader(PropertyRegistry.Known known) {
        String reader = null;
        for (PropertyRegistry.Use use : known.readers()) {
            ModuleFile module = use.module() == null ? null : modules.get(use.module());
            if (module == null || module.isEnabled()) {
                return null;
            }
            if (reader == null) {
                reader = module.name();
            }
        }
        return reader;
    }
}
