package org.eclipse.jetty.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** All threads of the JVM as text, those with the same stack together, the largest groups first. Stateless. */
final class ThreadReport {
    private static final int MAX_NAMES = 5;

    private ThreadReport() {}

    static String text() {
        return text(StackGroups.now());
    }

    private static String text(StackGroups groups) {
        StringBuilder text = new StringBuilder(64 * 1024);
        text.append("Platform threads: ")
                .append(StackGroups.count(groups.platform()))
                .append('\n');
        if (!groups.deadlocked().isEmpty()) {
            text.append("DEADLOCK of threads");
            groups.deadlocked().forEach(name -> text.append(" \"").append(name).append('"'));
            text.append('\n');
        }
        append(text, groups.platform());
        if (groups.virtual() == null) {
            text.append("\nVirtual threads: this JVM does not list them\n");
        } else {
            text.append("\nVirtual threads: ")
                    .append(StackGroups.count(groups.virtual()))
                    .append('\n');
            append(text, groups.virtual());
        }
        return text.toString();
    }

    /** All threads by their containers, as the JVM writes them in JSON; null before Java 21. */
    static @Nullable String json() {
        return StackGroups.dump("JSON");
    }

    private static void append(StringBuilder text, List<StackGroups.Group> groups) {
        for (StackGroups.Group group : groups) {
            List<String> names = group.names();
            text.append('\n').append(names.size()).append(names.size() == 1 ? " thread: " : " threads: ");
            text.append(String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size()))));
            text.append(names.size() > MAX_NAMES ? ", ...\n" : "\n").append(group.state());
            text.append(group.isPinned() ? ", PINNED to its carrier\n" : "\n");
            for (String frame : group.frames()) {
                text.append("    at ").append(frame).append('\n');
            }
        }
    }
}
