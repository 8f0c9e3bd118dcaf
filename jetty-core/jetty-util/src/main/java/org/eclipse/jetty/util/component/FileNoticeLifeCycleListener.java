package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the states of a life cycle to a file, one line each, for scripts that wait for them.
 *
 * <p>The file is emptied when the listener is made: what an earlier process left there is not taken for news.
 */
public class FileNoticeLifeCycleListener implements LifeCycle.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(FileNoticeLifeCycleListener.class);

    private final Path file;

    public FileNoticeLifeCycleListener(String filename) {
        file = Path.of(filename).toAbsolutePath();
        write("INIT " + this, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private void write(String line, StandardOpenOption how) {
        try {
            Path directory = file.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(
                    file,
                    line + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    how);
        } catch (IOException x) {
            LOG.warn("Unable to write {} to {}", line, file, x);
        }
    }

    private void append(String state, LifeCycle lifeCycle) {
        write(state + " " + lifeCycle, StandardOpenOption.APPEND);
    }

    @Override
    public void lifeCycleStarting(LifeCycle event) {
        append("STARTING", event);
    }

    @Override
    public void lifeCycleStarted(LifeCycle event) {
        append("STARTED", event);
    }

    @Override
    public void lifeCycleFailure(LifeCycle event, Throwable cause) {
        append("FAILED", event);
    }

    @Override
    public void lifeCycleStopping(LifeCycle event) {
        append("STOPPING", event);
    }

    @Override
    public void lifeCycleStopped(LifeCycle event) {
        append("STOPPED", event);
    }
}
