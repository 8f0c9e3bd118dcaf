package org.eclipse.jetty.tests;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A program that starts and stops servers in its own JVM, one for each module alone, or one for each two modules. Prints a line for each:
 *
 * <pre>
 * OK http,qos
 * CONFLICT session-store-file,session-store-jdbc    two modules that provide the same
 * FETCH logging-log4j2                              what it fetches is not in the local repository of Maven
 * FAILED http,stop: reason
 * </pre>
 */
final class ModuleTour {
    private static final String PROBE = """
            <Configure>
              <Call class="java.lang.System" name="getProperties">
                <Put name="tour.server"><Ref refid="Server"/></Put>
              </Call>
            </Configure>
            """;
    private static final String[] SETTINGS = {
        "jetty.http.host=127.0.0.1",
        "jetty.http.port=0",
        "jetty.ssl.host=127.0.0.1",
        "jetty.ssl.port=0",
        // the path of a socket must be short
        "jetty.unixdomain.path=/tmp/jetty-tour-" + ProcessHandle.current().pid() + ".sock",
        "jetty.health.host=127.0.0.1",
        "jetty.health.port=0",
        "jetty.console.port=0",
        "jetty.jmxremote.rmiserverport=0",
        "jetty.jmxremote.rmiregistryport=0",
        "jetty.proxy.proxyTo=http://127.0.0.1:1",
        "jetty.acme.names=www.example.org",
        "jetty.acme.termsOfServiceAgreed=true",
        "jetty.acme.directoryUrl=https://127.0.0.1:1/directory",
        "jetty.openid.provider=http://127.0.0.1:1",
        "jetty.openid.clientId=tourist",
        "jetty.openid.clientSecret=tourist",
        "jetty.jwt.issuer=http://127.0.0.1:1",
        "jetty.jwt.audience=tourist",
        "jetty.spnego.hostName=localhost",
        "jetty.spnego.rolesFile=etc/roles.properties",
        "jetty.sslContext.keyStorePassword=tourist"
    };

    private final PrintStream report = System.out;
    private final Path folder;
    private final StartLine start = new StartLine();
    private int bases;

    private ModuleTour(Path folder) {
        this.folder = folder;
    }

    /** Arguments: a directory with a key store, and the seed that chooses pairs, without which each module is alone. */
    public static void main(String[] arguments) throws IOException {
        ModuleTour tour = new ModuleTour(Path.of(arguments[0]));
        List<String> modules = modules();
        if (arguments.length == 1) {
            for (String module : modules) {
                tour.visit(module);
            }
        } else {
            Collections.shuffle(modules, new Random(Long.parseLong(arguments[1])));
            for (int i = 0; i < modules.size(); i += 2) {
                tour.visitTogether(modules.subList(i, Math.min(i + 2, modules.size())));
            }
        }
        // a thread that is left must not keep the program
        System.exit(0);
    }

    private static List<String> modules() {
        List<String> modules = new ArrayList<>();
        for (ModuleFile module : ModuleFile.all().values()) {
            boolean virtual = module.name().matches("threadpool-(all-)?virtual");
            // parts of a module have a slash in their names
            if (!module.name().contains("/") && (!virtual || Runtime.version().feature() >= 21)) {
                modules.add(module.name());
            }
        }
        return modules;
    }

    /** Visits modules in one server, or each in its own where they exclude each other. */
    private void visitTogether(List<String> modules) throws IOException {
        if (!visit(String.join(",", modules))) {
            for (String module : modules) {
                visit(module);
            }
        }
    }

    /** Returns false if modules exclude each other. */
    private boolean visit(String modules) throws IOException {
        Path base = Files.createDirectories(folder.resolve("base" + bases++));
        StartLine.Result added = add(base, modules);
        if (added.output().contains("requires a module providing [session-store]")) {
            // a cache is in front of the store that the operator chooses
            added = add(base, modules + ",session-store-file");
        }
        if (added.code() == 0) {
            report.println(serve(base, modules));
        } else if (added.output().contains("which is already provided by")) {
            report.println("CONFLICT " + modules);
            return false;
        } else if (added.output().contains("maven://")) {
            report.println("FETCH " + modules);
        } else {
            report.println("FAILED " + modules + ": " + oneLine(added.output()));
        }
        return true;
    }

    private StartLine.Result add(Path base, String modules) throws IOException {
        return start.run(
                base, "--add-modules=server," + modules, "--approve-all-licenses", "maven.repo.uri=file:///nowhere/");
    }

    private String serve(Path base, String modules) throws IOException {
        Files.createDirectories(base.resolve("etc"));
        Files.copy(folder.resolve("keystore.p12"), base.resolve("etc/keystore.p12"));
        Files.write(base.resolve("etc/http.keytab"), keyTab());
        Files.writeString(base.resolve("etc/roles.properties"), "anna@EXAMPLE.TEST: ,staff\n");
        Path probe = Files.writeString(base.resolve("etc/probe.xml"), PROBE);
        List<String> arguments = new ArrayList<>(List.of(SETTINGS));
        arguments.add(probe.toString());
        Properties properties = (Properties) System.getProperties().clone();
        Set<Thread> before = threads();
        PrintStream out = System.out;
        PrintStream err = System.err;
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            StartLine.Result started = start.run(base, arguments.toArray(new String[0]));
            if (started.code() != 0) {
                return "FAILED " + modules + ": " + oneLine(started.output());
            }
            Object server = System.getProperties().remove("tour.server");
            String problem = stop(server, modules);
            if (problem != null) {
                return "FAILED " + modules + ": " + problem + ", " + oneLine(started.output());
            }
            Set<Thread> left = left(before);
            return left.isEmpty() ? "OK " + modules : "FAILED " + modules + ": threads are left: " + left;
        } catch (ReflectiveOperationException x) {
            return "FAILED " + modules + ": " + x + " " + x.getCause();
        } finally {
            System.setOut(out);
            System.setErr(err);
            if (Thread.currentThread().getContextClassLoader() instanceof URLClassLoader loader && loader != context) {
                loader.close();
            }
            Thread.currentThread().setContextClassLoader(context);
            System.setProperties(properties);
        }
    }

    /** A file of MIT Kerberos with one key of the service HTTP/localhost, which no other server knows. */
    private static byte[] keyTab() throws IOException {
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(entry);
        out.writeShort(2);
        for (String part : List.of("EXAMPLE.TEST", "HTTP", "localhost")) {
            out.writeShort(part.length());
            out.writeBytes(part);
        }
        out.writeInt(1); // type of the name
        out.writeInt(0); // time
        out.writeByte(1); // version of the key
        out.writeShort(18); // aes256-cts-hmac-sha1-96
        out.writeShort(32);
        out.write(new byte[32]);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream all = new DataOutputStream(file);
        all.writeShort(0x0502);
        all.writeInt(entry.size());
        entry.writeTo(all);
        return file.toByteArray();
    }

    /** Stops the server; what is wrong, or null. */
    private static String stop(Object server, String modules) throws ReflectiveOperationException {
        if (server == null) {
            return "no server was made";
        }
        boolean started = (boolean) server.getClass().getMethod("isStarted").invoke(server);
        boolean stops = List.of(modules.split(",")).contains("stop");
        if (started == stops) {
            return "the server is " + (started ? "" : "not ") + "started";
        }
        server.getClass().getMethod("stop").invoke(server);
        return null;
    }

    /** Threads that would keep the JVM, and hide an error of the stop. */
    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(Thread::isDaemon);
        return threads;
    }

    /** Waits until the threads that came since have ended; returns those that do not. */
    private static Set<Thread> left(Set<Thread> before) {
        Set<Thread> left = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        do {
            left.clear();
            for (Thread thread : threads()) {
                if (!before.contains(thread)) {
                    left.add(thread);
                }
            }
            try {
                for (Thread thread : left) {
                    thread.join(100);
                }
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
        } while (!left.isEmpty() && System.nanoTime() < deadline);
        return left;
    }

    private static String oneLine(String text) {
        return text.lines().filter(line -> !line.startsWith("INFO")).reduce("", (a, b) -> a + " | " + b);
    }
}
