package org.eclipse.jetty.websocket.core;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.util.DemandChain;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The extensions of a session, in the order of Sec-WebSocket-Extensions (RFC 6455, section 9.1).
 *
 * <pre>
 * network --onFrame--&gt; last extension ... first extension --onFrame--&gt; session
 * network &lt;--sendFrame-- last extension ... first extension &lt;--sendFrame-- session
 * network &lt;--demand-- last extension ... first extension &lt;--demand-- session
 * </pre>
 *
 * <p>Incoming frames come one at a time; outgoing ones are taken by one thread at a time, guarded by lock, and only queued
 * after the last extension. No callback is completed under that lock.
 */
@ManagedObject("The extensions of a WebSocket session")
public class ExtensionStack implements IncomingFrames, OutgoingFrames, Dumpable {
    private static final Logger LOG = LoggerFactory.getLogger(ExtensionStack.class);

    private final AutoLock lock = new AutoLock();
    private final WebSocketComponents components;
    private final Behavior behavior;
    private List<Extension> extensions = List.of();
    private List<ExtensionConfig> negotiated = List.of();
    private @Nullable IncomingFrames incoming;
    private @Nullable OutgoingFrames outgoing;
    private @Nullable DemandChain lastDemand;
    private @Nullable DemandChain firstDemand;
    private @Nullable Extension rsv1User;
    private @Nullable Extension rsv2User;
    private @Nullable Extension rsv3User;
    private boolean closed;

    public ExtensionStack(WebSocketComponents components, Behavior behavior) {
        this.components = components;
        this.behavior = behavior;
    }

    /** Closes the extensions; frames must not come afterwards. */
    public void close() {
        try (AutoLock l = lock.lock()) {
            if (closed) {
                return;
            }
            closed = true;
            extensions.forEach(IO::close);
        }
    }

    @ManagedAttribute("The extensions")
    public List<Extension> getExtensions() {
        return extensions;
    }

    /** What both sides agreed on. */
    public List<ExtensionConfig> getNegotiatedExtensions() {
        return negotiated;
    }

    public boolean hasNegotiatedExtensions() {
        return !extensions.isEmpty();
    }

    public @Nullable IncomingFrames getNextIncoming() {
        return incoming;
    }

    public @Nullable OutgoingFrames getNextOutgoing() {
        return outgoing;
    }

    /**
     * Makes the extensions.
     *
     * <p>Of several offers with one name the first one that can be met is used; so is the first user of a reserved bit. A
     * client's extensions for this side only are next to the session, before those that were agreed on.
     *
     * @param offeredConfigs what the client offered
     * @param negotiatedConfigs for a server, what it wants to use of these; for a client, what the server answered
     * @throws WebSocketException for a client, if the answer cannot be met
     */
    public void negotiate(List<ExtensionConfig> offeredConfigs, List<ExtensionConfig> negotiatedConfigs) {
        List<Extension> made = new ArrayList<>();
        List<ExtensionConfig> agreed = new ArrayList<>();
        List<ExtensionConfig> wanted = new ArrayList<>();
        if (behavior == Behavior.CLIENT) {
            offeredConfigs.stream().filter(ExtensionConfig::isInternalExtension).forEach(wanted::add);
        }
        wanted.addAll(negotiatedConfigs);
        for (ExtensionConfig config : wanted) {
            if (config.isInternalExtension()
                    ? !components.getExtensionRegistry().isAvailable(config.getName())
                    : agreed.stream().anyMatch(other -> other.getName().equals(config.getName()))) {
                continue;
            }
            Extension extension = newExtension(config, offeredConfigs);
            if (extension != null && claimBits(extension)) {
                made.add(extension);
                agreed.add(extension.getConfig());
            }
        }
        extensions = List.copyOf(made);
        negotiated = List.copyOf(agreed);
    }

    private @Nullable Extension newExtension(ExtensionConfig config, List<ExtensionConfig> offered) {
        if (behavior == Behavior.CLIENT
                && !config.isInternalExtension()
                && offered.stream().noneMatch(offer -> offer.getName().equals(config.getName()))) {
            throw new WebSocketException("the server uses an extension that was not offered: " + config);
        }
        if (config.getParameters().containsKey(ExtensionConfig.DUPLICATE)) {
            return decline(config, "parameter given twice", null);
        }
        ExtensionConfig own = new ExtensionConfig(config);
        if (behavior == Behavior.CLIENT) {
            // the answer has none of those for this side only
            offered.stream()
                    .filter(offer -> offer.getName().equals(config.getName()))
                    .findFirst()
                    .ifPresent(offer -> offer.getInternalParameters()
                            .forEach(entry -> own.setParameter(entry.getKey(), entry.getValue())));
        }
        try {
            Extension extension = components.getExtensionRegistry().newInstance(own, components);
            if (extension == null) {
                return decline(config, "not known", null);
            }
            String mismatch = behavior == Behavior.CLIENT ? mismatch(extension, offered, config) : null;
            return mismatch == null ? extension : decline(config, mismatch, null);
        } catch (IllegalArgumentException x) {
            return decline(config, x.getMessage(), x);
        }
    }

    /** Why an answer is none to any of the offers with its name; null if it is one. */
    private static @Nullable String mismatch(
            Extension extension, List<ExtensionConfig> offered, ExtensionConfig answer) {
        String mismatch = null;
        for (ExtensionConfig offer : offered) {
            if (offer.getName().equals(answer.getName())) {
                mismatch = extension.mismatch(offer, answer);
                if (mismatch == null) {
                    return null;
                }
            }
        }
        return mismatch;
    }

    private @Nullable Extension decline(ExtensionConfig config, @Nullable String why, @Nullable Throwable cause) {
        if (behavior == Behavior.CLIENT) {
            throw new WebSocketException("extension of the server cannot be used: " + config + ": " + why, cause);
        }
        LOG.debug("extension declined: {}: {}", config, why);
        return null;
    }

    private boolean claimBits(Extension extension) {
        if (extension.isRsv1User() && rsv1User != null
                || extension.isRsv2User() && rsv2User != null
                || extension.isRsv3User() && rsv3User != null) {
            LOG.debug("extension declined, its reserved bit is in use: {}", extension);
            return false;
        }
        rsv1User = extension.isRsv1User() ? extension : rsv1User;
        rsv2User = extension.isRsv2User() ? extension : rsv2User;
        rsv3User = extension.isRsv3User() ? extension : rsv3User;
        return true;
    }

    /** Puts the extensions between the session and the network. */
    public void initialize(IncomingFrames incoming, OutgoingFrames outgoing, CoreSession coreSession) {
        IncomingFrames nextIn = incoming;
        for (Extension extension : extensions) {
            extension.setNextIncomingFrames(nextIn);
            extension.setCoreSession(coreSession);
            nextIn = extension;
        }
        OutgoingFrames nextOut = outgoing;
        DemandChain demand = lastDemand;
        for (int i = extensions.size() - 1; i >= 0; i--) {
            Extension extension = extensions.get(i);
            extension.setNextOutgoingFrames(nextOut);
            nextOut = extension;
            if (extension instanceof DemandChain chain) {
                if (demand != null) {
                    chain.setNextDemand(demand);
                }
                demand = chain;
            }
        }
        this.incoming = nextIn;
        this.outgoing = nextOut;
        firstDemand = demand;
    }

    /** Whom to ask for a frame of the network; to be set before {@link #initialize}. */
    public void setLastDemand(DemandChain lastDemand) {
        this.lastDemand = lastDemand;
    }

    /** The session wants a frame. */
    public void demand() {
        Wiring.set(firstDemand, "source of frames").demand();
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        Wiring.set(incoming, "session").onFrame(frame, callback);
    }

    /** Queues a frame, or a chain of frames with none of another thread between them. */
    @Override
    public void sendFrame(OutgoingEntry first) {
        OutgoingEntry entry = first;
        try (AutoLock l = lock.lock()) {
            while (entry != null && !closed) {
                OutgoingEntry next = entry.next;
                entry.next = null;
                Wiring.set(outgoing, "connection").sendFrame(entry);
                entry = next;
            }
        }
        while (entry != null) {
            OutgoingEntry next = entry.next;
            entry.next = null;
            entry.getCallback().failed(new ClosedChannelException());
            entry = next;
        }
    }

    public @Nullable Extension getRsv1User() {
        return rsv1User;
    }

    public @Nullable Extension getRsv2User() {
        return rsv2User;
    }

    public @Nullable Extension getRsv3User() {
        return rsv3User;
    }

    public boolean isRsv1Used() {
        return rsv1User != null;
    }

    public boolean isRsv2Used() {
        return rsv2User != null;
    }

    public boolean isRsv3Used() {
        return rsv3User != null;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, extensions.toArray());
    }

    @Override
    public String toString() {
        return extensions.stream().map(Extension::getName).collect(Collectors.joining(",", "ExtensionStack[", "]"));
    }
}
