package org.eclipse.jetty.util;

import java.net.InetAddress;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A set of address patterns that matches what one of them matches. Not thread-safe while it is changed. */
public class InetAddressSet extends AbstractSet<String> implements Set<String>, Predicate<InetAddress> {
    private final Map<String, InetAddressPattern> patterns = new LinkedHashMap<>();

    public InetAddressSet() {}

    @Override
    public boolean add(String pattern) {
        return patterns.put(pattern, InetAddressPattern.from(pattern)) == null;
    }

    @Override
    public boolean remove(Object pattern) {
        return patterns.remove(pattern) != null;
    }

    @Override
    public Iterator<String> iterator() {
        return patterns.keySet().iterator();
    }

    @Override
    public int size() {
        return patterns.size();
    }

    @Override
    public boolean test(@Nullable InetAddress address) {
        if (address == null) {
            return false;
        }
        for (InetAddressPattern pattern : patterns.values()) {
            if (pattern.test(address)) {
                return true;
            }
        }
        return false;
    }
}
