package org.eclipse.jetty.start.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.OwnJar;
import org.eclipse.jetty.start.jvm.ArgumentFile;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.jvm.JvmArguments;
import org.eclipse.jetty.start.jvm.SecondJvm;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * The start cache of a base: an archive of the classes that the server loads while it starts, made by {@code --train} in
 * {@code ${jetty.base}/start-cache}, and used by every later start that it fits.
 *
 * <p>JVMs keep such archives only for the class path that they were started with. start.jar is not started with that of the
 * server, so the server runs in a second JVM, with the same arguments, input and output; this one waits for it. When neither
 * the arguments nor a file of the configuration has changed, the command of that JVM is taken from the stamp, and nothing else is read.
 *
 * <table>
 * <caption>What becomes of a start</caption>
 * <tr><th>changed since --train</th><th>start</th></tr>
 * <tr><td>nothing</td><td>second JVM at once</td></tr>
 * <tr><td>arguments, ini files, modules</td><td>the configuration is read; second JVM</td></tr>
 * <tr><td>the JVM, its arguments, libraries</td><td>a warning; in this JVM, as without a cache</td></tr>
 * </table>
 *
 * <p>{@link DirectStart} is a start without the first JVM: by an argument file that is made beside the archive, as long as nothing has
 * changed.
 *
 * <p>Confined to the main thread.
 */
public final class StartCache {
    /** From here on, one run makes an AOT cache (JEP 514); before, a dynamic CDS archive (JEP 350). */
    private static final int AOT_FEATURE = 25;

    /** The system property that tells the server of {@link #documents}; with {@code .record} at its end, to write them. */
    static final String DOCUMENTS = "org.eclipse.jetty.xml.documents";

    private final BaseHome baseHome;
    private final Path directory;
    private final List<String> jvmArguments;

    StartCache(BaseHome baseHome, List<String> jvmArguments) {
        this.baseHome = baseHome;
        this.directory = baseHome.base().resolve("start-cache");
        this.jvmArguments = jvmArguments;
    }

    /** The cache of a base, which may not exist yet; null when the command line of this JVM is not known. */
    public static @Nullable StartCache of(BaseHome baseHome) {
        List<String> own = JvmArguments.own();
        return own == null ? null : new StartCache(baseHome, own);
    }

    /** Whether the base was trained, so that a start has a second JVM. */
    public static boolean isTrained(BaseHome baseHome) {
        return Files.isRegularFile(baseHome.base().resolve("start-cache/stamp"));
    }

    static boolean isAot() {
        return Runtime.version().feature() >= AOT_FEATURE;
    }

    Path directory() {
        return directory;
    }

    Path stamp() {
        return directory.resolve("stamp");
    }

    Path archive() {
        return directory.resolve(isAot() ? "server.aot" : "server.jsa");
    }

    /** What the XML files amounted to that the server has read; see {@code KnownDocuments} of jetty-xml. */
    Path documents() {
        return directory.resolve("documents");
    }

    /** The arguments of a JVM that is the server at once; see {@link DirectStart}. */
    Path direct() {
        return directory.resolve("java.args");
    }

    /**
     * Starts the server as it was trained; returns its exit code, or -1 if something has changed.
     *
     * @param arguments but those that name home and base
     */
    public int launchUnchanged(List<String> arguments) {
        CacheStamp stamp = unchanged(arguments);
        return stamp == null
                ? -1
                : SecondJvm.run(command(stamp.values("opt"), jars(stamp), use(hasDocuments(stamp)), stamp()), null);
    }

    /** The stamp, if nothing has changed since; else null. */
    @Nullable
    CacheStamp unchanged(List<String> arguments) {
        CacheStamp stamp = read(false);
        if (stamp == null) {
            return null;
        }
        String why = whyStale(stamp);
        if (why == null) {
            why = whyChanged(stamp, arguments);
        }
        if (why == null) {
            return stamp;
        }
        StartLog.debug("start cache: the configuration is read, as " + why);
        return null;
    }

    private @Nullable String whyChanged(CacheStamp stamp, List<String> arguments) {
        if (!stamp.values("home").equals(List.of(baseHome.home().toString()))
                || !stamp.values("base").equals(List.of(baseHome.base().toString()))) {
            return "it is that of another jetty.home or jetty.base";
        }
        if (!stamp.values("argument").equals(arguments)) {
            return "the arguments are others";
        }
        for (String variable : stamp.values("env")) {
            if (!variable.equals(CacheStamp.variable(variable.substring(0, variable.indexOf('='))))) {
                return "an environment variable has changed";
            }
        }
        String changed = stamp.changed("file");
        return changed == null ? null : changed + " has changed";
    }

    /** Starts the server as it is configured now; returns its exit code, or -1 if the archive does not fit it. */
    public int launch(CommandLine commandLine, Set<Path> classPath) {
        CacheStamp stamp = read(true);
        if (stamp == null) {
            return -1;
        }
        String stale = whyStale(stamp);
        List<Path> jars = jars(classPath);
        List<String> opts = commandLine.opts();
        if (stale == null && !jars(stamp).equals(jars)) {
            stale = "the libraries are others";
        }
        if (stale == null && !stamp.values("opt").equals(opts)) {
            stale = "the JVM arguments of the configuration are others";
        }
        if (stale != null) {
            StartLog.warn("The start cache is not used: " + stale + ". Renew it with --train, or delete " + directory);
            return -1;
        }
        try {
            Path arguments = Files.createTempFile("start-", ".arguments");
            arguments.toFile().deleteOnExit();
            new CacheStamp.Writer()
                    .addAll("dir", directories(classPath))
                    .add("main", commandLine.mainClass())
                    .addAll("program", commandLine.programArguments())
                    .addAll("log", stamp.values("log"))
                    .write(arguments);
            return SecondJvm.run(command(opts, jars, use(hasDocuments(stamp)), arguments), null);
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot write the arguments of the second JVM: " + e, e);
        }
    }

    private @Nullable CacheStamp read(boolean tells) {
        if (!Files.exists(stamp())) {
            return null;
        }
        try {
            return CacheStamp.read(stamp());
        } catch (IOException e) {
            if (tells) {
                StartLog.warn("The start cache is not used: " + stamp() + " is damaged: " + e.getMessage()
                        + ". Renew it with --train, or delete " + directory);
            }
            return null;
        }
    }

    private @Nullable String whyStale(CacheStamp stamp) {
        if (!stamp.values("java").equals(List.of(CacheStamp.java()))) {
            return "it was made by another JVM";
        }
        if (!stamp.values("jvm").equals(jvmArguments)) {
            return "the arguments of the JVM are others";
        }
        if (!jars(stamp).contains(own())) {
            return "it is that of another jetty.home";
        }
        String jar = stamp.changed("jar");
        if (jar != null) {
            return jar + " has changed";
        }
        for (String key : new String[] {"archive", "documents"}) {
            String made = stamp.changed(key);
            if (made == null) {
                continue;
            }
            return made
                    + (Files.exists(Path.of(made)) ? " is damaged: it is not the file that was made" : " is missing");
        }
        return null;
    }

    private static List<Path> jars(CacheStamp stamp) {
        List<Path> jars = new ArrayList<>();
        for (String value : stamp.values("jar")) {
            jars.add(CacheStamp.path(value));
        }
        return jars;
    }

    /** The jars of the second JVM; directories cannot be on the class path of an archive, and come later. */
    static List<Path> jars(Set<Path> classPath) {
        List<Path> jars = new ArrayList<>();
        jars.add(own());
        for (Path path : classPath) {
            if (!Files.isDirectory(path)) {
                jars.add(path);
            }
        }
        return jars;
    }

    /** start.jar. */
    static Path own() {
        return OwnJar.path();
    }

    static List<String> directories(Set<Path> classPath) {
        List<String> directories = new ArrayList<>();
        for (Path path : classPath) {
            if (Files.isDirectory(path)) {
                directories.add(path.toString());
            }
        }
        return directories;
    }

    private static boolean hasDocuments(CacheStamp stamp) {
        return !stamp.values("documents").isEmpty();
    }

    /**
     * What an AOT cache is given by, too: JVMs that know none refuse {@code -XX:AOTCache}, and by that a JVM compiles ahead what the
     * training has run, which takes longer than it saves until a server has started.
     */
    private List<String> use(boolean hasDocuments) {
        List<String> options = new ArrayList<>();
        options.add("-XX:SharedArchiveFile=" + archive());
        options.add("-Xshare:auto");
        if (hasDocuments) {
            options.add("-D" + DOCUMENTS + "=" + documents());
        }
        return options;
    }

    /** The command of a JVM whose main class is {@link CachedStart}. */
    List<String> command(List<String> opts, List<Path> jars, List<String> more, Path arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(arguments(opts, jars, more, CachedStart.class, arguments));
        return command;
    }

    /** Writes {@link #direct}. */
    void writeDirect(List<String> opts, List<Path> jars) throws IOException {
        new ArgumentFile()
                .comment("start.jar " + own())
                .comment("archive " + Files.size(archive()) + " " + archive())
                .comment("made by --train, which makes it again: java @this-file [arguments of start.jar]")
                .addAll(arguments(opts, jars, use(Files.exists(documents())), DirectStart.class, direct()))
                .write(direct());
    }

    private static List<String> arguments(
            List<String> opts, List<Path> jars, List<String> more, Class<?> main, Path argument) {
        List<String> command = new ArrayList<>(opts);
        command.addAll(more);
        command.addAll(SecondJvm.OPENS);
        command.add("--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED");
        command.add("-cp");
        StringBuilder path = new StringBuilder();
        for (Path jar : jars) {
            path.append(path.length() == 0 ? "" : File.pathSeparator).append(jar);
        }
        command.add(path.toString());
        command.add(main.getName());
        command.add(argument.toString());
        return command;
    }

    List<String> jvmArguments() {
        return jvmArguments;
    }
}
