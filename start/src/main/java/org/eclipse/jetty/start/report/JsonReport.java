package org.eclipse.jetty.start.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.Json;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;
import org.jspecify.annotations.Nullable;

/** The reports of {@code --list-config=json} and {@code --list-modules=json}, for programs. */
public final class JsonReport {
    private static final ModuleFile.Section[] SECTIONS = {
        ModuleFile.Section.DESCRIPTION,
        ModuleFile.Section.DEPENDS,
        ModuleFile.Section.BEFORE,
        ModuleFile.Section.AFTER,
        ModuleFile.Section.FILES,
        ModuleFile.Section.LIBS,
        ModuleFile.Section.XML,
        ModuleFile.Section.INI,
        ModuleFile.Section.EXEC,
        ModuleFile.Section.JPMS,
        ModuleFile.Section.LICENSE,
        ModuleFile.Section.DEPRECATED
    };

    private JsonReport() {}

    /** All that a start would use. */
    public static String config(
            StartConfig config, BaseHome baseHome, List<ModuleFile> modules, String version, CommandLine commandLine) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("version", version);
        report.put("home", baseHome.home());
        report.put("base", baseHome.base());
        // in this order, so that two reports can be compared line by line
        Map<String, Object> java = new LinkedHashMap<>();
        java.put("home", System.getProperty("java.home"));
        java.put("version", Runtime.version().toString());
        report.put("java", java);
        report.put("searchOrder", baseHome.searchOrder());
        List<Object> enabled = new ArrayList<>();
        for (ModuleFile module : modules) {
            enabled.add(module(module));
        }
        report.put("modules", enabled);
        List<String> arguments = new ArrayList<>();
        for (StartConfig.JvmArgument argument : config.jvmArguments()) {
            arguments.add(argument.text());
        }
        for (StartConfig.JvmArgument argument : config.moduleJvmArguments()) {
            arguments.add(argument.text());
        }
        report.put("jvmArguments", arguments);
        Map<String, Object> system = new LinkedHashMap<>();
        for (String name : config.systemProperties().keySet()) {
            system.put(
                    name, Secrets.shown(name, String.valueOf(config.properties().expandedValue(name))));
        }
        report.put("systemProperties", system);
        report.put("mainClass", commandLine.mainClass());
        report.put("server", environment(config.server()));
        Map<String, Object> environments = new LinkedHashMap<>();
        for (Map.Entry<String, StartEnvironment> entry : config.environments().entrySet()) {
            environments.put(entry.getKey(), environment(entry.getValue()));
        }
        report.put("environments", environments);
        return Json.write(report);
    }

    private static Map<String, Object> environment(StartEnvironment environment) {
        Map<String, Object> report = new LinkedHashMap<>();
        Map<String, Object> properties = new LinkedHashMap<>();
        StartProperties values = environment.properties();
        for (StartProperties.Property property : values.sorted()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("value", Secrets.shown(property.name(), String.valueOf(values.value(property.name()))));
            one.put("expanded", Secrets.shown(property.name(), String.valueOf(values.expandedValue(property.name()))));
            put(one, property.origin());
            properties.put(property.name(), one);
        }
        report.put("properties", properties);
        report.put("classPath", environment.classPath());
        report.put("xmls", environment.xmls());
        return report;
    }

    /** The file or name, and the line as far as there is one. */
    public static void put(Map<String, Object> report, @Nullable Origin origin) {
        if (origin == null) {
            return;
        }
        report.put("file", origin.name());
        if (origin.line() > 0) {
            report.put("line", origin.line());
        }
    }

    /** All modules, or those with some tags. */
    public static String modules(Collection<ModuleFile> modules) {
        List<Object> list = new ArrayList<>();
        for (ModuleFile module : modules) {
            list.add(module(module));
        }
        return Json.write(Map.of("modules", list));
    }

    private static Map<String, Object> module(ModuleFile module) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("name", module.name());
        report.put("file", module.shortPath());
        report.put("enabled", module.isEnabled());
        report.put("explicit", module.isExplicit());
        report.put("reasons", module.reasons());
        if (module.environment() != null) {
            report.put("environment", module.environment());
        }
        report.put("tags", module.tags());
        report.put("provides", module.provides());
        for (ModuleFile.Section section : SECTIONS) {
            List<String> texts = new ArrayList<>();
            for (ModuleFile.Entry entry : module.entries(section)) {
                texts.add(entry.text());
            }
            report.put(section.header(), texts);
        }
        List<Object> properties = new ArrayList<>();
        for (IniTemplate.Setting setting : IniTemplate.settings(module)) {
            Map<String, Object> property = new LinkedHashMap<>();
            property.put("name", setting.name());
            property.put("default", setting.value());
            property.put("description", setting.description());
            put(property, setting.origin());
            properties.add(property);
        }
        report.put("properties", properties);
        return report;
    }
}
