package org.eclipse.jetty.http2.frames;

/**
 * Which stream is to be preferred to which (RFC 7540, section 6.3). Immutable.
 *
 * <p>RFC 9113, section 5.3.2 keeps the frame and deprecates what it says: servers may ignore it, and ours does.
 */
public class PriorityFrame extends StreamFrame {
    /** The octets of its payload. */
    public static final int PRIORITY_LENGTH = 5;

    private final int parentStreamId;
    private final int weight;
    private final boolean exclusive;

    /** Creates one of the stream that sends it. */
    public PriorityFrame(int parentStreamId, int weight, boolean exclusive) {
        this(0, parentStreamId, weight, exclusive);
    }

    /**
     * @param streamId 0 for that of the stream that sends it
     * @param parentStreamId the stream that this one depends on; 0 for none
     * @param weight 1 to 256
     * @param exclusive whether the other streams that depend on the same one are to depend on this one
     */
    public PriorityFrame(int streamId, int parentStreamId, int weight, boolean exclusive) {
        super(streamId);
        if (parentStreamId < 0 || streamId > 0 && parentStreamId == streamId) {
            throw new IllegalArgumentException(
                    "parentStreamId: " + parentStreamId + " (expected: 0, or another stream than " + streamId + ")");
        }
        if (weight < 1 || weight > 256) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: 1 to 256)");
        }
        this.parentStreamId = parentStreamId;
        this.weight = weight;
        this.exclusive = exclusive;
    }

    public int getParentStreamId() {
        return parentStreamId;
    }

    public int getWeight() {
        return weight;
    }

    public boolean isExclusive() {
        return exclusive;
    }

    @Override
    public PriorityFrame withStreamId(int streamId) {
        return new PriorityFrame(streamId, parentStreamId, weight, exclusive);
    }

    @Override
    public String toString() {
        return super.toString() + "[parent=" + parentStreamId + ",weight=" + weight + ",exclusive=" + exclusive + "]";
    }
}
