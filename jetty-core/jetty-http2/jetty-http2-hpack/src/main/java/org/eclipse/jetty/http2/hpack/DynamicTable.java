package org.eclipse.jetty.http2.hpack;

import java.util.Arrays;
import org.eclipse.jetty.http.HttpField;

/**
 * The fields that were sent before, the newest first (RFC 7541, section 2.3.2), in a ring that grows with their number.
 *
 * <p>Each field counts its octets and 32 (section 4.1). Confined to its connection.
 */
final class DynamicTable {
    private HttpField[] ring = new HttpField[16];
    private long inserted;
    private int count;
    private int size;
    private int capacity;

    DynamicTable(int capacity) {
        this.capacity = capacity;
    }

    static int sizeOf(HttpField field) {
        String value = field.getValue();
        return field.getName().length() + (value == null ? 0 : value.length()) + 32;
    }

    int getCapacity() {
        return capacity;
    }

    int getSize() {
        return size;
    }

    int getCount() {
        return count;
    }

    /** The number of the newest field, counted from the first that was ever inserted. */
    long getInserted() {
        return inserted;
    }

    /** @param age 0 for the newest field, less than {@link #getCount()} */
    HttpField get(int age) {
        return ring[(int) (inserted - 1 - age) & ring.length - 1];
    }

    /** Evicts what does not fit. */
    void setCapacity(int newCapacity) {
        capacity = newCapacity;
        evict(0);
    }

    /** Inserts a field after evicting what has to go; one that is larger than the capacity empties the table. */
    boolean insert(HttpField field) {
        int length = sizeOf(field);
        evict(length);
        if (length > capacity) {
            return false;
        }
        if (count == ring.length) {
            grow();
        }
        ring[(int) inserted++ & ring.length - 1] = field;
        count++;
        size += length;
        return true;
    }

    private void evict(int room) {
        while (count > 0 && size > capacity - room) {
            int oldest = (int) (inserted - count) & ring.length - 1;
            size -= sizeOf(ring[oldest]);
            ring[oldest] = null;
            count--;
        }
    }

    private void grow() {
        HttpField[] old = ring;
        ring = new HttpField[old.length * 2];
        for (long i = inserted - count; i < inserted; i++) {
            ring[(int) i & ring.length - 1] = old[(int) i & old.length - 1];
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(ring) + " " + size + "/" + capacity;
    }
}
