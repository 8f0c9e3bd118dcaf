package org.eclipse.jetty.tests;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Java files of a module as they are written; those that the build transcribes are not among them.
 *
 * @param main of the product
 * @param tests that are beside them
 */
record SourceTree(List<Path> main, List<Path> tests) {
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".mvn", ".idea", "node_modules", "resources");

    private SourceTree() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    /** The modules of the product, by the names of their folders: not those of {@code tests/}, nor those without main sources. */
    static Map<String, SourceTree> modules(Path root) throws IOException {
        Map<String, SourceTree> modules = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(folder.getFileName().toString()) || folder.equals(root.resolve("tests"))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String path = file.toString().replace('\\', '/');
                int main = path.indexOf("/src/main/java/");
                int tests = path.indexOf("/src/test/java/");
                int end = Math.max(main, tests);
                if (end > 0 && path.endsWith(".java")) {
                    String module = path.substring(path.lastIndexOf('/', end - 1) + 1, end);
                    SourceTree tree = modules.computeIfAbsent(module, name -> new SourceTree());
                    (main > 0 ? tree.main : tree.tests).add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        modules.values().removeIf(tree -> tree.main.isEmpty());
        return modules;
    }
}
