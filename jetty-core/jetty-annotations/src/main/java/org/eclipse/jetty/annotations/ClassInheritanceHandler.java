package org.eclipse.jetty.annotations;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.annotations.AnnotationParser.ClassInfo;

/** Records which classes directly extend or implement which. Confined to one thread. */
public class ClassInheritanceHandler extends AnnotationParser.AbstractHandler {
    private static final String OBJECT = Object.class.getName();

    private final Map<String, Set<String>> subclasses;

    /** @param inheritance to be filled: the names of direct subclasses and implementations, by name */
    public ClassInheritanceHandler(Map<String, Set<String>> inheritance) {
        this.subclasses = inheritance;
    }

    @Override
    public boolean isForMembers() {
        return false;
    }

    @Override
    public void handle(ClassInfo info) {
        // everything extends Object, which tells nothing
        if (info.getSuperName() != null && !OBJECT.equals(info.getSuperName())) {
            add(info.getSuperName(), info.getClassName());
        }
        if (info.getInterfaces() != null) {
            for (String type : info.getInterfaces()) {
                add(type, info.getClassName());
            }
        }
    }

    private void add(String parent, String child) {
        subclasses.computeIfAbsent(parent, k -> new LinkedHashSet<>()).add(child);
    }
}
