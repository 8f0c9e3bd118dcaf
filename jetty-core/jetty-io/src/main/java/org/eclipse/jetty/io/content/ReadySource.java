package org.eclipse.jetty.io.content;

import org.eclipse.jetty.io.Content;

/** Content that knows whether a read would wait, so that its reader may take several pieces at once. */
public interface ReadySource extends Content.Source {
    /**
     * Returns whether the next {@link #read()} returns content, its end or a failure at once; false if that is not known. Called
     * by the reader.
     */
    boolean isReady();
}
