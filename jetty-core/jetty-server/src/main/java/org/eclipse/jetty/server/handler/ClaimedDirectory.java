package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A directory of a fixed name, whose content is found again by the next one who claims it, while nobody else can: neither the
 * next version of an application in this process nor another process. The claim is a lock on a file beside it, which ends
 * with the process however that ends. Thread-safe.
 */
final class ClaimedDirectory {
    private final Path path;
    private final FileChannel lockFile;

    private ClaimedDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /** Claims a directory and makes it if need be; returns null when another one has claimed it. */
    static ClaimedDirectory claim(Path parent, String name) throws IOException {
        Path path = parent.resolve(name);
        FileChannel file =
                FileChannel.open(parent.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ClaimedDirectory claimed = null;
        try {
            FileLock lock = file.tryLock();
            if (lock != null) claimed = new ClaimedDirectory(Files.createDirectories(path), file);
        } catch (OverlappingFileLockException x) {
            // claimed within this process
        } finally {
            if (claimed == null) file.close();
        }
        return claimed;
    }

    Path path() {
        return path;
    }

    /** Lets others claim it; what is in it stays. */
    void release() throws IOException {
        lockFile.close();
    }
}
