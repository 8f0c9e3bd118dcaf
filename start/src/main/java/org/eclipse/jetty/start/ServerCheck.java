package org.eclipse.jetty.start;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Lets classes of the server look at the XML files and applications of a base, in a class loader like that of a start.
 *
 * <p>The interface is one static method, {@code org.eclipse.jetty.xml.CheckedConfiguration.check(String[], Consumer)}: it gets the
 * arguments that the main class would get, and tells findings as maps of texts. What it does not know, where a property was set, is
 * added here. Confined to the main thread.
 */
final class ServerCheck {
    private static final String CHECK_CLASS = "org.eclipse.jetty.xml.CheckedConfiguration";
    private static final Map<String, String> SILENCE = Map.of(
            "slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider", "slf4j.internal.verbosity", "WARN");

    private final StartConfig config;
    private final BaseHome baseHome;
    private final Findings findings;

    ServerCheck(StartConfig config, BaseHome baseHome, Findings findings) {
        this.config = config;
        this.baseHome = baseHome;
        this.findings = findings;
    }

    void run(CommandLine commandLine) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Map<String, String> properties = commandLine.applySystemProperties();
        // the log files of a server that runs are not touched
        for (Map.Entry<String, String> silent : SILENCE.entrySet())
            properties.put(silent.getKey(), System.setProperty(silent.getKey(), silent.getValue()));
        try (URLClassLoader loader = ServerClassLoader.open(config)) {
            Thread.currentThread().setContextClassLoader(loader);
            run(loader, commandLine.programArguments());
        } catch (java.io.IOException e) {
            StartLog.debug("the class path of the check was not closed: " + e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            properties.forEach((name, value) -> {
                if (value == null) System.clearProperty(name);
                else System.setProperty(name, value);
            });
        }
    }

    private void run(ClassLoader loader, List<String> arguments) {
        Consumer<Map<String, String>> consumer = this::add;
        try {
            Method check = Class.forName(CHECK_CLASS, true, loader).getMethod("check", String[].class, Consumer.class);
            check.invoke(null, arguments.toArray(new String[0]), consumer);
        } catch (ClassNotFoundException e) {
            findings.add(
                    new Finding(
                            true,
                            null,
                            "nothing to start: no module is enabled that brings the server",
                            null,
                            "Enable modules, for instance with --add-modules=http,ee10-deploy"),
                    StartException.MAIN_FAILED);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            if (StartLog.isDebugEnabled()) cause.printStackTrace(StartLog.stream());
            findings.add(
                    new Finding(true, null, "the XML files could not be checked: " + cause, null, ""),
                    StartException.MAIN_FAILED);
        } catch (ReflectiveOperationException e) {
            throw new StartException(StartException.MAIN_FAILED, "Cannot check by " + CHECK_CLASS + ": " + e, e);
        }
    }

    private void add(Map<String, String> told) {
        String message = told.get("message");
        String file = told.get("file");
        String line = told.get("line");
        String property = told.get("property");
        Origin place = file == null ? null : new Origin(shortForm(file), line == null ? 0 : Integer.parseInt(line));
        Origin set = property == null ? null : originOf(property);
        if (set != null) {
            String value = valueOf(property);
            boolean said = message.contains(value);
            message = property + (said ? "" : "=" + Secrets.shown(property, value)) + ": " + message
                    + (place == null ? "" : ", read in " + place.place());
        }
        findings.add(
                new Finding(
                        "error".equals(told.get("severity")),
                        set == null ? place : set,
                        message,
                        told.get("expected"),
                        told.get("remedy") == null ? "" : told.get("remedy")),
                StartException.MAIN_FAILED);
    }

    /** Where a property was set; null when it was not, or by the launcher. */
    private Origin originOf(String name) {
        for (StartEnvironment environment : environments()) {
            StartProperties.Property property = environment.properties().get(name);
            if (property != null && property.origin() != Origin.COMPUTED) return property.origin();
        }
        return null;
    }

    private String valueOf(String name) {
        for (StartEnvironment environment : environments())
            if (environment.properties().get(name) != null)
                return environment.properties().expandedValue(name);
        return "";
    }

    /** Those that say more come first. */
    private List<StartEnvironment> environments() {
        List<StartEnvironment> environments =
                new ArrayList<>(config.environments().values());
        environments.add(config.server());
        return environments;
    }

    private String shortForm(String file) {
        int inside = file.indexOf("!/");
        Path path = Path.of(inside < 0 ? file : file.substring(0, inside));
        return baseHome.toShortForm(path) + (inside < 0 ? "" : file.substring(inside));
    }
}
