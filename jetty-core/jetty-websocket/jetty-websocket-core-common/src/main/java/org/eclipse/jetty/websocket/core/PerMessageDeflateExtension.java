package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.eclipse.jetty.websocket.core.util.DemandChain;
import org.jspecify.annotations.Nullable;

/**
 * Compresses messages (RFC 7692).
 *
 * <p>All four parameters are negotiated, with windows from 8 to 15 bits on both sides. A frame that was received is
 * decompressed piece by piece as pieces are demanded, so that one that expands without end costs no more memory than others.
 * A piece is as large as the input buffer, 8 KiB at least.
 */
public final class PerMessageDeflateExtension extends AbstractExtension implements DemandChain {
    public static final String NAME = "permessage-deflate";

    private static final int MIN_PIECE = 8 * 1024;
    /** Payload below this many bytes is sent as it is, unless what was sent before helps to compress it. */
    private static final int MIN_DEFLATED = 32;

    private @Nullable DeflateParameters parameters;
    private @Nullable MessageDeflater deflater;
    private @Nullable MessageInflater inflater;
    private @Nullable DemandChain nextDemand;
    private boolean deflating;
    private boolean inflating;

    // the frame being decompressed
    private @Nullable Frame frame;
    private @Nullable Callback callback;
    private boolean first;
    /** Whether the next piece of the frame is demanded and not handed on yet. */
    private final AtomicBoolean demanded = new AtomicBoolean();

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public boolean isRsv1User() {
        return true;
    }

    @Override
    public void init(ExtensionConfig config, WebSocketComponents components) {
        super.init(config, components);
        parameters = DeflateParameters.of(config);
    }

    @Override
    public @Nullable String mismatch(ExtensionConfig offer, ExtensionConfig answer) {
        return DeflateParameters.mismatch(offer, answer);
    }

    @Override
    public void setCoreSession(CoreSession coreSession) {
        super.setCoreSession(coreSession);
        boolean server = coreSession.getBehavior() != Behavior.CLIENT;
        DeflateParameters agreed = Wiring.set(parameters, "parameters of the extension");
        deflater = new MessageDeflater(
                getDeflaterPool(),
                getComponents().getCompressionBudget(),
                server ? agreed.serverBits() : agreed.clientBits(),
                server ? agreed.serverTakeover() : agreed.clientTakeover());
        inflater = new MessageInflater(
                getInflaterPool(),
                server ? agreed.clientBits() : agreed.serverBits(),
                server ? agreed.clientTakeover() : agreed.serverTakeover());
    }

    @Override
    public void setNextDemand(DemandChain nextDemand) {
        this.nextDemand = nextDemand;
    }

    // ---- outgoing

    @Override
    public void sendFrame(OutgoingEntry entry) {
        Frame outgoing = entry.getFrame();
        if (outgoing.isControlFrame()) {
            nextOutgoingFrame(entry);
            return;
        }
        MessageDeflater current = Wiring.set(deflater, "session of the extension");
        boolean begins = outgoing.getOpCode() != OpCode.CONTINUATION;
        if (begins) {
            deflating = !outgoing.isFin() || outgoing.getPayloadLength() >= (current.isKept() ? 1 : MIN_DEFLATED);
        }
        if (!deflating) {
            nextOutgoingFrame(entry);
            return;
        }
        ByteBuffer payload = outgoing.getPayload();
        RetainableByteBuffer deflated = current.deflate(
                payload == null ? BufferUtil.EMPTY_BUFFER : payload, outgoing.isFin(), getByteBufferPool());
        Frame compressed = new Frame(outgoing.getOpCode(), outgoing.isFin(), deflated.getByteBuffer());
        compressed.setRsv1(begins);
        nextOutgoingFrame(new OutgoingEntry.Builder(entry)
                .frame(compressed)
                .callback(Callback.from(entry.getCallback(), deflated::release))
                .build());
    }

    // ---- incoming

    @Override
    public void demand() {
        if (frame == null) {
            Wiring.set(nextDemand, "source of frames").demand();
        } else if (!demanded.compareAndSet(false, true)) {
            throw new IllegalStateException("demand pending");
        } else {
            // the rest of the frame, by who has the turn
            ((WebSocketCoreSession) getCoreSession()).getConnection().post(this::inflateDemanded);
        }
    }

    @Override
    public void onFrame(Frame incoming, Callback incomingCallback) {
        if (incoming.isControlFrame()) {
            nextIncomingFrame(incoming, incomingCallback);
            return;
        }
        if (incoming.getOpCode() != OpCode.CONTINUATION) {
            inflating = incoming.isRsv1();
        } else if (incoming.isRsv1()) {
            throw new ProtocolException("First reserved bit set in CONTINUATION");
        }
        if (!inflating) {
            nextIncomingFrame(incoming, incomingCallback);
            return;
        }
        frame = incoming;
        callback = incomingCallback;
        first = incoming.getOpCode() != OpCode.CONTINUATION;
        inflater().input(incoming.getPayload(), incoming.isFin());
        inflate();
    }

    private void inflateDemanded() {
        demanded.set(false);
        inflate();
    }

    private MessageInflater inflater() {
        return Wiring.set(inflater, "session of the extension");
    }

    /** Hands one piece on; called by who has the turn, after a demand. */
    private void inflate() {
        Frame current = frame;
        Callback inputDone = callback;
        if (current == null || inputDone == null) {
            // closed since the demand
            return;
        }
        MessageInflater from = inflater();
        RetainableByteBuffer.Mutable piece = getByteBufferPool()
                .acquire(Math.max(MIN_PIECE, getConfiguration().getInputBufferSize()), false);
        ByteBuffer bytes = piece.getByteBuffer();
        boolean end;
        try {
            int start = BufferUtil.flipToFill(bytes);
            end = from.inflate(bytes);
            BufferUtil.flipToFlush(bytes, start);
        } catch (Throwable x) {
            piece.release();
            frame = null;
            callback = null;
            inputDone.failed(x);
            return;
        }
        boolean fin = end && current.isFin();
        byte opcode = first ? current.getOpCode() : OpCode.CONTINUATION;
        if (end) {
            frame = null;
            callback = null;
            if (fin) {
                from.endMessage();
            }
            if (!piece.hasRemaining() && !fin) {
                piece.release();
                skip(inputDone, opcode);
                return;
            }
        }
        first = false;
        nextIncomingFrame(new Frame(opcode, fin, bytes), new PieceDone(piece, inputDone, end));
    }

    /** A frame without any output: the message goes on with the next one. */
    private void skip(Callback inputDone, byte opcode) {
        if (opcode != OpCode.CONTINUATION) {
            // its opcode must not be lost
            nextIncomingFrame(new Frame(opcode, false, (ByteBuffer) null), inputDone);
        } else {
            inputDone.succeeded();
            Wiring.set(nextDemand, "source of frames").demand();
        }
    }

    @Override
    public void close() {
        MessageDeflater out = deflater;
        if (out != null) {
            out.release();
        }
        MessageInflater in = inflater;
        if (in != null) {
            in.release();
        }
        Callback unfinished = callback;
        frame = null;
        callback = null;
        if (unfinished != null) {
            unfinished.succeeded();
        }
    }

    /** The handler is done with a piece; with the last one of a frame, the frame is done with. */
    private static final class PieceDone implements Callback {
        private @Nullable RetainableByteBuffer piece;
        private final Callback inputDone;
        private final boolean end;

        private PieceDone(RetainableByteBuffer piece, Callback inputDone, boolean end) {
            this.piece = piece;
            this.inputDone = inputDone;
            this.end = end;
        }

        @Override
        public void succeeded() {
            piece = Retainable.release(piece);
            if (end) {
                inputDone.succeeded();
            }
        }

        @Override
        public void failed(Throwable x) {
            // a handler may throw after it succeeded
            piece = Retainable.release(piece);
            inputDone.failed(x);
        }

        @Override
        public InvocationType getInvocationType() {
            return inputDone.getInvocationType();
        }
    }
}
