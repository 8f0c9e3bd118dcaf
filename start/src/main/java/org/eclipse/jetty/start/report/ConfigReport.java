package org.eclipse.jetty.start.report;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.LibraryVersion;
import org.eclipse.jetty.start.files.ProductVersion;
import org.eclipse.jetty.start.modules.ModuleFile;

/** Prints what a start would use: {@code --list-config} and {@code --list-classpath}. */
public final class ConfigReport {
    private static final List<String> JVM_PROPERTIES = List.of(
            "java.home",
            "java.vm.vendor",
            "java.vm.version",
            "java.vm.name",
            "java.vm.info",
            "java.runtime.name",
            "java.runtime.version",
            "java.io.tmpdir",
            "user.dir",
            "user.language",
            "user.country");

    private final StartConfig config;
    private final BaseHome baseHome;
    private final PrintStream out;

    public ConfigReport(StartConfig config, BaseHome baseHome, PrintStream out) {
        this.config = config;
        this.baseHome = baseHome;
        this.out = out;
    }

    /** Prints everything. */
    public void print(List<ModuleFile> modules, String version) {
        printModules(modules);
        title("JVM Version & Properties:");
        for (String name : JVM_PROPERTIES) {
            property(name, System.getProperty(name));
        }
        title("Jetty Version & Properties:");
        property("jetty.version", version);
        property("jetty.tag.version", String.valueOf(config.properties().value("jetty.tag.version")));
        property("jetty.home", baseHome.home().toString());
        property("jetty.base", baseHome.base().toString());
        printSearchOrder();
        printJvmArguments();
        printSystemProperties();
        print(config.server());
        for (StartEnvironment environment : config.environments().values()) {
            print(environment);
        }
    }

    /** Prints the versions of the server and of this JVM. */
    public void printVersions(String version) {
        out.println("Jetty: " + version + ", compatible with " + ProductVersion.JETTY + ", in " + baseHome.home());
        out.println("Java:  " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), in "
                + System.getProperty("java.home"));
    }

    /** Prints the class path of the server and of each environment. */
    public void printClassPaths() {
        printClassPath(config.server());
        for (StartEnvironment environment : config.environments().values()) {
            printClassPath(environment);
        }
    }

    private void title(String title) {
        out.println();
        out.println(title);
        out.println("-".repeat(title.length()));
    }

    private void property(String name, String value) {
        out.println(" " + name + " = " + value);
    }

    private void printModules(List<ModuleFile> modules) {
        title("Enabled Modules:");
        int index = 0;
        for (ModuleFile module : modules) {
            String prefix = pad(Integer.toString(index++), -3) + ") " + pad(module.name(), 25) + " ";
            for (String reason : module.reasons()) {
                out.println(prefix + reason);
                prefix = " ".repeat(prefix.length());
            }
        }
        if (modules.isEmpty()) {
            out.println(" (no modules enabled)");
        }
    }

    private void printSearchOrder() {
        title("Config Search Order:");
        out.println(" <command-line>");
        for (Path dir : baseHome.searchOrder()) {
            String shortForm = baseHome.toShortForm(dir);
            out.println(" " + shortForm + (shortForm.charAt(0) == '$' ? " -> " + dir : ""));
        }
    }

    private void printJvmArguments() {
        if (config.jvmArguments().isEmpty() && config.moduleJvmArguments().isEmpty()) {
            return;
        }
        title("Forked JVM Arguments:");
        for (StartConfig.JvmArgument argument : config.jvmArguments()) {
            out.println(" " + argument.text());
        }
        for (StartConfig.JvmArgument argument : config.moduleJvmArguments()) {
            out.println(" " + argument.text());
        }
    }

    private void printSystemProperties() {
        title("System Properties:");
        if (config.systemProperties().isEmpty()) {
            out.println(" (no system properties specified)");
        }
        for (String name : config.systemProperties().keySet()) {
            out.println(" " + name + " = "
                    + Secrets.shown(name, String.valueOf(config.properties().value(name))) + " ("
                    + config.systemProperties().get(name).place() + ")");
        }
    }

    private void print(StartEnvironment environment) {
        title("Properties: " + environment.name());
        List<StartProperties.Property> properties = environment.properties().sorted();
        if (environment == config.server()) {
            // the launcher's own, which the server does not get
            properties.add(config.builtIn().get("java.version.platform"));
            properties.sort((one, other) -> one.name().compareTo(other.name()));
        }
        for (StartProperties.Property property : properties) {
            property(
                    property.name(),
                    Secrets.shown(
                            property.name(),
                            String.valueOf(environment.properties().value(property.name()))));
        }
        if (properties.isEmpty()) {
            out.println(" (no properties specified)");
        }
        printClassPath(environment);
        title("Active XMLs: " + environment.name());
        for (Path xml : environment.xmls()) {
            out.println(" " + baseHome.toShortForm(xml));
        }
        if (environment.xmls().isEmpty()) {
            out.println(" (no xml files specified)");
        }
    }

    private void printClassPath(StartEnvironment environment) {
        title("Classpath: " + environment.name());
        if (environment.classPath().isEmpty()) {
            out.println("No classpath entries and/or version information available show.");
            return;
        }
        out.println("Version Information on " + environment.classPath().size()
                + (environment.classPath().size() == 1 ? " entry" : " entries") + " in the classpath.");
        out.println("Note: order presented here is how they would appear on the classpath.");
        out.println("      changes to the --module=name command line options will be reflected here.");
        int index = 0;
        for (Path path : environment.classPath()) {
            LibraryVersion version = LibraryVersion.of(path);
            out.println(pad(Integer.toString(index++), -2) + ": " + pad(version.version(), -24) + " | "
                    + baseHome.toShortForm(path)
                    + (version.license() == null ? "" : " | " + version.license()));
        }
    }

    /** Fills with blanks to the right, or to the left for a negative width. */
    public static String pad(String text, int width) {
        int missing = Math.abs(width) - text.length();
        if (missing <= 0) {
            return text;
        }
        return width < 0 ? " ".repeat(missing) + text : text + " ".repeat(missing);
    }
}
