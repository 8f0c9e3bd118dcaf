package org.eclipse.jetty.rewrite.handler;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Replaces several slashes of the path by one: {@code //a///b} becomes {@code /a/b}.
 *
 * <p>The compliance mode of the connector must allow empty segments, as {@code LEGACY} does; otherwise such a request is refused before a
 * rule sees it.
 */
public class CompactPathRule extends Rule {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private boolean decoding;
    private boolean canonicalizing;

    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    public boolean removeListener(Listener listener) {
        return listeners.remove(listener);
    }

    /** Whether dot segments are resolved, too (RFC 3986, section 5.2.4). */
    public boolean isCanonicalizing() {
        return canonicalizing;
    }

    public void setCanonicalizing(boolean canonicalizing) {
        this.canonicalizing = canonicalizing;
    }

    /** Whether the path is decoded before, and encoded afterwards, so that {@code %2F} counts as a slash. */
    public boolean isDecoding() {
        return decoding;
    }

    public void setDecoding(boolean decoding) {
        this.decoding = decoding;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) {
        HttpURI uri = input.getHttpURI();
        String path = uri.getPath();
        if (path == null || !path.startsWith("/")) {
            return null;
        }
        String compacted = URIUtil.compactPath(decoding ? URIUtil.decodePath(path) : path);
        if (canonicalizing) {
            compacted = URIUtil.canonicalPath(compacted, () -> new BadMessageException("Path above the root"));
        }
        String changed = decoding ? URIUtil.encodePath(compacted) : compacted;
        if (changed.equals(path)) {
            return null;
        }
        Handler output = new HttpURIHandler(input, RewrittenUri.of(uri, changed, uri.getQuery()));
        if (!listeners.isEmpty()) {
            CompactedEvent event = new CompactedEvent(input, changed, "Compacted " + path, this);
            listeners.forEach(listener -> listener.onCompactedEvent(event));
        }
        return output;
    }

    /** Called for each path that was changed. Thread-safe. */
    public interface Listener {
        void onCompactedEvent(CompactedEvent event);
    }

    /**
     * A path that was changed.
     *
     * @param input the request before
     * @param changedPath the path afterwards
     * @param message what was done
     * @param rule the rule that did it
     */
    public record CompactedEvent(Handler input, String changedPath, String message, CompactPathRule rule) {}
}
