package org.eclipse.jetty.http2.hpack;

import java.util.Arrays;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpTokens;

/**
 * Encodes blocks of fields (RFC 7541, section 6).
 *
 * <p>Fields that repeat are put into the dynamic table and found there by a small lossy hash, so that a field costs one
 * look-up whatever the size of the table. Fields that change each time are not put there; those that could be guessed from
 * the size of what is sent are marked as never to be indexed (section 7.1.3). Confined to its connection.
 *
 * <pre>
 * encoder.begin(); encoder.status(200); encoder.field(field); send(encoder.array(), 0, encoder.length());
 * </pre>
 */
public final class HpackEncoder {
    private static final int SLOTS = 256;
    private static final HttpField[] STATUS = new HttpField[600];

    private enum Policy {
        INDEX,
        LITERAL,
        NEVER
    }

    private static final Policy[] POLICIES = new Policy[HttpHeader.values().length];

    static {
        Arrays.fill(POLICIES, Policy.INDEX);
        for (HttpHeader header : new HttpHeader[] {
            HttpHeader.AGE,
            HttpHeader.C_PATH,
            HttpHeader.CONTENT_LENGTH,
            HttpHeader.CONTENT_RANGE,
            HttpHeader.ETAG,
            HttpHeader.IF_MODIFIED_SINCE,
            HttpHeader.IF_NONE_MATCH,
            HttpHeader.LAST_MODIFIED,
            HttpHeader.LOCATION,
            HttpHeader.RANGE
        }) {
            POLICIES[header.ordinal()] = Policy.LITERAL;
        }
        for (HttpHeader header :
                new HttpHeader[] {HttpHeader.AUTHORIZATION, HttpHeader.PROXY_AUTHORIZATION, HttpHeader.SET_COOKIE}) {
            POLICIES[header.ordinal()] = Policy.NEVER;
        }
        for (int i = 0; i < STATUS.length; i++) {
            STATUS[i] = new HttpField(HttpHeader.C_STATUS, Integer.toString(i));
        }
    }

    private final DynamicTable table;
    private final int maxCapacity;
    private final long[] slots = new long[SLOTS];
    private int pendingMinimum = -1;
    private byte[] out = new byte[512];
    private int at;

    /** @param maxCapacity the most octets of the dynamic table, whatever the other side allows */
    public HpackEncoder(int maxCapacity) {
        this.maxCapacity = maxCapacity;
        table = new DynamicTable(Math.min(maxCapacity, HpackDecoder.DEFAULT_CAPACITY));
        if (maxCapacity < HpackDecoder.DEFAULT_CAPACITY) {
            pendingMinimum = maxCapacity;
        }
    }

    /** Takes note of the capacity that the other side allows; told to it at the beginning of the next block. */
    public void setTableCapacity(int allowed) {
        int capacity = Math.min(allowed, maxCapacity);
        if (capacity != table.getCapacity()) {
            pendingMinimum = pendingMinimum < 0 ? capacity : Math.min(pendingMinimum, capacity);
            table.setCapacity(capacity);
        }
    }

    public int getTableSize() {
        return table.getSize();
    }

    /** Begins a block. */
    public void begin() {
        at = 0;
        if (pendingMinimum >= 0) {
            // the smallest capacity since the last block, then the one that counts (section 4.2)
            if (pendingMinimum < table.getCapacity()) {
                integer(0x20, 5, pendingMinimum);
            }
            integer(0x20, 5, table.getCapacity());
            pendingMinimum = -1;
        }
    }

    /** The octets of the block, up to {@link #length()}; valid until the next one begins. */
    public byte[] array() {
        return out;
    }

    public int length() {
        return at;
    }

    /** Encodes {@code :status}. */
    public void status(int status) {
        int index =
                switch (status) {
                    case 200 -> StaticTable.STATUS;
                    case 204 -> StaticTable.STATUS + 1;
                    case 206 -> StaticTable.STATUS + 2;
                    case 304 -> StaticTable.STATUS + 3;
                    case 400 -> StaticTable.STATUS + 4;
                    case 404 -> StaticTable.STATUS + 5;
                    case 500 -> StaticTable.STATUS + 6;
                    default -> 0;
                };
        if (index != 0) {
            ensure(8);
            integer(0x80, 7, index);
        } else {
            field(
                    status >= 0 && status < STATUS.length
                            ? STATUS[status]
                            : new HttpField(HttpHeader.C_STATUS, Integer.toString(status)));
        }
    }

    /** Encodes {@code content-length}, which differs from message to message. */
    public void contentLength(long length) {
        ensure(32);
        integer(0, 4, 28);
        int digits = 1;
        for (long rest = length; rest >= 10; rest /= 10) {
            digits++;
        }
        out[at++] = (byte) digits;
        long rest = length;
        for (int i = at + digits - 1; i >= at; i--) {
            out[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        at += digits;
    }

    /**
     * Encodes a field, with its name in lower case; characters that may not be sent are replaced, and white space at the ends of
     * the value is left out, unless it is a pseudo-field.
     */
    public void field(HttpField original) {
        HttpField field = trimmed(original);
        HttpHeader header = field.getHeader();
        Policy policy = header == null ? Policy.INDEX : POLICIES[header.ordinal()];
        if (policy == Policy.INDEX) {
            int index = find(field);
            if (index != 0) {
                ensure(8);
                integer(0x80, 7, index);
                return;
            }
        }
        int name = StaticTable.indexOf(field);
        if (name != 0) {
            int both = StaticTable.indexOf(field, name);
            if (both != 0) {
                ensure(8);
                integer(0x80, 7, both);
                return;
            }
        }
        String value = field.getValue() == null ? "" : field.getValue();
        boolean index = policy == Policy.INDEX && DynamicTable.sizeOf(field) <= table.getCapacity() / 2;
        ensure(field.getName().length() + value.length() + 24);
        integer(index ? 0x40 : policy == Policy.NEVER ? 0x10 : 0, index ? 6 : 4, name);
        if (name == 0) {
            string(field.getLowerCaseName());
        }
        string(value);
        if (index && table.insert(field)) {
            remember(field);
        }
    }

    /** RFC 9113, section 8.2.1: a value that begins or ends with white space, or with what is replaced by it, is malformed. */
    private static HttpField trimmed(HttpField field) {
        String value = field.getValue();
        int end = value == null ? 0 : value.length();
        if (value == null || end == 0 || (!isBlank(value.charAt(0)) && !isBlank(value.charAt(end - 1)))) {
            return field;
        }
        if (field.getHeader() != null && field.getHeader().isPseudo()) {
            return field;
        }
        int begin = 0;
        while (begin < end && isBlank(value.charAt(begin))) {
            begin++;
        }
        while (end > begin && isBlank(value.charAt(end - 1))) {
            end--;
        }
        return new HttpField(field.getHeader(), field.getName(), value.substring(begin, end));
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || c == 0x7f;
    }

    private int find(HttpField field) {
        int slot = slotOf(field);
        for (int i = 0; i < 2; i++) {
            long number = slots[slot ^ i];
            long age = table.getInserted() - number;
            if (number > 0 && age < table.getCount()) {
                HttpField known = table.get((int) age);
                if (known == field || known.equals(field)) {
                    return StaticTable.SIZE + 1 + (int) age;
                }
            }
        }
        return 0;
    }

    private void remember(HttpField field) {
        int slot = slotOf(field);
        // of the two places the one that is free, or whose field is the older one
        slots[slots[slot] <= slots[slot ^ 1] ? slot : slot ^ 1] = table.getInserted();
    }

    private static int slotOf(HttpField field) {
        int hash = field.hashCode() * 0x9e3779b9;
        return hash >>> 24 & SLOTS - 1;
    }

    private void ensure(int room) {
        if (out.length - at < room) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, at + room));
        }
    }

    private void integer(int flags, int bits, int value) {
        int mask = (1 << bits) - 1;
        if (value < mask) {
            out[at++] = (byte) (flags | value);
            return;
        }
        out[at++] = (byte) (flags | mask);
        int rest = value - mask;
        while (rest >= 0x80) {
            out[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[at++] = (byte) rest;
    }

    private void string(String original) {
        String text = sanitized(original);
        int length = text.length();
        int encoded = length < 3 ? length : Huffman.encodedLength(text);
        if (encoded < length) {
            integer(0x80, 7, encoded);
            at = Huffman.encode(text, out, at);
            return;
        }
        integer(0, 7, length);
        for (int i = 0; i < length; i++) {
            out[at++] = (byte) text.charAt(i);
        }
    }

    /** Octets only, without controls (RFC 9113, section 8.2.1). */
    private static String sanitized(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (HttpTokens.isIllegalFieldVchar(text.charAt(i))) {
                char[] chars = text.toCharArray();
                for (int j = i; j < chars.length; j++) {
                    chars[j] = HttpTokens.sanitizeFieldVchar(chars[j]);
                }
                return new String(chars);
            }
        }
        return text;
    }
}
