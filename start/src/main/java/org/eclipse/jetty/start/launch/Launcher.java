package org.eclipse.jetty.start.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.eclipse.jetty.start.cache.StartCache;
import org.eclipse.jetty.start.check.Finding;
import org.eclipse.jetty.start.check.Findings;
import org.eclipse.jetty.start.check.LogFilesCheck;
import org.eclipse.jetty.start.check.StartFailure;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.jvm.SecondJvm;
import org.eclipse.jetty.start.jvm.ServerClassLoader;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/** Runs the server: in this JVM, or in a second one when JVM arguments need it. */
public final class Launcher {
    private final StartConfig config;
    private final BaseHome baseHome;
    private final CommandLine commandLine;

    public Launcher(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
        this.commandLine = new CommandLine(config, baseHome);
    }

    /** Returns when the server has been started in this JVM (0), or with the exit code of the second one. */
    public int launch() {
        StartCache cache = config.options().jpms ? null : StartCache.of(baseHome);
        if (cache != null) {
            int exitCode = cache.launch(commandLine, config.server().classPath());
            if (exitCode >= 0) {
                return exitCode;
            }
        }
        warnOfLogFiles();
        if (config.isForking()) {
            return fork();
        }
        if (!config.jvmArguments().isEmpty()) {
            StartLog.warn(
                    "JVM arguments without effect, because the server runs in the JVM of start.jar. Write them before -jar,"
                            + " or add --exec to have a second JVM");
            for (StartConfig.JvmArgument argument : config.jvmArguments()) {
                warn(argument);
            }
        }
        runHere();
        return 0;
    }

    /** The server starts without its log, and could not say so in it. */
    private void warnOfLogFiles() {
        Findings findings = new Findings();
        new LogFilesCheck(config, baseHome, findings).checkXmls();
        for (Finding finding : findings.all()) {
            StartLog.warn(finding.sentence());
        }
    }

    private static void warn(StartConfig.JvmArgument argument) {
        String text = argument.text();
        StartLog.warn("  Argument: " + text + " (from " + argument.origin().place() + ")");
    }

    private void runHere() {
        commandLine.applySystemProperties();
        String name = commandLine.mainClass();
        List<String> arguments = commandLine.programArguments();
        ClassLoader loader = ServerClassLoader.open(config);
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class<?> main = Class.forName(name, true, loader);
            main.getMethod("main", String[].class).invoke(null, (Object) arguments.toArray(new String[0]));
        } catch (ClassNotFoundException e) {
            throw new StartException(
                    StartException.MAIN_FAILED,
                    "Nothing to start: the class " + name
                            + " is in no enabled module. Enable modules, for instance with --add-modules=http,ee10-deploy");
        } catch (InvocationTargetException e) {
            throw new StartFailure(config, baseHome, commandLine).of(e.getTargetException());
        } catch (ReflectiveOperationException e) {
            throw new StartException(StartException.MAIN_FAILED, "Cannot run the main class " + name + ": " + e, e);
        }
    }

    private int fork() {
        if (!config.forkingModules().isEmpty()) {
            StartLog.warn("Forking second JVM due to forking module(s): " + config.forkingModules()
                    + ". Use --dry-run to generate the command line to avoid forking.");
        }
        List<String> command = new ArrayList<>();
        command.add(commandLine.java());
        command.addAll(commandLine.opts());
        command.addAll(SecondJvm.OPENS);
        command.addAll(commandLine.path());
        command.addAll(commandLine.main());
        Path properties = writeProperties();
        command.add(properties.toString());
        command.addAll(commandLine.xmls());
        command.addAll(commandLine.envs());
        int exitCode = SecondJvm.run(command, baseHome.base());
        if (exitCode == SecondJvm.FAILED) {
            new StartFailure(config, baseHome, commandLine).tellOfSecondJvm();
        }
        return exitCode;
    }

    private Path writeProperties() {
        StartProperties source = config.properties();
        Properties properties = new Properties();
        for (StartProperties.Property property : source.sorted()) {
            properties.setProperty(property.name(), source.expandedValue(property.name()));
        }
        String keep = config.options().execProperties;
        try {
            Path file = keep == null
                    ? Files.createTempFile("start-", ".properties")
                    : baseHome.base().resolve(keep);
            if (keep == null) {
                file.toFile().deleteOnExit();
            }
            try (OutputStream out = Files.newOutputStream(file)) {
                properties.store(out, "properties of start.jar");
            }
            return file;
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot write the properties of the second JVM: " + e, e);
        }
    }
}
