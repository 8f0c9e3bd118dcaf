package org.eclipse.jetty.ee10.servlet;

/**
 * Where a mapping of a filter is put among those that there are (Servlet sections 4.4.3 and 8.2.3): those that the application adds by
 * code ask to come before or after those of its descriptors.
 *
 * <pre>
 * by code, before | of descriptors | by code, after
 * </pre>
 *
 * <p>Guarded by the lock of its ServletHandler.
 */
final class MappingOrder {
    /** The index of the last one that is before; -1 for none. */
    private int before = -1;

    /** The index of the first one that is after; -1 for none. */
    private int after = -1;

    /**
     * Returns the index for a mapping that is added at the end of its part.
     *
     * @param size how many mappings there are
     * @param byCode whether it asks to come after those of descriptors
     */
    int append(int size, boolean byCode) {
        // all mappings may have been replaced
        after = Math.min(after, size);
        if (byCode) {
            if (after < 0) {
                after = size;
            }
            return size;
        }
        return after < 0 ? size : after++;
    }

    /**
     * Returns the index for a mapping that is added before others.
     *
     * @param size how many mappings there are
     * @param byCode whether it asks to come before those of descriptors, but after those that asked earlier
     */
    int prepend(int size, boolean byCode) {
        before = Math.min(before, size - 1);
        if (after >= 0) {
            after++;
        }
        if (byCode) {
            return ++before;
        }
        if (before >= 0) {
            before++;
        }
        return 0;
    }

    /** The mapping at an index is removed. */
    void remove(int index) {
        if (index <= before) {
            before--;
        }
        if (index < after) {
            after--;
        }
    }

    void clear() {
        before = -1;
        after = -1;
    }
}
