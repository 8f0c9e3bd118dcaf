package org.eclipse.jetty.tests;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code start.jar} in this JVM: what it says, and what it would start. Confined to its test. */
final class StartLine {
    /** What a run of start.jar ended with. */
    record Result(int code, String output) {}

    private final URL jar;

    StartLine() {
        try {
            jar = Distribution.HOME.resolve("start.jar").toUri().toURL();
        } catch (MalformedURLException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Runs it to its end, or until the server runs; what it says is the output. Its classes are new each time: they keep their output. */
    Result run(Path base, String... arguments) {
        List<String> all = new ArrayList<>(List.of("jetty.home=" + Distribution.HOME, "jetty.base=" + base));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(captured, true, StandardCharsets.UTF_8);
        PrintStream err = System.err;
        System.setErr(out);
        try (URLClassLoader loader =
                new URLClassLoader("start", new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Method run = loader.loadClass("org.eclipse.jetty.start.Main")
                    .getDeclaredMethod("run", String[].class, PrintStream.class);
            run.setAccessible(true);
            int code = (int) run.invoke(null, all.toArray(new String[0]), out);
            return new Result(code, captured.toString(StandardCharsets.UTF_8));
        } catch (InvocationTargetException x) {
            throw new IllegalStateException(String.join(" ", all), x.getCause());
        } catch (ReflectiveOperationException | IOException x) {
            throw new IllegalStateException(x);
        } finally {
            System.setErr(err);
        }
    }

    /** The class path of the server. */
    List<URL> classPath(Path base, String... arguments) {
        List<URL> urls = new ArrayList<>();
        List<String> words = words(dryRun(base, "path", arguments));
        try {
            for (String path : words.get(1).split(File.pathSeparator)) {
                urls.add(Path.of(path).toUri().toURL());
            }
        } catch (MalformedURLException x) {
            throw new IllegalStateException(x);
        }
        return urls;
    }

    /** The arguments of the main class: properties, XML files, and those of environments. */
    List<String> arguments(Path base, String... arguments) {
        return words(dryRun(base, "args,envs", arguments));
    }

    private String dryRun(Path base, String parts, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--dry-run=" + parts);
        Result result = run(base, all.toArray(new String[0]));
        if (result.code() != 0) {
            throw new IllegalStateException(result.output());
        }
        return result.output()
                .lines()
                .filter(line -> !line.matches("(INFO|WARN)  ?: .*"))
                .reduce("", (a, b) -> a + b);
    }

    /** The words of a line that is quoted for a POSIX shell. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            } else if (c == '\\' && !quoted) {
                word.append(line.charAt(++i));
            } else if (c == ' ' && !quoted) {
                words.add(word.toString());
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        words.add(word.toString());
        return words;
    }
}
