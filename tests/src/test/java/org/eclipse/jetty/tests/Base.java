package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A temporary JETTY_BASE, and the servers started in it; {@link #close()} kills those and deletes it. Confined to its test. */
final class Base implements AutoCloseable {
    /** A server that lives for seconds starts in half of the processor's time with a quick compiler and a collector without threads. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    // what the shell waits with does not hold the output
    private static final List<String> SHELL =
            List.of("/bin/sh", "-c", "\"$@\"; while :; do sleep 60 >/dev/null 2>&1; done", "sh");

    private final Jdk jdk;
    private final Path folder;
    private final List<Command> commands = new ArrayList<>();
    private List<String> jvm = SHORT_LIVED;

    private Base(Jdk jdk, Path folder) {
        this.jdk = jdk;
        this.folder = folder;
    }

    /** A new base in which {@code --add-modules} has been run. */
    static Base with(Jdk jdk, String modules) {
        return with(jdk, "base", modules);
    }

    /** The same, in a directory whose name begins so. */
    static Base with(Jdk jdk, String name, String modules) {
        Base base = empty(jdk, name);
        Command add = base.start("--add-modules=" + modules);
        assertThat(add.awaitExit()).as(add::output).isZero();
        return base;
    }

    static Base empty(Jdk jdk) {
        return empty(jdk, "base");
    }

    /** One in a directory that is there, whose JVM has no options. */
    static Base at(Jdk jdk, Path folder) {
        return new Base(jdk, folder).withPlainJvm();
    }

    private static Base empty(Jdk jdk, String name) {
        try {
            Path parent = Files.createDirectories(Distribution.WORK.resolve("bases"));
            Path folder = Files.createTempDirectory(parent, name);
            Files.createDirectories(folder.resolve("tmp"));
            return new Base(jdk, folder);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Has the JVM as it is without options, where a test is about the JVM. */
    Base withPlainJvm() {
        jvm = List.of();
        return this;
    }

    Path folder() {
        return folder;
    }

    Path resolve(String name) {
        return folder.resolve(name);
    }

    /** Writes a file, with the directories above it, in one step: a scan sees it whole or as it was. */
    void write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Path part = Files.writeString(folder.resolve("tmp").resolve(file.getFileName() + ".part"), text);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Puts a WAR in webapps/ in one step: a scan sees it whole or not at all. */
    void deploy(String name, Path war) {
        try {
            Path part = Files.copy(war, folder.resolve("tmp").resolve(name), StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, folder.resolve("webapps").resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Runs {@code java -jar start.jar} with arguments. */
    Command start(String... arguments) {
        return start(List.of(), arguments);
    }

    /**
     * Serves like {@link #serve}, below a shell that goes on when the server has been replaced by another process: Java reads the
     * output of a process no longer when that ends, although its children write to the same pipe.
     */
    Server serveBelowShell(String... arguments) {
        List<String> all = new ArrayList<>(List.of("jetty.http.host=127.0.0.1", "jetty.http.port=0"));
        all.addAll(List.of(arguments));
        return Server.started(start(SHELL, all.toArray(new String[0])));
    }

    /** The same of any command. */
    Server serveBelowShell(List<String> command) {
        List<String> all = new ArrayList<>(SHELL);
        all.addAll(command);
        return Server.started(run(all, folder));
    }

    private Command start(List<String> before, String... arguments) {
        List<String> command = new ArrayList<>(before);
        command.addAll(java(jdk));
        command.addAll(List.of("-jar", Distribution.HOME.resolve("start.jar").toString(), "jetty.base=" + folder));
        command.addAll(List.of(arguments));
        return run(command, folder);
    }

    /** The java command with the arguments that the JVMs of this base have. */
    List<String> java(Jdk jdk) {
        List<String> command = new ArrayList<>();
        command.add(jdk.java().toString());
        command.addAll(jvm);
        command.addAll(List.of("-Xmx256m", "-Djava.io.tmpdir=" + folder.resolve("tmp")));
        return command;
    }

    /** Runs any command, which ends with this base. */
    Command run(List<String> command, Path directory) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Command started = Command.run(builder);
        commands.add(started);
        return started;
    }

    /** Starts a server at a free port of the loopback address, and waits until it has started. */
    Server serve(String... arguments) {
        List<String> all = new ArrayList<>(List.of("jetty.http.host=127.0.0.1", "jetty.http.port=0"));
        all.addAll(List.of(arguments));
        return Server.started(start(all.toArray(new String[0])));
    }

    @Override
    public void close() throws IOException {
        commands.forEach(Command::close);
        Distribution.delete(folder);
    }
}
