package org.eclipse.jetty.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The back ends of a balancer. A list that was read does not change. Thread-safe.
 */
final class Backends {
    private volatile List<Backend> all = List.of();

    /** What has changed. */
    record Change(List<Backend> added, List<Backend> removed) {}

    List<Backend> getAll() {
        return all;
    }

    /** Returns the one of a name. */
    @Nullable
    Backend get(String name) {
        for (Backend backend : all) {
            if (backend.getName().equals(name)) {
                return backend;
            }
        }
        return null;
    }

    /** Takes other settings: a back end whose name and URI are in them goes on with its state. */
    synchronized Change apply(List<BackendSettings> settings, Function<BackendSettings, Backend> factory) {
        List<Backend> after = new ArrayList<>();
        List<Backend> added = new ArrayList<>();
        for (BackendSettings each : settings) {
            Backend backend = get(each.name());
            if (backend != null && backend.getURI().equals(each.uri())) {
                backend.update(each);
            } else {
                backend = factory.apply(each);
                added.add(backend);
            }
            after.add(backend);
        }
        List<Backend> removed = new ArrayList<>(all);
        removed.removeAll(after);
        all = List.copyOf(after);
        return new Change(added, removed);
    }

    /** Returns those that may get a request of any client, without the ones that were tried. */
    List<Backend> available(List<Backend> tried) {
        return select(BackendState.UP, tried);
    }

    /**
     * Returns those that are ejected, without the ones that were tried, that are drained, and that have a request: it shows whether they
     * are back, and others need not wait with it.
     */
    List<Backend> ejected(List<Backend> tried) {
        List<Backend> ejected = select(BackendState.EJECTED, tried);
        ejected.removeIf(backend -> backend.isDrained() || backend.getActiveRequests() > 0);
        return ejected;
    }

    private List<Backend> select(BackendState state, List<Backend> tried) {
        List<Backend> selected = new ArrayList<>(all.size());
        for (Backend backend : all) {
            if (backend.getState() == state && !backend.isFull() && !tried.contains(backend)) {
                selected.add(backend);
            }
        }
        return selected;
    }
}
