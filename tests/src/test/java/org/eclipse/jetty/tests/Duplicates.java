package org.eclipse.jetty.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts pairs of places with the same lines of code: runs of {@value #RUN} lines or more, letter by letter but for indentation. Imports and
 * lines of punctuation alone do not count, nor does a run that stands in more than {@value #COMMON} places: that is a form, not a copy.
 */
final class Duplicates {
    private static final int RUN = 6;
    private static final int COMMON = 8;

    private record Place(int file, int line) {
        private Place before() {
            return new Place(file, line - 1);
        }
    }

    private Duplicates() {}

    static int count(Collection<Path> sources) {
        List<List<String>> files = new ArrayList<>();
        Map<String, List<Place>> places = new HashMap<>();
        for (Path source : sources) {
            List<String> lines = lines(source);
            for (int i = 0; i + RUN <= lines.size(); i++) {
                String run = String.join("\n", lines.subList(i, i + RUN));
                places.computeIfAbsent(run, text -> new ArrayList<>()).add(new Place(files.size(), i));
            }
            files.add(lines);
        }
        int pairs = 0;
        for (List<Place> same : places.values()) {
            if (same.size() > COMMON) {
                continue;
            }
            for (int i = 0; i < same.size(); i++) {
                for (int j = i + 1; j < same.size(); j++) {
                    // a longer run is one pair: it counts where it begins
                    if (!isSame(files, same.get(i).before(), same.get(j).before())) {
                        pairs++;
                    }
                }
            }
        }
        return pairs;
    }

    private static boolean isSame(List<List<String>> files, Place one, Place other) {
        return one.line >= 0
                && other.line >= 0
                && files.get(one.file)
                        .get(one.line)
                        .equals(files.get(other.file).get(other.line));
    }

    private static List<String> lines(Path source) {
        try {
            return CodeLines.of(Files.readAllLines(source)).stream()
                    .filter(line -> !line.startsWith("import ") && line.chars().anyMatch(Character::isLetterOrDigit))
                    .toList();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
