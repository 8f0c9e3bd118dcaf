package org.eclipse.jetty.tests;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types of one module that reach each other, as their class files name them. A nested type counts as the one around it.
 *
 * @param types how many types of the top level there are
 * @param inCircles how many of them are in circles
 * @param largest how many are in the largest circle, 0 without one
 */
record TypeCircles(int types, int inCircles, int largest) {
    /** A type within a descriptor or signature (JVMS 17, sections 4.3 and 4.7.9.1). */
    private static final Pattern DESCRIBED = Pattern.compile("L((?:\\w+/)+[\\w$]+)[;<]");

    static TypeCircles of(Path file) throws IOException {
        Map<String, Set<String>> uses = new TreeMap<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                String name = entry.getName();
                if (!name.endsWith(".class") || name.endsWith("-info.class") || name.startsWith("META-INF/")) {
                    continue;
                }
                String type = outermost(name.substring(0, name.length() - ".class".length()));
                try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
                    uses.computeIfAbsent(type, key -> new TreeSet<>()).addAll(named(in));
                }
            }
        }
        uses.forEach((type, used) -> used.removeIf(other -> other.equals(type) || !uses.containsKey(other)));
        Set<Set<String>> circles = Circles.of(uses);
        return new TypeCircles(
                uses.size(),
                circles.stream().mapToInt(Set::size).sum(),
                circles.stream().mapToInt(Set::size).max().orElse(0));
    }

    /** The types that the constant pool of a class file names (JVMS 17, section 4.4). */
    private static Set<String> named(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        Set<Integer> classes = new HashSet<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 7 -> classes.add(in.readUnsignedShort());
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                default ->
                    throw new IOException("tag of a constant: " + tag + " (expected: one of JVMS 17, table 4.4-B)");
            }
        }
        Set<String> named = new HashSet<>();
        for (int i = 1; i < count; i++) {
            if (texts[i] == null) {
                continue;
            }
            if (classes.contains(i)) {
                named.add(outermost(texts[i]));
            }
            for (Matcher described = DESCRIBED.matcher(texts[i]); described.find(); ) {
                named.add(outermost(described.group(1)));
            }
        }
        return named;
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
