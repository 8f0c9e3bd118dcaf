package org.eclipse.jetty.unixdomain.server;

import java.io.IOException;
import java.net.BindException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of a Unix-domain socket, which outlives a process that is killed. */
final class SocketFile {
    private static final Logger LOG = LoggerFactory.getLogger(SocketFile.class);

    private SocketFile() {}

    /**
     * Deletes a socket that no process listens on.
     *
     * @throws BindException if the path is that of another file, or a process listens on the socket
     */
    static void removeStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new BindException("cannot bind " + path + ": it exists (expected: no file, or a socket)");
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            throw new BindException("cannot bind " + path + ": another process listens on it (" + channel + ")");
        } catch (BindException x) {
            throw x;
        } catch (SocketException x) {
            LOG.info("Deleting {}, which no process listens on", path);
            Files.deleteIfExists(path);
        }
    }

    static void delete(@Nullable Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException x) {
            LOG.warn("Could not delete {}", path, x);
        }
    }
}
