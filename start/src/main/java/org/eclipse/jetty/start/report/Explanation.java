package org.eclipse.jetty.start.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;
import org.eclipse.jetty.start.properties.PropertyRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Explains a property, a module or the id of an object: what it does, its value, where that was set, and who reads it: {@code --explain}.
 *
 * <p>One name may be all three. Confined to the main thread.
 */
public final class Explanation {
    private final StartConfig config;
    private final ModuleRegistry modules;
    private final PropertyRegistry properties;
    private final PrintStream out;

    public Explanation(StartConfig config, ModuleRegistry modules, PropertyRegistry properties, PrintStream out) {
        this.config = config;
        this.modules = modules;
        this.properties = properties;
        this.out = out;
    }

    /** Explains all that the name stands for. */
    public void explain(String name) {
        PropertyRegistry.Known known = properties.get(name);
        ModuleFile module = modules.get(name);
        PropertyRegistry.Id id = properties.findId(name);
        List<ModuleFile> providers = module == null ? modules.providers(name) : List.of();
        boolean isSet = !settings(name).isEmpty();
        if (known != null || isSet) {
            explainProperty(known == null ? name : known.name(), known);
        }
        if (module != null) {
            explain(module);
        }
        if (id != null) {
            explainId(name, id);
        }
        if (!providers.isEmpty()) {
            out.println("Virtual module " + name);
            each("  Provided by: ", names(providers));
        }
        if (known != null || isSet || module != null || id != null || !providers.isEmpty()) {
            return;
        }
        Collection<String> names = new ArrayList<>(properties.names());
        names.addAll(properties.idNames());
        for (ModuleFile any : modules.all()) {
            names.add(any.name());
        }
        throw new StartException(
                StartException.UNKNOWN,
                "Nothing is known of " + name + ": no property, module or XML id has that name."
                        + Suggestion.didYouMean(name, names));
    }

    /** Where the property is set: in the server's part, and in those of environments. */
    private List<String> settings(String name) {
        List<String> settings = new ArrayList<>();
        addSetting(config.server(), name, "", settings);
        for (StartEnvironment environment : config.environments().values()) {
            addSetting(environment, name, " for environment " + environment.name(), settings);
        }
        return settings;
    }

    private static void addSetting(StartEnvironment environment, String name, String whose, List<String> settings) {
        StartProperties.Property property = environment.properties().get(name);
        if (property == null) {
            return;
        }
        String written =
                Secrets.shown(name, String.valueOf(environment.properties().value(name)));
        String value =
                Secrets.shown(name, String.valueOf(environment.properties().expandedValue(name)));
        settings.add(value + (value.equals(written) ? "" : " (written as " + written + ")") + whose + ", set in "
                + property.origin().place());
    }

    private void explainProperty(String name, PropertyRegistry.@Nullable Known known) {
        out.println("Property " + name);
        if (known != null && !known.description().isEmpty()) {
            out.println("  " + known.description());
        }
        if (known != null && known.successor() != null) {
            out.println("  Deprecated: use " + known.successor());
        }
        List<String> settings = settings(name);
        each("  Value:      ", settings.isEmpty() ? List.of("(not set)") : settings);
        if (known == null) {
            out.println("  Read by:    nothing");
            return;
        }
        String value = known.defaultValue();
        out.println("  Default:    " + (value == null ? "(none)" : value));
        each("  Offered by: ", offers(known));
        each("  Read by:    ", places(known.readers()));
    }

    private List<String> offers(PropertyRegistry.Known known) {
        List<String> offers = new ArrayList<>();
        for (PropertyRegistry.Use use : known.offers()) {
            String module = Objects.requireNonNull(use.module());
            offers.add("module " + module + state(module) + " (" + use.origin().place() + ")");
        }
        return offers;
    }

    private List<String> places(List<PropertyRegistry.Use> uses) {
        List<String> places = new ArrayList<>();
        for (PropertyRegistry.Use use : uses) {
            places.add(use.origin().place()
                    + (use.object() == null ? "" : ", object " + use.object())
                    + (use.module() == null ? "" : ", module " + use.module() + state(use.module())));
        }
        return places;
    }

    private String state(String module) {
        ModuleFile file = modules.get(module);
        return file == null ? "" : file.isEnabled() ? " [enabled]" : " [not enabled]";
    }

    private void explain(ModuleFile module) {
        out.println("Module " + module.name());
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DESCRIPTION)) {
            out.println("  " + entry.text());
        }
        out.println("  File:       " + module.shortPath());
        out.println("  Enabled:    " + (module.isEnabled() ? "yes" : "no"));
        each("  Because of: ", module.reasons());
        if (module.environment() != null) {
            out.println("  Environment: " + module.environment());
        }
        each("  Provides:   ", module.provides());
        each("  Depends on: ", dependencies(module));
        each("  Needed by:  ", dependents(module));
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.XML)) {
            out.println("  XML:        " + entry.text());
        }
        for (IniTemplate.Setting setting : IniTemplate.settings(module)) {
            List<String> values = settings(setting.name());
            out.println("  Property:   " + setting.name() + " = "
                    + (values.isEmpty() ? setting.value() + " (default)" : String.join("; ", values)));
        }
    }

    private static List<String> dependencies(ModuleFile module) {
        List<String> names = new ArrayList<>();
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DEPENDS)) {
            names.add(entry.text());
        }
        return names;
    }

    private List<String> dependents(ModuleFile module) {
        Set<String> names = new TreeSet<>();
        for (ModuleFile other : modules.all()) {
            for (ModuleFile.Entry entry : other.entries(ModuleFile.Section.DEPENDS)) {
                if (module.stands(entry.text())) {
                    names.add(other.name());
                }
            }
        }
        return new ArrayList<>(names);
    }

    private static List<String> names(List<ModuleFile> modules) {
        List<String> names = new ArrayList<>();
        for (ModuleFile module : modules) {
            names.add(module.name() + (module.isEnabled() ? " [enabled]" : ""));
        }
        return names;
    }

    private void explainId(String name, PropertyRegistry.Id id) {
        out.println("XML id " + name);
        each("  Made by:    ", places(id.makers()));
        each("  Used by:    ", places(id.users()));
        for (PropertyRegistry.Known known : properties.all()) {
            for (PropertyRegistry.Use use : known.readers()) {
                if (name.equals(use.object())) {
                    List<String> values = settings(known.name());
                    out.println("  Property:   " + known.name() + " = "
                            + (values.isEmpty() ? known.defaultValue() + " (default)" : String.join("; ", values)));
                    break;
                }
            }
        }
    }

    private void each(String label, List<String> values) {
        for (String value : values) {
            out.println(label + value);
        }
    }
}
