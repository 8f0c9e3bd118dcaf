package org.eclipse.jetty.io.content;

/** A source of content that knows whether a read would wait, so that its reader may take several pieces at once. */
public interface ReadySource {
    /**
     * Returns whether the next read returns content, its end or a failure at once; false if that is not known. Called
     * by the reader.
     */
    boolean isReady();
}
