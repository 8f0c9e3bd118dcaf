package org.eclipse.jetty.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.eclipse.jetty.annotations.AnnotationParser.ClassInfo;
import org.eclipse.jetty.annotations.AnnotationParser.FieldInfo;
import org.eclipse.jetty.annotations.AnnotationParser.MethodInfo;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassIndexesTest {
    /** Writes down all that an index keeps. */
    private static final class Notes extends AnnotationParser.AbstractHandler {
        private final List<String> notes = new ArrayList<>();
        private final boolean members;

        Notes(boolean members) {
            this.members = members;
        }

        @Override
        public boolean isForMembers() {
            return members;
        }

        @Override
        public void handle(ClassInfo info) {
            notes.add(info + " " + info.getVersion() + " " + info.getAccess() + " " + info.getSuperName() + " "
                    + Arrays.toString(info.getInterfaces()) + " " + info.getContainingResource());
        }

        @Override
        public void handle(ClassInfo info, String annotation) {
            notes.add("@" + annotation + " " + info);
        }

        @Override
        public void handle(MethodInfo info, String annotation) {
            notes.add("@" + annotation + " " + info.getClassInfo() + "." + info.getMethodName() + info.getDesc() + " "
                    + info.getAccess());
        }

        @Override
        public void handle(FieldInfo info, String annotation) {
            notes.add("@" + annotation + " " + info.getClassInfo() + "." + info.getFieldName() + " "
                    + info.getFieldType() + " " + info.getAccess());
        }
    }

    private static final Executor NEVER = task -> {
        throw new RejectedExecutionException();
    };

    @TempDir
    Path temp;

    private static List<Resource> libraries() {
        List<Resource> libraries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (entry.endsWith(".jar")) {
                libraries.add(ResourceFactory.root().newResource(Path.of(entry)));
            }
        }
        return libraries;
    }

    private static List<String> told(ClassIndexes indexes, boolean members, List<Resource> archives)
            throws IOException {
        Notes notes = new Notes(members);
        indexes.tell(Set.of(notes), archives);
        return notes.notes;
    }

    private static List<String> parsed(boolean members, List<Resource> archives) throws Exception {
        Notes notes = new Notes(members);
        for (Resource archive : archives) {
            new AnnotationParser().parse(Set.of(notes), archive);
        }
        return notes.notes;
    }

    private static ClassIndexes indexes(Path directory, Executor executor) {
        return new ClassIndexes(new ArchiveIndexes(directory, executor));
    }

    private Path kept() {
        return temp.resolve("index");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(kept())) {
            return files.toList();
        }
    }

    private Resource archive(String name, Class<?>... classes) throws IOException {
        Path path = temp.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
            for (Class<?> type : classes) {
                String entry = type.getName().replace('.', '/') + ".class";
                zip.putNextEntry(new ZipEntry(entry));
                try (InputStream in = type.getClassLoader().getResourceAsStream(entry)) {
                    in.transferTo(zip);
                }
            }
        }
        return ResourceFactory.root().newResource(path);
    }

    @Test
    void anIndexTellsWhatTheParserTells() throws Exception {
        List<Resource> libraries = libraries();
        assertThat(libraries).hasSizeGreaterThan(5);
        var threads = Executors.newFixedThreadPool(3);
        try {
            for (boolean members : new boolean[] {false, true}) {
                List<String> expected = parsed(members, libraries);
                ClassIndexes first = indexes(kept(), threads);
                assertThat(told(first, members, libraries)).isEqualTo(expected);
                assertThat(told(first, members, libraries)).as("from memory").isEqualTo(expected);
                assertThat(told(indexes(kept(), threads), members, libraries))
                        .as("from files")
                        .isEqualTo(expected);
                assertThat(told(indexes(null, threads), members, libraries))
                        .as("without files")
                        .isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void oneWithMembersServesThoseWhoDoNotAskForThem() throws Exception {
        Resource library = archive("a.jar", ClassIndexesTest.class, Notes.class);
        ClassIndexes indexes = indexes(kept(), Runnable::run);
        told(indexes, true, List.of(library));
        assertThat(told(indexes, false, List.of(library))).isEqualTo(parsed(false, List.of(library)));
        assertThat(files()).hasSize(1);
    }

    @Test
    void aDamagedFileIsMadeAgain() throws Exception {
        Resource library = archive("a.jar", Notes.class, ClassIndexesTest.class);
        List<String> expected = told(indexes(kept(), Runnable::run), true, List.of(library));
        Path file = files().get(0);
        byte[] good = Files.readAllBytes(file);
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= 0x41;
            Files.write(file, bad);
            assertThat(told(indexes(kept(), Runnable::run), true, List.of(library)))
                    .as("octet " + at)
                    .isEqualTo(expected);
            assertThat(file).hasBinaryContent(good);
        }
        Files.write(file, Arrays.copyOf(good, good.length / 2));
        assertThat(told(indexes(kept(), Runnable::run), true, List.of(library))).isEqualTo(expected);
    }

    @Test
    void withoutAFreeThreadTheCallerDoesItAll() throws Exception {
        List<Resource> libraries = libraries();
        assertThat(told(indexes(null, NEVER), false, libraries)).isEqualTo(parsed(false, libraries));
        assertThat(told(indexes(null, task -> {}), false, libraries)).isEqualTo(parsed(false, libraries));
    }

    @Test
    void whatIsNoArchiveIsNamedEachTime() throws Exception {
        Path text = Files.writeString(temp.resolve("text.jar"), "not an archive");
        Resource bad = ResourceFactory.root().newResource(text);
        Resource good = archive("a.jar", Notes.class);
        ClassIndexes indexes = indexes(kept(), Runnable::run);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> told(indexes, false, List.of(good, bad)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("text.jar: not a readable library");
        }
    }
}
