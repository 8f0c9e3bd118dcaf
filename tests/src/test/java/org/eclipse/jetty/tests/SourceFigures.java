package org.eclipse.jetty.tests;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Sizes of source files, and of the methods and constructors in them.
 *
 * @param files the lines of each file, comments and blank lines among them
 * @param methods the lines of each method with a body, from its name or modifiers to its last brace, without comments and blank lines
 * @param parameters the number of parameters of each method
 */
record SourceFigures(List<Integer> files, List<Integer> methods, List<Integer> parameters) {
    SourceFigures() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** The figures of each file; all are parsed at once, because a compiler is slow to begin. */
    static Map<Path, SourceFigures> of(Collection<Path> sources) throws IOException {
        Map<Path, SourceFigures> all = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    diagnostic -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                Path file = Path.of(unit.getSourceFile().toUri());
                List<String> lines = Files.readAllLines(file);
                SourceFigures figures = new SourceFigures();
                figures.files.add(lines.size());
                unit.accept(figures.new Methods(unit, positions, lines), null);
                all.put(file, figures);
            }
        }
        return all;
    }

    /** Adds those of other files. */
    void addAll(SourceFigures others) {
        files.addAll(others.files);
        methods.addAll(others.methods);
        parameters.addAll(others.parameters);
    }

    /** How many of the sizes are larger. */
    static long above(List<Integer> sizes, int bound) {
        return sizes.stream().filter(size -> size > bound).count();
    }

    /** The size that so many percent of them do not exceed. */
    static int percentile(List<Integer> sizes, int percent) {
        if (sizes.isEmpty()) {
            return 0;
        }
        List<Integer> sorted = sizes.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
    }

    private final class Methods extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> lines;

        private Methods(CompilationUnitTree unit, SourcePositions positions, List<String> lines) {
            this.unit = unit;
            this.positions = positions;
            this.lines = lines;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            LineMap map = unit.getLineMap();
            long start = positions.getStartPosition(unit, method);
            // a constructor that the compiler adds is nowhere
            if (start >= 0) {
                parameters.add(method.getParameters().size());
                if (method.getBody() != null) {
                    int first = (int) map.getLineNumber(start);
                    int last = (int) map.getLineNumber(positions.getEndPosition(unit, method));
                    methods.add(
                            (int) CodeLines.of(lines.subList(first - 1, last)).size());
                }
            }
            return super.visitMethod(method, nothing);
        }
    }
}
