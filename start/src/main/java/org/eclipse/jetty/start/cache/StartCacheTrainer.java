package org.eclipse.jetty.start.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.HomeAndBase;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.jvm.LogProvider;
import org.eclipse.jetty.start.jvm.SecondJvm;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * Makes the start cache of a base: starts its server once, at free ports, asks each application for its first page, and stops
 * it, which lets the JVM write the archive.
 *
 * <p>Confined to the main thread.
 */
public final class StartCacheTrainer {
    private static final String TRAIN_XML = "etc/jetty-train.xml";

    /** What the server writes for others to know its process: a server of the base that runs meanwhile keeps its own. */
    private static final String[] FILES_OF_PROCESS = {"jetty.pid", "jetty.state"};

    private final StartConfig config;
    private final BaseHome baseHome;
    private final CommandLine commandLine;

    public StartCacheTrainer(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
        this.commandLine = new CommandLine(config, baseHome);
    }

    /** Trains; returns when the archive is there. */
    public void train(String[] arguments) {
        StartCache cache = StartCache.of(baseHome);
        if (cache == null) {
            throw bad(
                    "the server was not started by java -jar, or this system does not tell the command line of a process");
        }
        if (config.options().jpms) {
            throw bad("an archive is for a class path, and --jpms makes a module path");
        }
        Path trainXml = baseHome.find(TRAIN_XML);
        if (trainXml == null) {
            throw bad("there is no " + TRAIN_XML + " in " + baseHome.searchOrder());
        }
        Path archive = cache.archive();
        Path made = cache.directory().resolve("made-" + archive.getFileName());
        Path program = cache.directory().resolve("training");
        Path log = cache.directory().resolve("training.log");
        List<Path> jars = StartCache.jars(config.server().classPath());
        try {
            Files.createDirectories(cache.directory());
            Files.deleteIfExists(cache.stamp());
            Files.deleteIfExists(cache.documents());
            Files.deleteIfExists(cache.direct());
            List<String> provider = LogProvider.of(jars);
            arguments(trainingArguments(trainXml, cache.directory()))
                    .addAll("log", provider)
                    .add("rehearse", cache.direct().toString())
                    .write(program);
            StartLog.info("Training: the server is started and stopped once");
            int exitCode =
                    SecondJvm.runQuietly(cache.command(commandLine.opts(), jars, recording(cache, made), program), log);
            if (exitCode != 0 || !Files.isRegularFile(made)) {
                throw failed(exitCode, log);
            }
            Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
            cache.writeDirect(commandLine.opts(), jars);
            stamp(cache, jars, arguments).addAll("log", provider).write(cache.stamp());
            StartLog.info("Made " + baseHome.toShortForm(archive) + " (" + (Files.size(archive) >> 20)
                    + " MB), which starts use while JVM and libraries stay the same");
        } catch (IOException e) {
            throw new StartException(
                    StartException.UNKNOWN, "--train: cannot write to " + cache.directory() + ": " + e, e);
        } finally {
            delete(made);
            delete(program);
            delete(log);
            for (String name : FILES_OF_PROCESS) {
                delete(cache.directory().resolve(name));
            }
        }
    }

    private static StartException failed(int exitCode, Path log) throws IOException {
        StartLog.stream().print(Files.readString(log));
        return new StartException(
                StartException.MAIN_FAILED,
                "--train: no archive was made; the JVM ended with " + exitCode
                        + ", and said what is above. Does the server start without --train?");
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            StartLog.warn("Cannot delete " + file + ": " + e);
        }
    }

    private static StartException bad(String why) {
        return new StartException(StartException.BAD_ARGUMENT, "--train is not possible: " + why);
    }

    private static List<String> recording(StartCache cache, Path made) {
        List<String> recording = new ArrayList<>();
        recording.add(StartCache.isAot() ? "-XX:AOTCacheOutput=" + made : "-XX:ArchiveClassesAtExit=" + made);
        recording.add("-D" + StartCache.DOCUMENTS + ".record=" + cache.documents());
        // which of thousands of classes do not fit into an archive is of no use to an operator
        recording.add("-Xlog:disable");
        recording.add("-Xlog:all=error:stderr");
        return recording;
    }

    private CacheStamp.Writer arguments(List<String> programArguments) {
        return new CacheStamp.Writer()
                .addAll("dir", StartCache.directories(config.server().classPath()))
                .add("main", commandLine.mainClass())
                .addAll("program", programArguments);
    }

    /** Those of the server, except that it takes any free port and none for --stop, and with the XML file that trains. */
    private List<String> trainingArguments(Path trainXml, Path directory) {
        List<String> arguments = new ArrayList<>();
        for (String property : commandLine.properties()) {
            int equals = property.indexOf('=');
            String name = property.substring(0, equals).toLowerCase(Locale.ROOT);
            if (name.equals("jetty.shutdown.port")) {
                arguments.add("jetty.shutdown.port=-1");
            } else if (name.startsWith("jetty.") && name.endsWith(".port")) {
                arguments.add(property.substring(0, equals) + "=0");
            } else {
                arguments.add(property);
            }
        }
        arguments.add("jetty.http.port=0");
        arguments.add("jetty.ssl.port=0");
        for (String name : FILES_OF_PROCESS) {
            arguments.add(name + "=" + directory.resolve(name));
        }
        arguments.addAll(commandLine.xmls());
        arguments.add(trainXml.toString());
        arguments.addAll(commandLine.envs());
        return arguments;
    }

    private CacheStamp.Writer stamp(StartCache cache, List<Path> jars, String[] arguments) {
        HomeAndBase said = HomeAndBase.of(arguments);
        CacheStamp.Writer stamp = arguments(commandLine.programArguments())
                .add("java", CacheStamp.java())
                .addAll("jvm", cache.jvmArguments())
                .addAll("opt", commandLine.opts())
                .add("archive", CacheStamp.state(cache.archive()))
                .add("direct", CacheStamp.state(cache.direct()))
                .add("home", baseHome.home().toString())
                .add("base", baseHome.base().toString());
        // a server whose main class is another one may write none
        if (Files.exists(cache.documents())) {
            stamp.add("documents", CacheStamp.state(cache.documents()));
        }
        for (Path jar : jars) {
            stamp.add("jar", CacheStamp.state(jar));
        }
        for (String argument : said.rest()) {
            if (!argument.equals("--train")) {
                stamp.add("argument", argument);
            }
        }
        for (String name : config.properties().variables().keySet()) {
            stamp.add("env", CacheStamp.variable(name));
        }
        for (Path directory : baseHome.searchOrder()) {
            stamp.addDirectory(directory);
        }
        for (Path file : config.inputs()) {
            stamp.add("file", CacheStamp.state(file));
        }
        return stamp;
    }
}
