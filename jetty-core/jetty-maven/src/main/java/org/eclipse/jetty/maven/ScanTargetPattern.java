package org.eclipse.jetty.maven;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** A directory that is watched beside those of the project, and which of its files count. Confined to its goal. */
public class ScanTargetPattern extends ScanPattern {
    private @Nullable File directory;

    public @Nullable File getDirectory() {
        return directory;
    }

    public void setDirectory(File directory) {
        this.directory = directory;
    }
}
