package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The chains made for paths, and for servlets by their names, since the last change of the configuration. Thread-safe. */
final class ChainCache {
    private static final int TYPES = DispatcherType.values().length;

    private final List<ConcurrentMap<String, FilterChain>> byPath = new ArrayList<>(TYPES);
    private final List<ConcurrentMap<String, FilterChain>> byName = new ArrayList<>(TYPES);

    ChainCache() {
        for (int i = 0; i < TYPES; i++) {
            byPath.add(new ConcurrentHashMap<>());
            byName.add(new ConcurrentHashMap<>());
        }
    }

    /**
     * Returns a chain; null if it has not been made.
     *
     * @param path null for the servlet of a name
     */
    @Nullable
    FilterChain get(DispatcherType type, @Nullable String path, String name) {
        return path == null
                ? byName.get(type.ordinal()).get(name)
                : byPath.get(type.ordinal()).get(path);
    }

    /** Keeps a chain; begins again if there are so many that another one would be too many. */
    void put(DispatcherType type, @Nullable String path, String name, FilterChain chain, int max) {
        ConcurrentMap<String, FilterChain> chains = (path == null ? byName : byPath).get(type.ordinal());
        if (chains.size() >= max) {
            chains.clear();
        }
        chains.put(path == null ? name : path, chain);
    }
}
