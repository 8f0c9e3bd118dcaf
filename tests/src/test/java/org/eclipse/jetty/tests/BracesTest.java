package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** What {@code if}, {@code else} and loops govern is in braces, which the formatter does not add. */
class BracesTest {
    private static final Path ROOT = Path.of(System.getProperty("tests.root"));
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".mvn", ".idea", "node_modules", "resources");

    @Test
    void everyBodyIsABlock() throws IOException {
        List<String> found = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    diagnostic -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(sources()));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            int count = 0;
            for (CompilationUnitTree unit : task.parse()) {
                unit.accept(new Bodies(unit, positions, found), null);
                count++;
            }
            assertThat(count).isGreaterThan(1000);
        }
        assertThat(found).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    /** Finds bodies that are no blocks. */
    private static final class Bodies extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> found;

        private Bodies(CompilationUnitTree unit, SourcePositions positions, List<String> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        private void check(StatementTree body) {
            if (body != null && !(body instanceof BlockTree)) {
                long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, body));
                found.add(ROOT.relativize(Path.of(unit.getSourceFile().toUri())) + ":" + line);
            }
        }

        @Override
        public Void visitIf(IfTree tree, Void nothing) {
            check(tree.getThenStatement());
            if (!(tree.getElseStatement() instanceof IfTree)) {
                check(tree.getElseStatement());
            }
            return super.visitIf(tree, nothing);
        }

        @Override
        public Void visitForLoop(ForLoopTree tree, Void nothing) {
            check(tree.getStatement());
            return super.visitForLoop(tree, nothing);
        }

        @Override
        public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void nothing) {
            check(tree.getStatement());
            return super.visitEnhancedForLoop(tree, nothing);
        }

        @Override
        public Void visitWhileLoop(WhileLoopTree tree, Void nothing) {
            check(tree.getStatement());
            return super.visitWhileLoop(tree, nothing);
        }

        @Override
        public Void visitDoWhileLoop(DoWhileLoopTree tree, Void nothing) {
            check(tree.getStatement());
            return super.visitDoWhileLoop(tree, nothing);
        }
    }
}
