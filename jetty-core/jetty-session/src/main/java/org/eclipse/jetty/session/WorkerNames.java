package org.eclipse.jetty.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.eclipse.jetty.util.Digests;

/** The name of a server among others that was given none. */
final class WorkerNames {
    private static final Path LINUX_HOST = Path.of("/proc/sys/kernel/hostname");
    private static final int HASH_BYTES = 4;

    private WorkerNames() {}

    /** Returns "node" and the environment variable {@code JETTY_WORKER_INSTANCE}, or what tells this server from others. */
    static String defaultName() {
        String instance = System.getenv("JETTY_WORKER_INSTANCE");
        if (instance != null) {
            return "node" + instance;
        }
        return of(host(), System.getProperty("jetty.base", System.getProperty("user.dir")));
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
