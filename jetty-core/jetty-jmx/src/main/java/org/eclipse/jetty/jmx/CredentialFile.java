package org.eclipse.jetty.jmx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the files of users of remote JMX. */
final class CredentialFile {
    private static final Logger LOG = LoggerFactory.getLogger(CredentialFile.class);

    private CredentialFile() {}

    /** Throws IOException if it is not a file that can be read. */
    static void check(String file) throws IOException {
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new IOException(file + " (expected: a file that can be read)");
        }
    }

    /** Takes the rights of all but the owner from a file, where the file system has such rights; IOException if it cannot. */
    static void protect(String file) throws IOException {
        Path path = Path.of(file);
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try {
            Set<PosixFilePermission> before = Files.getPosixFilePermissions(path);
            Set<PosixFilePermission> own = Set.of(
                    PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
            if (own.containsAll(before)) {
                return;
            }
            before.retainAll(own);
            Files.setPosixFilePermissions(path, before);
            LOG.warn("{} could be read by other users of this machine: only its owner may do so from now on", path);
        } catch (IOException x) {
            throw new IOException(
                    path + " can be read by other users (expected: by its owner only, as after chmod 600)", x);
        }
    }
}
