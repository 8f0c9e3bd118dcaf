package org.eclipse.jetty.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.Digests;

/** The name of a server among others that was given none. */
final class WorkerNames {
    private static final Path LINUX_HOST = Path.of("/proc/sys/kernel/hostname");
    private static final int HASH_BYTES = 4;
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_~+!@:-]{0,98}");

    private WorkerNames() {}

    /** Returns "node" and the environment variable {@code JETTY_WORKER_INSTANCE}, or what tells this server from others. */
    static String defaultName() {
        String instance = System.getenv("JETTY_WORKER_INSTANCE");
        if (instance != null) {
            return ofInstance(instance);
        }
        return of(host(), System.getProperty("jetty.base", System.getProperty("user.dir")));
    }

    /** Returns "node" and the number, or name, of an instance. */
    static String ofInstance(String instance) {
        return checked("node" + instance, "JETTY_WORKER_INSTANCE");
    }

    /**
     * Returns a name, if ids of sessions may end with it, and the name of another server.
     *
     * @throws IllegalArgumentException if a cookie, a path or the column of a database cannot have it, or if it has the dot that separates
     *     it from an id
     */
    static String checked(String name, String origin) {
        if (LEGAL.matcher(name).matches()) {
            return name;
        }
        throw new IllegalArgumentException(origin + ": worker name " + name
                + " (expected: at most 98 letters, digits and -_~+!@: of ASCII; a dot separates it from ids)");
    }

    /**
     * Returns the name for a host and a base: other ones for other hosts, and for several bases of a host. It is a hash, as clients see it.
     *
     * @param host null if it is not known
     */
    static String of(String host, String base) {
        if (host == null) {
            return "node0";
        }
        byte[] hash = Digests.sha256(host + "\n" + base);
        return "node" + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    }

    /** Returns the name of this machine, without asking the network. */
    private static String host() {
        try {
            return Files.readString(LINUX_HOST).trim();
        } catch (IOException x) {
            String windows = System.getenv("COMPUTERNAME");
            return windows == null ? System.getenv("HOSTNAME") : windows;
        }
    }
}
