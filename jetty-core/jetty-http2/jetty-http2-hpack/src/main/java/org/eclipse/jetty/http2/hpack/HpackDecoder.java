package org.eclipse.jetty.http2.hpack;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpTokens;
import org.jspecify.annotations.Nullable;

/**
 * Decodes blocks of fields (RFC 7541, section 3).
 *
 * <p>Every block of a connection must be decoded, in order, even those of requests that are refused, or the tables of both
 * sides differ. The list of fields is limited: what goes beyond it is decoded and not handed on. Values are Latin-1.
 * Confined to its connection.
 */
public final class HpackDecoder {
    /** The capacity of a dynamic table before settings say otherwise (RFC 9113, section 6.5.2). */
    public static final int DEFAULT_CAPACITY = 4096;

    private static final byte[] NOTHING = {};

    private final DynamicTable table = new DynamicTable(DEFAULT_CAPACITY);
    private final int maxListSize;
    private int maxCapacity = DEFAULT_CAPACITY;
    private boolean updateRequired;

    /** Whether a field that may not be sent was put into the table, so that what refers to it is checked, too. */
    private boolean tainted;

    private long listSize;
    private byte[] scratch = new byte[256];
    private byte[] in = NOTHING;
    private int at;
    private int end;

    @SuppressWarnings("NullAway.Init") // set by each name that is read from a table
    private HttpField name;

    /** Is given the fields of a block. */
    public interface Fields {
        void onField(HttpField field);

        /** Called for a field whose name or value may not be sent (RFC 9113, section 8.2.1). */
        void onBadField(String reason);
    }

    /**
     * @param maxListSize the most octets of names and values, with 32 for each field; 0 or less for any number
     */
    public HpackDecoder(int maxListSize) {
        this.maxListSize = maxListSize <= 0 ? Integer.MAX_VALUE : maxListSize;
    }

    /**
     * Sets the largest capacity that the other side may choose: at once when raised, when the settings are acknowledged when
     * lowered.
     */
    public void setMaxTableCapacity(int capacity) {
        maxCapacity = capacity;
        updateRequired = table.getCapacity() > capacity;
    }

    public int getTableSize() {
        return table.getSize();
    }

    /**
     * Decodes a block.
     *
     * @return whether the list of fields was within its limit
     * @throws HpackException if the block is broken; no other one can be decoded after it
     */
    public boolean decode(byte[] block, int from, int to, Fields fields) throws HpackException {
        in = block;
        at = from;
        end = to;
        listSize = 0;
        boolean first = true;
        while (at < end) {
            int octet = in[at];
            if ((octet & 0xe0) == 0x20) {
                if (!first) {
                    throw new HpackException("table size update within a block (expected: at its beginning)");
                }
                updateCapacity(integer(5));
                continue;
            }
            if (first && updateRequired) {
                throw new HpackException("no table size update after the limit was lowered to " + maxCapacity);
            }
            first = false;
            boolean index = false;
            String newName = null;
            HttpField field;
            if (octet < 0) {
                field = indexed(integer(7));
            } else {
                index = (octet & 0x40) != 0;
                int nameIndex = integer(index ? 6 : 4);
                if (nameIndex == 0) {
                    newName = string();
                } else {
                    name = indexed(nameIndex);
                }
                String value = string();
                field = newName == null
                        ? new HttpField(name.getHeader(), name.getName(), value)
                        : newField(newName, value);
                if (index) {
                    table.insert(field);
                }
            }
            listSize += DynamicTable.sizeOf(field);
            if (listSize <= maxListSize || index) {
                check(field, index, newName != null || tainted, octet >= 0 || tainted, fields);
            }
        }
        if (first && updateRequired) {
            throw new HpackException("no table size update after the limit was lowered to " + maxCapacity);
        }
        in = NOTHING;
        return listSize <= maxListSize;
    }

    /** The octets of names and values of the last block, with 32 for each field, whether or not they were beyond the limit. */
    public long getListSize() {
        return listSize;
    }

    /** Hands a field on, unless it is beyond the limit: then it is checked for what refers to it. */
    private void check(HttpField field, boolean indexed, boolean checkName, boolean checkValue, Fields fields) {
        String fault = fault(field, checkName, checkValue);
        tainted |= indexed && fault != null;
        if (listSize > maxListSize) {
            return;
        }
        if (fault == null) {
            fields.onField(field);
        } else {
            fields.onBadField(fault);
        }
    }

    /** Returns why a field may not be sent (RFC 9113, section 8.2.1); null if it may. */
    private static @Nullable String fault(HttpField field, boolean checkName, boolean checkValue) {
        // names that are known are known in lower case alone
        if (checkName && field.getHeader() == null && !HttpTokens.isLegalH2H3FieldName(field.getName())) {
            return "bad field name";
        }
        String value = field.getValue();
        return checkValue && value != null && !isLegalValue(value) ? "bad value of " + field.getName() : null;
    }

    private static HttpField newField(String name, String value) {
        HttpHeader header = HttpHeader.fromString(name);
        // a name in upper case is kept as it is, for it to be refused each time that it is referred to
        return header != null && header.lowerCaseName().equals(name)
                ? new HttpField(header, null, value)
                : new HttpField(null, name, value);
    }

    /** Neither controls, nor white space at the ends (RFC 9113, section 8.2.1). */
    private static boolean isLegalValue(String value) {
        int length = value.length();
        if (length == 0) {
            return true;
        }
        if (value.charAt(0) <= ' ' || value.charAt(length - 1) <= ' ') {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private void updateCapacity(int capacity) throws HpackException {
        if (capacity > maxCapacity) {
            throw new HpackException("table size update to " + capacity + " (expected: at most " + maxCapacity + ")");
        }
        table.setCapacity(capacity);
        updateRequired = false;
    }

    private HttpField indexed(int index) throws HpackException {
        if (index <= StaticTable.SIZE) {
            if (index == 0) {
                throw new HpackException("index 0");
            }
            return StaticTable.get(index);
        }
        int age = index - StaticTable.SIZE - 1;
        if (age >= table.getCount()) {
            throw new HpackException(
                    "index " + index + " (expected: at most " + (StaticTable.SIZE + table.getCount()) + ")");
        }
        return table.get(age);
    }

    /** An integer whose first bits lie in the octet at the position (section 5.1). */
    private int integer(int bits) throws HpackException {
        int mask = (1 << bits) - 1;
        int value = in[at++] & mask;
        if (value < mask) {
            return value;
        }
        long sum = value;
        for (int shift = 0; ; shift += 7) {
            if (at == end) {
                throw new HpackException("truncated integer");
            }
            int octet = in[at++];
            sum += (long) (octet & 0x7f) << shift;
            if (sum > Integer.MAX_VALUE || shift > 28) {
                throw new HpackException("integer overflow");
            }
            if (octet >= 0) {
                return (int) sum;
            }
        }
    }

    /** A string (section 5.2). */
    private String string() throws HpackException {
        if (at == end) {
            throw new HpackException("truncated field");
        }
        boolean huffman = in[at] < 0;
        int length = integer(7);
        if (length > end - at) {
            throw new HpackException("string of " + length + " octets with " + (end - at) + " left in the block");
        }
        int from = at;
        at += length;
        if (!huffman) {
            return length == 0 ? "" : new String(in, from, length, StandardCharsets.ISO_8859_1);
        }
        int most = Huffman.maxDecodedLength(length);
        if (most > scratch.length) {
            scratch = new byte[Math.max(most, scratch.length * 2)];
        }
        int decoded = Huffman.decode(in, from, at, scratch);
        return new String(scratch, 0, decoded, StandardCharsets.ISO_8859_1);
    }
}
