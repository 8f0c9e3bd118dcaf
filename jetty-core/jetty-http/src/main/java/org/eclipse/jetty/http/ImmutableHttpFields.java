package org.eclipse.jetty.http;

import java.util.ListIterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Fields in an array, with a bit for each known header that is among them. Thread-safe unless a subclass changes them. */
class ImmutableHttpFields implements HttpFields {
    protected HttpField[] fields;
    protected int size;
    protected long present;
    protected long presentHigh;

    ImmutableHttpFields(HttpField[] fields, int size) {
        this.fields = fields;
        this.size = size;
        for (int i = 0; i < size; i++) {
            mark(fields[i].getHeader());
        }
    }

    protected final void mark(@Nullable HttpHeader header) {
        if (header == null) {
            return;
        }
        int bit = header.ordinal();
        if (bit < 64) {
            present |= 1L << bit;
        } else {
            presentHigh |= 1L << bit;
        }
    }

    /** False when there is surely no field of that header. */
    protected final boolean maybe(@Nullable HttpHeader header) {
        if (header == null) {
            return false;
        }
        int bit = header.ordinal();
        return ((bit < 64 ? present : presentHigh) & 1L << bit) != 0;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final HttpField getField(int index) {
        if (index >= size) {
            throw new NoSuchElementException("field " + index + " of " + size);
        }
        return fields[index];
    }

    @Override
    public @Nullable HttpField getField(HttpHeader header) {
        if (maybe(header)) {
            for (int i = 0; i < size; i++) {
                if (fields[i].getHeader() == header) {
                    return fields[i];
                }
            }
        }
        return null;
    }

    @Override
    public @Nullable HttpField getField(String name) {
        HttpHeader header = HttpHeader.fromString(name);
        if (header != null) {
            return getField(header);
        }
        for (int i = 0; i < size; i++) {
            if (fields[i].is(name)) {
                return fields[i];
            }
        }
        return null;
    }

    @Override
    public HttpFields asImmutable() {
        return this;
    }

    @Override
    public ListIterator<HttpField> listIterator(int index) {
        return new FieldIterator(index);
    }

    protected void setAt(int index, HttpField field) {
        throw new UnsupportedOperationException("fields cannot be changed");
    }

    protected void removeAt(int index) {
        throw new UnsupportedOperationException("fields cannot be changed");
    }

    protected void insertAt(int index, HttpField field) {
        throw new UnsupportedOperationException("fields cannot be changed");
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof HttpFields other && isEqualTo(other);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < size; i++) {
            hash += fields[i].hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return asString();
    }

    private final class FieldIterator implements ListIterator<HttpField> {
        private int cursor;
        private int last = -1;

        private FieldIterator(int index) {
            if (index < 0 || index > size) {
                throw new IndexOutOfBoundsException("index " + index + " of " + size);
            }
            this.cursor = index;
        }

        @Override
        public boolean hasNext() {
            return cursor < size;
        }

        @Override
        public HttpField next() {
            if (cursor >= size) {
                throw new NoSuchElementException();
            }
            last = cursor++;
            return fields[last];
        }

        @Override
        public boolean hasPrevious() {
            return cursor > 0;
        }

        @Override
        public HttpField previous() {
            if (cursor == 0) {
                throw new NoSuchElementException();
            }
            last = --cursor;
            return fields[last];
        }

        @Override
        public int nextIndex() {
            return cursor;
        }

        @Override
        public int previousIndex() {
            return cursor - 1;
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException("remove() before next()");
            }
            removeAt(last);
            cursor = last;
            last = -1;
        }

        @Override
        public void set(@Nullable HttpField field) {
            if (last < 0) {
                throw new IllegalStateException("set() before next()");
            }
            if (field == null) {
                remove();
            } else {
                setAt(last, field);
            }
        }

        @Override
        public void add(@Nullable HttpField field) {
            if (field == null) {
                return;
            }
            insertAt(cursor++, field);
            last = -1;
        }
    }
}
