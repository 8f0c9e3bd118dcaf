package org.eclipse.jetty.annotations;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.annotations.AnnotationParser.ClassInfo;
import org.eclipse.jetty.annotations.AnnotationParser.FieldInfo;
import org.eclipse.jetty.annotations.AnnotationParser.Handler;
import org.eclipse.jetty.annotations.AnnotationParser.MethodInfo;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** What handlers want to know of the classes of an archive, in the order of its entries. Immutable. */
final class ClassIndex {
    /**
     * A class.
     *
     * @param name of the language, with '$' in nested ones, as the others
     * @param superName null for Object
     * @param annotations of the class
     * @param members those that are annotated
     */
    record Entry(
            String name,
            int version,
            int access,
            @Nullable String superName,
            List<String> interfaces,
            List<String> annotations,
            List<Member> members) {}

    /** A method or field that is annotated; descriptor is the type's name for a field. */
    record Member(boolean method, String name, int access, String descriptor, List<String> annotations) {}

    private static final String[] NONE = new String[0];

    private final List<Entry> entries;
    private final boolean skipped;

    ClassIndex(Collection<Entry> entries, boolean skipped) {
        this.entries = List.copyOf(entries);
        this.skipped = skipped;
    }

    List<Entry> entries() {
        return entries;
    }

    /** Whether class files that could not be read are missing. */
    boolean hasSkipped() {
        return skipped;
    }

    /** Tells handlers of the classes of a resource that has this content. */
    void tell(Handler[] handlers, Resource resource) {
        for (Entry entry : entries) {
            ClassInfo info = new ClassInfo(
                    resource,
                    entry.name,
                    entry.version,
                    entry.access,
                    null,
                    entry.superName,
                    entry.interfaces.toArray(NONE));
            for (Handler handler : handlers) {
                handler.handle(info);
                for (String annotation : entry.annotations) {
                    handler.handle(info, annotation);
                }
                if (handler.isForMembers()) {
                    for (Member member : entry.members) {
                        tell(handler, info, member);
                    }
                }
            }
        }
    }

    private static void tell(Handler handler, ClassInfo info, Member member) {
        if (member.method) {
            MethodInfo method = new MethodInfo(info, member.name, member.access, member.descriptor, null, NONE);
            handler.handle(method);
            for (String annotation : member.annotations) {
                handler.handle(method, annotation);
            }
        } else {
            FieldInfo field = new FieldInfo(info, member.name, member.access, member.descriptor, null, null);
            handler.handle(field);
            for (String annotation : member.annotations) {
                handler.handle(field, annotation);
            }
        }
    }

    /** Collects what the parser tells. Confined to one thread. */
    static final class Collector implements Handler {
        private final List<Entry> entries = new ArrayList<>();
        private final boolean members;
        private @Nullable ClassInfo current;
        private Set<String> annotations = new LinkedHashSet<>();
        private List<Member> annotated = new ArrayList<>();

        Collector(boolean members) {
            this.members = members;
        }

        ClassIndex index(boolean skipped) {
            end();
            return new ClassIndex(entries, skipped);
        }

        private void end() {
            if (current == null) {
                return;
            }
            String[] interfaces = current.getInterfaces();
            entries.add(new Entry(
                    current.getClassName(),
                    current.getVersion(),
                    current.getAccess(),
                    current.getSuperName(),
                    interfaces == null ? List.of() : List.of(interfaces),
                    List.copyOf(annotations),
                    List.copyOf(annotated)));
            current = null;
        }

        @Override
        public boolean isForMembers() {
            return members;
        }

        @Override
        public void handle(ClassInfo info) {
            end();
            current = info;
            annotations = new LinkedHashSet<>();
            annotated = new ArrayList<>();
        }

        @Override
        public void handle(ClassInfo info, String annotationName) {
            annotations.add(annotationName);
        }

        @Override
        public void handle(MethodInfo info) {}

        @Override
        public void handle(FieldInfo info) {}

        @Override
        public void handle(MethodInfo info, String annotationName) {
            add(true, info.getMethodName(), info.getAccess(), info.getDesc(), annotationName);
        }

        @Override
        public void handle(FieldInfo info, String annotationName) {
            add(false, info.getFieldName(), info.getAccess(), info.getFieldType(), annotationName);
        }

        private void add(boolean method, String name, int access, String descriptor, String annotation) {
            List<String> all = new ArrayList<>();
            // annotations of one member come one after the other
            if (!annotated.isEmpty()) {
                Member last = annotated.get(annotated.size() - 1);
                if (last.method == method && last.name.equals(name) && last.descriptor.equals(descriptor)) {
                    all.addAll(last.annotations);
                    annotated.remove(annotated.size() - 1);
                }
            }
            all.add(annotation);
            annotated.add(new Member(method, name, access, descriptor, List.copyOf(all)));
        }
    }
}
