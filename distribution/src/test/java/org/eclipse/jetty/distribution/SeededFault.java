package org.eclipse.jetty.distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * One fault of the catalogue {@code seeded-faults.txt}: files that spoil a good base, and where the fault is.
 *
 * @param name says what is wrong
 * @param files the content by file name, or by {@code archive!/entry}
 * @param copies names of key stores by file name
 * @param place how a finding must begin behind its severity
 */
record SeededFault(String name, Map<String, String> files, Map<String, String> copies, String place) {
    private static final String MARK = "«";

    static List<SeededFault> read() throws IOException {
        Path file = Path.of(System.getProperty("basedir", "."), "src/test/resources/seeded-faults.txt");
        String text = Files.readString(file, StandardCharsets.UTF_8);
        List<SeededFault> faults = new ArrayList<>();
        String[] parts = text.split("(?m)^== ");
        for (int i = 1; i < parts.length; i++) {
            faults.add(parse(parts[i]));
        }
        return faults;
    }

    private static SeededFault parse(String part) {
        // a comment between two faults belongs to neither
        String[] files = part.replaceAll("(?m)^# ----.*\\n", "").split("(?m)^-- ");
        Map<String, String> contents = new LinkedHashMap<>();
        Map<String, String> copies = new LinkedHashMap<>();
        String place = null;
        for (int i = 1; i < files.length; i++) {
            int end = files[i].indexOf('\n');
            String header =
                    files[i].substring(0, end < 0 ? files[i].length() : end).trim();
            String body = end < 0 ? "" : files[i].substring(end + 1).stripTrailing() + "\n";
            int expected = body.indexOf("?? ");
            if (expected >= 0) {
                place = body.substring(expected + 3).trim() + ": ";
                body = body.substring(0, expected);
            }
            if (header.contains(" = ")) {
                copies.put(header.split(" = ")[0], header.split(" = ")[1]);
                continue;
            }
            String name = header.replace(MARK, "").trim();
            if (header.endsWith(MARK) && place == null) {
                place = "${jetty.base}/" + name + ": ";
            }
            if (body.contains(MARK)) {
                int line = body.substring(0, body.indexOf(MARK)).split("\n", -1).length;
                place = "${jetty.base}/" + name + ":" + line + ": ";
            }
            contents.put(name, body.replace(" " + MARK, ""));
        }
        if (place == null) {
            throw new IllegalStateException("no place: " + part);
        }
        return new SeededFault(files[0].trim(), contents, copies, place);
    }

    /** Puts the fault into a base. */
    void write(Path base, Map<String, String> values, Path keyStores) throws IOException {
        Map<Path, Map<String, String>> archives = new LinkedHashMap<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            String text = file.getValue();
            for (Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace(value.getKey(), value.getValue());
            }
            int inside = file.getKey().indexOf("!/");
            if (inside > 0) {
                archives.computeIfAbsent(base.resolve(file.getKey().substring(0, inside)), a -> new LinkedHashMap<>())
                        .put(file.getKey().substring(inside + 2), text);
                continue;
            }
            Path target = base.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, text);
        }
        for (Map.Entry<Path, Map<String, String>> archive : archives.entrySet()) {
            zip(archive.getKey(), archive.getValue());
        }
        for (Map.Entry<String, String> copy : copies.entrySet()) {
            Files.createDirectories(base.resolve(copy.getKey()).getParent());
            Files.copy(keyStores.resolve(copy.getValue()), base.resolve(copy.getKey()));
        }
    }

    private static void zip(Path file, Map<String, String> entries) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
