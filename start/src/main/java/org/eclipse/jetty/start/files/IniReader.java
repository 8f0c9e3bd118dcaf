package org.eclipse.jetty.start.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.start.problems.StartException;

/** Reads argument files: {@code start.ini}, {@code start.d/*.ini} and the files of {@code --commands}. */
public final class IniReader {
    /** A line that says something, trimmed, and its number. */
    public record Line(String text, int number) {}

    private IniReader() {}

    public static String text(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            // editors put a byte order mark before the first line
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new StartException(
                    StartException.UNKNOWN, "Cannot read file: " + file + " (expected: text in UTF-8)", e);
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read file: " + file + " (" + e + ")", e);
        }
    }

    /** The lines that are neither blank nor a comment. */
    public static List<Line> lines(Path file) {
        List<Line> lines = new ArrayList<>();
        String text = text(file);
        int number = 0;
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            if (end < 0) {
                end = text.length();
            }
            number++;
            String line = text.substring(start, end).trim();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                lines.add(new Line(line, number));
            }
            start = end + 1;
        }
        return lines;
    }

    /** {@code start.ini} first, then {@code start.d/*.ini} in order of their names. */
    public static List<Path> files(Path dir) {
        List<Path> files = new ArrayList<>();
        Path ini = dir.resolve("start.ini");
        if (isFile(ini)) {
            files.add(ini);
        }
        files.addAll(startDotD(dir));
        return files;
    }

    /** Whether it is a file, or was meant to be one: a link that leads nowhere is not left out, but cannot be read. */
    private static boolean isFile(Path path) {
        return Files.isRegularFile(path) || Files.isSymbolicLink(path) && !Files.exists(path);
    }

    /** The ini files of {@code start.d}, in order of their names. */
    public static List<Path> startDotD(Path dir) {
        List<Path> files = new ArrayList<>();
        Path directory = dir.resolve("start.d");
        if (!Files.isDirectory(directory)) {
            return files;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.endsWith(".ini") && name.charAt(0) != '.' && isFile(entry)) {
                    files.add(entry);
                }
            }
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + directory + ": " + e, e);
        }
        files.sort(null);
        return files;
    }
}
