package org.eclipse.jetty.start.properties;

import java.util.Locale;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Finds properties that were set, but that only modules read which are not enabled, or are the server's where the property is set for an
 * environment.
 */
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
            PropertyRegistry.Known known = known(property);
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
        config.environments().values().forEach(this::report);
    }

    /** Warns of properties of an environment that are read only by modules of the server, which do not see them. */
    private void report(StartEnvironment environment) {
        for (StartProperties.Property property : environment.properties().sorted()) {
            PropertyRegistry.Known known = known(property);
            ModuleFile reader = known == null ? null : serverReader(known);
            if (reader != null) {
                config.problems()
                        .warning(
                                property.name() + " has no effect: it is set for the environment " + environment.name()
                                        + ", and read by the module " + reader.name() + ", which is the server's",
                                property.origin(),
                                "Set it in start.d/" + reader.name() + ".ini or start.ini");
            }
        }
    }

    /** What is known of a property; null if nothing is, or if a module set it for others that may be enabled, and not the operator. */
    private PropertyRegistry.@Nullable Known known(StartProperties.Property property) {
        boolean isOfOperator = property.origin() != Origin.COMPUTED
                && !property.origin().name().endsWith(".mod")
                && !property.name().toLowerCase(Locale.ROOT).startsWith("stop.");
        return isOfOperator ? registry.get(Secrets.read(property.name())) : null;
    }

    /** A module of the server that is enabled and reads the property, when nothing of an environment or the operator does; else null. */
    private @Nullable ModuleFile serverReader(PropertyRegistry.Known known) {
        ModuleFile reader = null;
        for (PropertyRegistry.Use use : known.readers()) {
            ModuleFile module = use.module() == null ? null : modules.get(use.module());
            if (module == null || module.isEnabled() && module.environment() != null) {
                return null;
            }
            if (reader == null && module.isEnabled()) {
                reader = module;
            }
        }
        return reader;
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
