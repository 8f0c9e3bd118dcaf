package org.eclipse.jetty.start.cache;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.start.check.StartFailure;
import org.eclipse.jetty.start.jvm.LogProvider;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;

/**
 * The main class of a JVM that has a start cache: adds the directories of the class path, which an archive cannot have, and
 * runs the main class of the server with the arguments of a file.
 */
public final class CachedStart {
    private CachedStart() {}

    /** @param arguments the file */
    public static void main(String[] arguments) throws Throwable {
        CacheStamp stamp;
        try {
            stamp = CacheStamp.read(Path.of(arguments[0]));
        } catch (IOException e) {
            StartLog.error("Cannot read the arguments of the server: " + e);
            System.exit(StartException.UNKNOWN);
            return;
        }
        for (String file : stamp.values("rehearse")) {
            DirectStart.rehearse(file);
        }
        run(stamp);
    }

    static void run(CacheStamp stamp) throws Throwable {
        List<String> directories = stamp.values("dir");
        for (String directory : directories) {
            addToClassPath(directory);
        }
        for (String provider : stamp.values("log")) {
            LogProvider.use(provider, directories);
        }
        Class<?> main = Class.forName(stamp.values("main").get(0));
        String[] program = stamp.values("program").toArray(new String[0]);
        try {
            main.getMethod("main", String[].class).invoke(null, (Object) program);
        } catch (InvocationTargetException e) {
            StartLog.error("The server did not start: "
                    + StartFailure.withoutConfiguration(e.getTargetException(), stamp.values("program")));
            System.exit(StartException.MAIN_FAILED);
        }
    }

    /** By the method with which the JDK's own agents do this; the command line opens its package. */
    private static void addToClassPath(String directory) throws ReflectiveOperationException {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        Method append = loader.getClass().getDeclaredMethod("appendToClassPathForInstrumentation", String.class);
        append.setAccessible(true);
        append.invoke(loader, directory);
    }
}
