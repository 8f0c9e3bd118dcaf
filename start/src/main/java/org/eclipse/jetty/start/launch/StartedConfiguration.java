package org.eclipse.jetty.start.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.Json;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;

/**
 * What a server is started with, as JSON for its module console: modules with the reasons that they are enabled, and properties
 * with their origins; secrets are hidden. Stateless.
 */
public final class StartedConfiguration {
    /** The property that holds it; set for a server that reads it only. */
    static final String PROPERTY = "jetty.start.configuration";

    private static final String READER = "console";
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}:]+)");

    private StartedConfiguration() {}

    /** Sets the property if a module reads it. */
    public static void set(StartConfig config, List<ModuleFile> modules) {
        if (modules.stream().noneMatch(module -> module.name().equals(READER))) {
            return;
        }
        List<Object> enabled = new ArrayList<>();
        for (ModuleFile module : modules) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", module.name());
            one.put("reasons", module.reasons());
            enabled.add(one);
        }
        List<Object> properties = new ArrayList<>();
        add(properties, config.server());
        for (StartEnvironment environment : config.environments().values()) {
            add(properties, environment);
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("modules", enabled);
        report.put("properties", properties);
        // it is no text with references, whatever the values have
        config.properties().set(PROPERTY, Json.write(report).replace("$", "$$"), Origin.COMPUTED);
    }

    private static void add(List<Object> all, StartEnvironment environment) {
        StartProperties values = environment.properties();
        for (StartProperties.Property property : values.sorted()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", property.name());
            one.put("value", shown(property, values));
            one.put(
                    "origin",
                    property.origin() == null ? null : property.origin().place());
            one.put("environment", environment.name());
            all.add(one);
        }
    }

    private static String shown(StartProperties.Property property, StartProperties values) {
        Matcher references = REFERENCE.matcher(property.value());
        while (references.find()) {
            if (Secrets.isSecret(references.group(1))) {
                return "(hidden)";
            }
        }
        return Secrets.shown(property.name(), String.valueOf(values.expandedValue(property.name())));
    }
}
