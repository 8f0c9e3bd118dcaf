package org.eclipse.jetty.start;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.problems.StartLog;

/** A home and a base in a temporary directory, and what start.jar says about them. */
public final class StartFixture implements AutoCloseable {
    public final Path home;
    public final Path base;
    private final PrintStream stderr = StartLog.stream();
    private final InputStream stdin = System.in;
    private String out = "";
    private String err = "";

    public StartFixture(Path dir) {
        home = dir.resolve("home");
        base = dir.resolve("base");
        write("home/x", "");
        write("base/x", "");
    }

    @Override
    public void close() {
        StartLog.to(stderr);
        StartLog.debugEnabled(false);
        System.setIn(stdin);
    }

    /** Writes a file; the name begins with home or base. */
    public StartFixture write(String name, String text) {
        try {
            Path file = home.getParent().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public StartFixture module(String name, String text) {
        return write("home/modules/" + name + ".mod", text);
    }

    public String read(String name) {
        return IniReader.text(home.getParent().resolve(name));
    }

    public boolean exists(String name) {
        return Files.exists(home.getParent().resolve(name));
    }

    /** Runs start.jar and returns its exit code. */
    public int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("jetty.home=" + home, "jetty.base=" + base));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        StartLog.to(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        int exitCode = Main.run(all.toArray(new String[0]), new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        out = text(outBytes);
        err = text(errBytes);
        return exitCode;
    }

    private String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8)
                .replace(base.toString(), "BASE")
                .replace(home.toString(), "HOME")
                .replace("\r\n", "\n");
    }

    /** What the last run reported. */
    public String out() {
        return out;
    }

    /** What the last run said. */
    public String err() {
        return err;
    }

    /** The words of the arguments that the server would be started with. */
    public List<String> arguments(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--dry-run=args,envs"));
        all.addAll(List.of(arguments));
        int exitCode = run(all.toArray(new String[0]));
        if (exitCode != 0) {
            throw new AssertionError("exit code " + exitCode + ": " + err);
        }
        return List.of(out.trim().split(" "));
    }
}
