package org.eclipse.jetty.websocket.core;

import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.jspecify.annotations.Nullable;

/** An extension that passes frames on as they are. Confined to its session. */
public class AbstractExtension implements Extension {
    private @Nullable WebSocketComponents components;
    private @Nullable ExtensionConfig config;
    private @Nullable OutgoingFrames nextOutgoing;
    private @Nullable IncomingFrames nextIncoming;
    private @Nullable CoreSession coreSession;

    public AbstractExtension() {}

    @Override
    public void init(ExtensionConfig config, WebSocketComponents components) {
        this.config = config;
        this.components = components;
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        nextIncomingFrame(frame, callback);
    }

    @Override
    public void sendFrame(OutgoingEntry entry) {
        nextOutgoingFrame(entry);
    }

    public ByteBufferPool getByteBufferPool() {
        return getComponents().getByteBufferPool();
    }

    @Override
    public ExtensionConfig getConfig() {
        return Wiring.set(config, "configuration of the extension");
    }

    public DeflaterPool getDeflaterPool() {
        return getComponents().getDeflaterPool();
    }

    public InflaterPool getInflaterPool() {
        return getComponents().getInflaterPool();
    }

    @Override
    public String getName() {
        return getConfig().getName();
    }

    public @Nullable IncomingFrames getNextIncoming() {
        return nextIncoming;
    }

    public @Nullable OutgoingFrames getNextOutgoing() {
        return nextOutgoing;
    }

    @Override
    public boolean isRsv1User() {
        return false;
    }

    @Override
    public boolean isRsv2User() {
        return false;
    }

    @Override
    public boolean isRsv3User() {
        return false;
    }

    protected void nextIncomingFrame(Frame frame, Callback callback) {
        Wiring.set(nextIncoming, "next of incoming frames").onFrame(frame, callback);
    }

    protected void nextOutgoingFrame(OutgoingEntry entry) {
        Wiring.set(nextOutgoing, "next of outgoing frames").sendFrame(entry);
    }

    @Override
    public void setNextIncomingFrames(IncomingFrames nextIncoming) {
        this.nextIncoming = nextIncoming;
    }

    @Override
    public void setNextOutgoingFrames(OutgoingFrames nextOutgoing) {
        this.nextOutgoing = nextOutgoing;
    }

    @Override
    public void setCoreSession(CoreSession coreSession) {
        this.coreSession = coreSession;
    }

    public CoreSession getCoreSession() {
        return Wiring.set(coreSession, "session of the extension");
    }

    protected Configuration getConfiguration() {
        return getCoreSession();
    }

    protected WebSocketComponents getComponents() {
        return Wiring.set(components, "components of the extension");
    }

    @Override
    public String toString() {
        ExtensionConfig current = config;
        return getClass().getSimpleName() + "[" + (current == null ? "" : current.getParameterizedName()) + "]";
    }
}
