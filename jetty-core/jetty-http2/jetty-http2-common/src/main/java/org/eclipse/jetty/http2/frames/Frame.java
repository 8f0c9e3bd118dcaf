package org.eclipse.jetty.http2.frames;

/** A frame (RFC 9113, section 4). Immutable. */
public abstract class Frame {
    Frame() {}
}
