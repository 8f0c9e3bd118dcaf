package org.eclipse.jetty.benchmarks;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a request to a servlet costs in each environment, in memory and in one thread: the default servlet answers OPTIONS,
 * for which it asks no file system.
 *
 * <p>The system property {@code home} names a built distribution, whose libraries are loaded as the environments do it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(1)
public class EnvironmentsBenchmark {
    private static final String REQUEST = "OPTIONS /hello.txt HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /** The environment. */
    @Param({"ee10", "ee9", "ee8"})
    public String environment;

    private final Server server = new Server();
    private final LocalConnector connector =
            new LocalConnector(server, this::execute, null, null, 1, new HttpConnectionFactory());
    private volatile boolean started;

    private LocalConnector.LocalEndPoint endPoint;

    /** Starts a context of the environment. */
    @Setup
    public void start() throws Exception {
        Path lib = Path.of(
                Objects.requireNonNull(System.getProperty("home"), "the system property home is not set"), "lib");
        String api =
                switch (environment) {
                    case "ee10" -> "jakarta.servlet-api-6";
                    case "ee9" -> "jakarta.servlet-api-5";
                    default -> "javax.servlet-api-4";
                };
        List<URL> urls = new ArrayList<>();
        try (Stream<Path> jars = Files.list(lib)) {
            for (Path jar : jars.toList()) {
                String name = jar.getFileName().toString();
                if (name.startsWith(api)
                        || name.startsWith("jetty-" + environment + "-servlet")
                        || name.startsWith("jetty-session")
                        || name.startsWith("jetty-security")) {
                    urls.add(jar.toUri().toURL());
                }
            }
        }
        ClassLoader loader = new EnvironmentLoader(urls.toArray(new URL[0]));
        Class<?> type = loader.loadClass("org.eclipse.jetty." + environment + ".servlet.ServletContextHandler");
        Object context = type.getConstructor(String.class).newInstance("/");
        Class<?> servlet = loader.loadClass("org.eclipse.jetty." + environment + ".servlet.DefaultServlet");
        Path base = Files.createTempDirectory("environments");
        Files.writeString(base.resolve("hello.txt"), "Hello, World!");
        type.getMethod("setBaseResourceAsPath", Path.class).invoke(context, base);
        type.getMethod("addServlet", Class.class, String.class).invoke(context, servlet, "/");
        server.addConnector(connector);
        server.setHandler((Handler) context);
        server.start();
        started = true;
        endPoint = connector.connect();
        String response = request();
        if (!response.startsWith("HTTP/1.1 200 ")) {
            throw new IllegalStateException(response);
        }
    }

    /** Requests are served by the thread that asks; only the acceptor, which waits for connections, has its own. */
    private void execute(Runnable task) {
        if (started) {
            task.run();
        } else {
            new Thread(task, "acceptor").start();
        }
    }

    /** Stops the server. */
    @TearDown
    public void stop() throws Exception {
        server.stop();
    }

    /** Serves one request. */
    @Benchmark
    public String request() throws Exception {
        endPoint.addInputAndExecute(REQUEST);
        return endPoint.getResponse();
    }

    /** Looks for what belongs to an environment in its own libraries only. */
    private static final class EnvironmentLoader extends URLClassLoader {
        private EnvironmentLoader(URL[] urls) {
            super(urls, EnvironmentsBenchmark.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("jakarta.")
                    && !name.startsWith("javax.servlet.")
                    && !name.startsWith("org.eclipse.jetty.ee")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }
}
