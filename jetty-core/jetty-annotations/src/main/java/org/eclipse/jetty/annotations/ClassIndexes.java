package org.eclipse.jetty.annotations;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.annotations.AnnotationParser.Handler;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells handlers of the classes of archives, each content of which is read once. Thread-safe.
 *
 * @see org.eclipse.jetty.util.archive
 */
public final class ClassIndexes {
    private static final Kind MEMBERS = new Kind(true);
    private static final Kind CLASSES = new Kind(false);

    private final ArchiveIndexes indexes;

    public ClassIndexes(ArchiveIndexes indexes) {
        this.indexes = indexes;
    }

    /**
     * Tells handlers of all archives, one after the other, in their order, in this thread.
     *
     * @throws IOException names the archive that cannot be read as one
     */
    public void tell(Set<? extends Handler> handlers, List<Resource> archives) throws IOException {
        if (handlers.isEmpty() || archives.isEmpty()) {
            return;
        }
        Handler[] all = handlers.toArray(new Handler[0]);
        boolean members = false;
        for (Handler handler : all) {
            members |= handler.isForMembers();
        }
        List<Path> paths = new ArrayList<>();
        for (Resource archive : archives) {
            if (archive.getPath() == null) {
                throw new IOException("Not a file: " + archive);
            }
            paths.add(archive.getPath());
        }
        List<ClassIndex> found = indexes.of(members ? MEMBERS : CLASSES, paths);
        for (int i = 0; i < found.size(); i++) {
            found.get(i).tell(all, archives.get(i));
        }
    }

    /** The release of this JVM decides which classes of a multi-release archive count. */
    private record Kind(boolean members) implements ArchiveIndexes.Kind<ClassIndex> {
        @Override
        public String name() {
            return (members ? "members-" : "classes-") + Runtime.version().feature();
        }

        @Override
        public int format() {
            return ClassIndexFormat.NUMBER;
        }

        @Override
        public ArchiveIndexes.@Nullable Kind<ClassIndex> wider() {
            return members ? null : MEMBERS;
        }

        @Override
        public ClassIndex scan(Path archive) throws IOException {
            AnnotationParser parser = new AnnotationParser();
            ClassIndex.Collector collector = new ClassIndex.Collector(members);
            try {
                parser.parse(Set.of(collector), ResourceFactory.root().newResource(archive));
            } catch (IOException x) {
                throw x;
            } catch (Exception x) {
                throw new IOException(archive + " cannot be scanned: " + x, x);
            }
            return collector.index(parser.hasSkipped());
        }

        @Override
        public boolean isKept(ClassIndex index) {
            // the warning of what cannot be read is due each time
            return !index.hasSkipped();
        }

        @Override
        public void write(ClassIndex index, DataOutputStream out) throws IOException {
            ClassIndexFormat.write(index, out);
        }

        @Override
        public ClassIndex read(DataInputStream in) throws IOException {
            return ClassIndexFormat.read(in);
        }
    }
}
