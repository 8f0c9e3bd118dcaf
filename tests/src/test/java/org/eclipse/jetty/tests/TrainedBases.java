package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A base of each JDK that is trained once, for training takes seconds; each test gets it as it was then, at the same place, which its
 * start cache names. Confined to its test class.
 */
final class TrainedBases implements AutoCloseable {
    private record Kept(Path copy, Path place) {}

    private final Map<Jdk, Kept> all = new HashMap<>();
    private final Function<Jdk, Base> training;

    /** What makes a trained base, which must have no process any more. */
    TrainedBases(Function<Jdk, Base> training) {
        this.training = training;
    }

    /** The base as it was trained; the one before it has been closed. */
    Base get(Jdk jdk) {
        Kept kept = all.computeIfAbsent(jdk, this::make);
        assertThat(kept.place).doesNotExist();
        copy(kept.copy, kept.place);
        return Base.at(jdk, kept.place);
    }

    private Kept make(Jdk jdk) {
        try (Base base = training.apply(jdk)) {
            Path parent = Files.createDirectories(Distribution.WORK.resolve("trained"));
            Path copy = Files.createTempDirectory(parent, "base").resolve("copy");
            copy(base.folder(), copy);
            return new Kept(copy, base.folder());
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** With the times of the files, to the nanosecond: the cache is of files that have not changed. */
    private static void copy(Path from, Path to) {
        Command cp = Command.run(new ProcessBuilder("cp", "-a", from.toString(), to.toString()));
        try (cp) {
            assertThat(cp.awaitExit()).as(cp::output).isZero();
        }
    }

    @Override
    public void close() throws IOException {
        for (Kept kept : all.values()) {
            Distribution.delete(kept.copy.getParent());
        }
    }
}
