package org.eclipse.jetty.start.check;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.jvm.ServerClassLoader;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * Lets classes of the server look at the XML files and applications of a base, in a class loader like that of a start.
 *
 * <p>The interface is one static method, {@code org.eclipse.jetty.xml.CheckedConfiguration.check(String[], Consumer)}: it gets the
 * arguments that the main class would get, and tells findings as maps of texts. What it does not know, where a property was set,
 * {@link ToldFindings} adds. Confined to the main thread.
 */
final class ServerCheck {
    private static final String CHECK_CLASS = "org.eclipse.jetty.xml.CheckedConfiguration";
    private static final Map<String, String> SILENCE = Map.of(
            "slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider", "slf4j.internal.verbosity", "WARN");

    private final StartConfig config;
    private final ToldFindings places;
    private final Findings findings;

    ServerCheck(StartConfig config, BaseHome baseHome, Findings findings) {
        this.config = config;
        this.places = new ToldFindings(config, baseHome);
        this.findings = findings;
    }

    void run(CommandLine commandLine) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Map<String, String> properties = commandLine.applySystemProperties();
        // the log files of a server that runs are not touched
        for (Map.Entry<String, String> silent : SILENCE.entrySet()) {
            properties.put(silent.getKey(), System.setProperty(silent.getKey(), silent.getValue()));
        }
        try (URLClassLoader loader = ServerClassLoader.open(config)) {
            Thread.currentThread().setContextClassLoader(loader);
            run(loader, commandLine.programArguments());
        } catch (java.io.IOException e) {
            StartLog.debug("the class path of the check was not closed: " + e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            properties.forEach((name, value) -> {
                if (value == null) {
                    System.clearProperty(name);
                } else {
                    System.setProperty(name, value);
                }
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
            Throwable cause = e.getTargetException();
            if (StartLog.isDebugEnabled()) {
                cause.printStackTrace(StartLog.stream());
            }
            findings.add(
                    new Finding(true, null, "the XML files could not be checked: " + cause, null, ""),
                    StartException.MAIN_FAILED);
        } catch (ReflectiveOperationException e) {
            throw new StartException(StartException.MAIN_FAILED, "Cannot check by " + CHECK_CLASS + ": " + e, e);
        }
    }

    private void add(Map<String, String> told) {
        findings.add(places.finding(told), StartException.MAIN_FAILED);
    }
}
