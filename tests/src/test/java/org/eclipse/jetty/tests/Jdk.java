package org.eclipse.jetty.tests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A JDK of this machine. */
record Jdk(int feature, Path home) {
    private static final List<Jdk> ALL = find();

    /** The oldest that is supported and the newest, which may be the same. */
    static Stream<Jdk> oldestAndNewest() {
        return Stream.of(ALL.get(0), newest()).distinct();
    }

    static Jdk oldest() {
        return ALL.get(0);
    }

    static Jdk newest() {
        return ALL.get(ALL.size() - 1);
    }

    Path java() {
        return home.resolve("bin").resolve("java");
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }

    /** Those beside the one that runs the tests, and in the usual place, one of each feature release, oldest first. */
    private static List<Jdk> find() {
        Path running = Path.of(System.getProperty("java.home"));
        TreeMap<Integer, Jdk> found = new TreeMap<>();
        for (Path folder : new Path[] {running.getParent(), Path.of("/usr/lib/jvm")}) {
            if (folder == null || !Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> homes = Files.list(folder)) {
                homes.sorted(Comparator.naturalOrder()).forEach(home -> add(home, found));
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        }
        found.put(Runtime.version().feature(), new Jdk(Runtime.version().feature(), running));
        return new ArrayList<>(found.tailMap(17, true).values());
    }

    private static void add(Path home, TreeMap<Integer, Jdk> found) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/javac")) || !Files.isRegularFile(release)) {
            return;
        }
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(release)) {
            properties.load(in);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        if (version.isEmpty()) {
            return;
        }
        int feature = Runtime.Version.parse(version.startsWith("1.") ? version.substring(2, 3) : version)
                .feature();
        found.putIfAbsent(feature, new Jdk(feature, home));
    }
}
