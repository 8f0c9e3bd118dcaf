package org.eclipse.jetty.start.jvm;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * Hands the listening sockets that this JVM has inherited from a server which it replaces ({@code --restart}) on to the second JVM.
 *
 * <p>The first is the standard input, which a second JVM has anyway. The others are the descriptors from 3 on: the JDK gives a process
 * no more than input and outputs, so they take the place of its outputs, and a script, which the old server has written, puts them
 * back behind these. Stateless.
 */
final class HandedSockets {
    private static final String TAKEOVER = "JETTY_TAKEOVER";
    private static final String SCRIPT = "JETTY_TAKEOVER_SCRIPT";
    private static final int FIRST = 3;

    private HandedSockets() {}

    /** Lets the process have them, if there are any. */
    static void handOn(ProcessBuilder builder) {
        String script = System.getenv(SCRIPT);
        if (script == null || System.getenv(TAKEOVER) == null) {
            return;
        }
        int count = System.getenv(TAKEOVER).split(",").length - 1;
        for (int i = 0; i < count; i++) {
            if (!isSocket(FIRST + i)) {
                return;
            }
        }
        if (count < 1) {
            return;
        }
        try {
            builder.redirectOutput(redirect(FIRST));
            if (count > 1) {
                builder.redirectError(redirect(FIRST + 1));
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            StartLog.warn("The listening sockets cannot be handed on: " + e);
            return;
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(builder.command());
        builder.command(command);
    }

    /** The variables are handed down to all processes: only with the sockets they have a meaning. */
    private static boolean isSocket(int number) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + number))
                    .toString()
                    .startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            StartLog.debug("no socket of the number " + number + ": " + e);
            return false;
        }
    }

    /** By what the JDK has for pipelines of processes; the manifest of start.jar opens these packages. */
    private static ProcessBuilder.Redirect redirect(int number) throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.ProcessBuilder$RedirectPipeImpl");
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object redirect = constructor.newInstance();
        Method descriptor = type.getDeclaredMethod("getFd");
        descriptor.setAccessible(true);
        Method set = Class.forName("sun.nio.ch.IOUtil").getDeclaredMethod("setfdVal", FileDescriptor.class, int.class);
        set.setAccessible(true);
        set.invoke(null, descriptor.invoke(redirect), number);
        return (ProcessBuilder.Redirect) redirect;
    }
}
