package org.eclipse.jetty.server.internal.restart;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many sockets a child can inherit, and the script by which a shell puts them behind its standard input and outputs.
 *
 * <pre>
 * started with      0 socket   1 socket   2 socket
 * after the script  0 socket   1 output   2 output   3 socket   4 socket
 * </pre>
 *
 * <p>An output can give way if it can be had again: from the other one, when both are the same, or by its name in {@code /proc}, which a
 * socket has not. Immutable.
 */
record InheritedOutputs(boolean isSame, boolean isOutNamed, boolean isErrNamed) {
    private static final int APPEND = 02000;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Those of this process. */
    static InheritedOutputs own() {
        Path out = target(1);
        return new InheritedOutputs(out != null && out.equals(target(2)), isNamed(1), isNamed(2));
    }

    private static @Nullable Path target(int number) {
        try {
            return Files.readSymbolicLink(DESCRIPTORS.resolve(Integer.toString(number)));
        } catch (IOException | UnsupportedOperationException x) {
            // a system without such names
            return null;
        }
    }

    private static boolean isNamed(int number) {
        Path name = DESCRIPTORS.resolve(Integer.toString(number));
        try {
            // a file that is opened again, and not to append, is written over by both processes
            if (Files.isRegularFile(name) && !isAppended(number)) {
                return false;
            }
            try (OutputStream out = new FileOutputStream(name.toFile(), true)) {
                out.flush();
                return true;
            }
        } catch (IOException x) {
            // a socket, as that of the journal of systemd, or the file of another user
            return false;
        }
    }

    /** By proc_pid_fdinfo(5): the flags are an octal number. */
    private static boolean isAppended(int number) throws IOException {
        for (String line :
                Files.readAllLines(DESCRIPTORS.resolveSibling("fdinfo").resolve(Integer.toString(number)))) {
            if (line.startsWith("flags:")) {
                return (Long.parseLong(line.substring(6).trim(), 8) & APPEND) != 0;
            }
        }
        return false;
    }

    /** The numbers that the sockets have in the child: of as many as can be, at most {@code count}. */
    List<Integer> numbers(int count) {
        if (count > 2 && isErrNamed && (isSame || isOutNamed)) {
            return List.of(0, 3, 4);
        }
        if (count > 1 && (isSame || isOutNamed)) {
            return List.of(0, 3);
        }
        return List.of(0);
    }

    /** Moves the sockets and has the outputs again, those of the process {@code pid}; then runs its arguments. */
    String script(int count, long pid) {
        String names = "/proc/" + pid + "/fd/";
        String out = isSame ? "1>&2" : "1>>" + names + 1;
        if (count < 2) {
            return "exec \"$@\"";
        }
        if (count == 2) {
            return "exec 3<&1 " + out + "; exec \"$@\"";
        }
        return "exec 4<&2 3<&1 2>>" + names + 2 + "; exec " + out + "; exec \"$@\"";
    }
}
