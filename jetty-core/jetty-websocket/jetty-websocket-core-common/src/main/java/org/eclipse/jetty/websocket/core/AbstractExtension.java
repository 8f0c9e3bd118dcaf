package org.eclipse.jetty.websocket.core;

import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.eclipse.jetty.util.compression.InflaterPool;

/** An extension that passes frames on as they are. Confined to its session. */
public class AbstractExtension implements Extension {
    private WebSocketComponents components;
    private ExtensionConfig config;
    private OutgoingFrames nextOutgoing;
    private IncomingFrames nextIncoming;
    private CoreSession coreSession;

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
        return components.getByteBufferPool();
    }

    @Override
    public ExtensionConfig getConfig() {
        return config;
    }

    public DeflaterPool getDeflaterPool() {
        return components.getDeflaterPool();
    }

    public InflaterPool getInflaterPool() {
        return components.getInflaterPool();
    }

    @Override
    public String getName() {
        return config.getName();
    }

    public IncomingFrames getNextIncoming() {
        return nextIncoming;
    }

    public OutgoingFrames getNextOutgoing() {
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
        nextIncoming.onFrame(frame, callback);
    }

    protected void nextOutgoingFrame(OutgoingEntry entry) {
        nextOutgoing.sendFrame(entry);
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
        return coreSession;
    }

    protected Configuration getConfiguration() {
        return coreSession;
    }

    protected WebSocketComponents getComponents() {
        return components;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + config.getParameterizedName() + "]";
    }
}
