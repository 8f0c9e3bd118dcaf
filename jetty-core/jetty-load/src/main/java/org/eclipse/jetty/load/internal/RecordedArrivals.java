package org.eclipse.jetty.load.internal;

import java.util.List;
import org.eclipse.jetty.load.Arrivals;
import org.eclipse.jetty.load.Resource;

/** What was recorded, faster or slower. */
public final class RecordedArrivals implements Arrivals {
    private final List<Recorded> recorded;
    private final double speed;
    private int next;

    public RecordedArrivals(List<Recorded> recorded, double speed) {
        this.recorded = recorded;
        this.speed = speed;
    }

    @Override
    public long next() {
        return next == recorded.size() ? END : (long) (recorded.get(next++).nanos() / speed);
    }

    @Override
    public Resource resource() {
        return recorded.get(next - 1).resource();
    }
}
