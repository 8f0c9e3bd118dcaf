package org.eclipse.jetty.start.jvm;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.problems.StartException;

/** The class loader of the server, when it runs in this JVM. */
public final class ServerClassLoader {
    private ServerClassLoader() {}

    /** A loader of the resolved class path, whose parent is that of start.jar. */
    public static URLClassLoader open(StartConfig config) {
        Set<Path> classPath = config.server().classPath();
        URL[] urls = new URL[classPath.size()];
        int i = 0;
        for (Path path : classPath) {
            try {
                urls[i++] = path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new StartException(StartException.UNKNOWN, "Not a library: " + path + " (" + e + ")", e);
            }
        }
        return new URLClassLoader("server", urls, ServerClassLoader.class.getClassLoader());
    }
}
