package org.eclipse.jetty.maven;

import java.io.File;

/** A directory that is watched beside those of the project, and which of its files count. Confined to its goal. */
public class ScanTargetPattern extends ScanPattern {
    private File directory;

    public File getDirectory() {
        return directory;
    }

    public void setDirectory(File directory) {
        this.directory = directory;
    }
}
