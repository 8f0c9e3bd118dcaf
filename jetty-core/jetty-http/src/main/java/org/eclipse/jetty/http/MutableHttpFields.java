package org.eclipse.jetty.http;

import java.util.Arrays;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** Fields in an array that grows and is kept by {@link #clear()}, so that a parser can fill it again and again. Not thread-safe. */
final class MutableHttpFields extends ImmutableHttpFields implements HttpFields.Mutable {
    MutableHttpFields(int capacity) {
        super(new HttpField[Math.max(4, capacity)], 0);
    }

    @Override
    public HttpFields asImmutable() {
        return new ImmutableHttpFields(Arrays.copyOf(fields, size), size);
    }

    @Override
    public Mutable add(@Nullable HttpField field) {
        if (field == null) {
            return this;
        }
        if (size == fields.length) {
            fields = Arrays.copyOf(fields, size * 2);
        }
        fields[size++] = field;
        mark(field.getHeader());
        return this;
    }

    @Override
    public Mutable put(HttpField field) {
        HttpHeader header = field.getHeader();
        if (header != null && !maybe(header)) {
            return add(field);
        }
        boolean put = false;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            HttpField old = fields[i];
            if (old.isSameName(field)) {
                if (put) {
                    continue;
                }
                put = true;
                old = field;
            }
            fields[kept++] = old;
        }
        truncate(kept);
        return put ? this : add(field);
    }

    @Override
    public Mutable clear() {
        truncate(0);
        present = 0;
        presentHigh = 0;
        return this;
    }

    @Override
    public Mutable remove(HttpHeader header) {
        if (!maybe(header)) {
            return this;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (fields[i].getHeader() != header) {
                fields[kept++] = fields[i];
            }
        }
        truncate(kept);
        int bit = header.ordinal();
        if (bit < 64) {
            present &= ~(1L << bit);
        } else {
            presentHigh &= ~(1L << bit);
        }
        return this;
    }

    @Override
    public Mutable remove(EnumSet<HttpHeader> headers) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            HttpHeader header = fields[i].getHeader();
            if (header == null || !headers.contains(header)) {
                fields[kept++] = fields[i];
            }
        }
        truncate(kept);
        return this;
    }

    @Override
    public Mutable remove(String name) {
        HttpHeader header = HttpHeader.fromString(name);
        if (header != null) {
            return remove(header);
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!fields[i].is(name)) {
                fields[kept++] = fields[i];
            }
        }
        truncate(kept);
        return this;
    }

    private void truncate(int length) {
        for (int i = length; i < size; i++) {
            fields[i] = null;
        }
        size = length;
    }

    @Override
    protected void setAt(int index, HttpField field) {
        fields[index] = field;
        mark(field.getHeader());
    }

    @Override
    protected void removeAt(int index) {
        System.arraycopy(fields, index + 1, fields, index, size - index - 1);
        fields[--size] = null;
    }

    @Override
    protected void insertAt(int index, HttpField field) {
        if (size == fields.length) {
            fields = Arrays.copyOf(fields, size * 2);
        }
        System.arraycopy(fields, index, fields, index + 1, size - index);
        fields[index] = field;
        size++;
        mark(field.getHeader());
    }
}
