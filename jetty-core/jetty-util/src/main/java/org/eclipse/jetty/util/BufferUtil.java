package org.eclipse.jetty.util;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Helps with buffers in <em>flush mode</em>, where the content is between position and limit, and in <em>fill mode</em>,
 * where the space is.
 *
 * <p>Buffers are in flush mode unless a method says otherwise; {@link #flipToFill} and {@link #flipToFlush} change the
 * mode and keep the content.
 */
public class BufferUtil {
    public static final byte[] EMPTY_BYTES = new byte[0];
    public static final ByteBuffer EMPTY_BUFFER = ByteBuffer.wrap(EMPTY_BYTES);

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    public BufferUtil() {}

    /** A new empty buffer in flush mode. */
    public static ByteBuffer allocate(int capacity) {
        ByteBuffer buffer = ByteBuffer.allocate(capacity);
        buffer.limit(0);
        return buffer;
    }

    public static ByteBuffer allocateDirect(int capacity) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(capacity);
        buffer.limit(0);
        return buffer;
    }

    public static ByteBuffer allocate(int capacity, boolean direct) {
        return direct ? allocateDirect(capacity) : allocate(capacity);
    }

    /** A new buffer with the same content. */
    @NullContract("!null -> !null")
    public static @Nullable ByteBuffer copy(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        ByteBuffer copy = buffer.isDirect()
                ? ByteBuffer.allocateDirect(buffer.remaining())
                : ByteBuffer.allocate(buffer.remaining());
        copy.order(buffer.order());
        copy.put(buffer.duplicate());
        copy.flip();
        return copy;
    }

    /** Empties the buffer, and makes it big endian. */
    public static void reset(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return;
        }
        buffer.clear().limit(0);
        buffer.order(ByteOrder.BIG_ENDIAN);
    }

    /** Empties the buffer. */
    public static void clear(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return;
        }
        buffer.position(0);
        buffer.limit(0);
    }

    /** Empties the buffer, and changes to fill mode. */
    public static void clearToFill(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return;
        }
        buffer.position(0);
        buffer.limit(buffer.capacity());
    }

    /**
     * Changes from flush mode to fill mode; an empty buffer, or one that is full at its end, is compacted.
     *
     * @return the position of the content, for {@link #flipToFlush}
     */
    public static int flipToFill(ByteBuffer buffer) {
        int position = buffer.position();
        int limit = buffer.limit();
        if (position == limit) {
            buffer.position(0);
            buffer.limit(buffer.capacity());
            return 0;
        }
        int capacity = buffer.capacity();
        if (limit == capacity) {
            buffer.compact();
            return 0;
        }
        buffer.position(limit);
        buffer.limit(capacity);
        return position;
    }

    /** Changes from fill mode to flush mode, with the content from this position. */
    public static void flipToFlush(ByteBuffer buffer, int position) {
        buffer.limit(buffer.position());
        buffer.position(position);
    }

    public static void putIntLittleEndian(ByteBuffer buffer, int value) {
        int p = flipToFill(buffer);
        buffer.put((byte) value);
        buffer.put((byte) (value >>> 8));
        buffer.put((byte) (value >>> 16));
        buffer.put((byte) (value >>> 24));
        flipToFlush(buffer, p);
    }

    /** The content at this offset, of at most this length (all if negative). */
    public static ByteBuffer slice(ByteBuffer buffer, int offset, int length) {
        ByteBuffer slice = buffer.slice();
        slice.position(Math.min(offset, slice.limit()));
        if (length >= 0) {
            slice.limit(Math.min(slice.limit(), slice.position() + length));
        }
        return slice.slice();
    }

    /** The content at this offset, of at most this length (all if negative), of all buffers together. */
    public static List<ByteBuffer> slice(Collection<ByteBuffer> buffers, long offset, long length) {
        List<ByteBuffer> slices = new ArrayList<>();
        long skip = offset;
        long left = length < 0 ? Long.MAX_VALUE : length;
        for (ByteBuffer buffer : buffers) {
            int remaining = buffer.remaining();
            if (skip >= remaining) {
                skip -= remaining;
                continue;
            }
            if (left <= 0) {
                break;
            }
            int size = (int) Math.min(left, remaining - skip);
            slices.add(slice(buffer, (int) skip, size));
            skip = 0;
            left -= size;
        }
        return slices;
    }

    /** A copy of the content. */
    public static byte[] toArray(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    public static boolean isTheEmptyBuffer(ByteBuffer buffer) {
        return buffer == EMPTY_BUFFER;
    }

    @NullContract("null -> true")
    public static boolean isEmpty(@Nullable ByteBuffer buffer) {
        return buffer == null || !buffer.hasRemaining();
    }

    public static boolean isEmpty(ByteBuffer @Nullable [] buffers) {
        if (buffers == null) {
            return true;
        }
        for (ByteBuffer buffer : buffers) {
            if (hasContent(buffer)) {
                return false;
            }
        }
        return true;
    }

    public static long remaining(ByteBuffer @Nullable ... buffers) {
        long remaining = 0;
        if (buffers != null) {
            for (ByteBuffer buffer : buffers) {
                if (buffer != null) {
                    remaining += buffer.remaining();
                }
            }
        }
        return remaining;
    }

    @NullContract("null -> false")
    public static boolean hasContent(@Nullable ByteBuffer buffer) {
        return buffer != null && buffer.hasRemaining();
    }

    @NullContract("null -> false")
    public static boolean isFull(@Nullable ByteBuffer buffer) {
        return buffer != null && buffer.limit() == buffer.capacity();
    }

    public static int length(@Nullable ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }

    /** The space after the content. */
    public static int space(@Nullable ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.capacity() - buffer.limit();
    }

    /** Moves the content to the start; returns whether there is space then. */
    public static boolean compact(ByteBuffer buffer) {
        if (buffer.position() == 0) {
            return buffer.limit() < buffer.capacity();
        }
        boolean full = buffer.limit() == buffer.capacity();
        buffer.compact().flip();
        return full || buffer.limit() < buffer.capacity();
    }

    /** Puts as much as fits into a buffer in fill mode; returns how much. */
    public static int put(ByteBuffer from, ByteBuffer to) throws ReadOnlyBufferException {
        int length = Math.min(from.remaining(), to.remaining());
        if (length == 0) {
            return 0;
        }
        if (length == from.remaining()) {
            to.put(from);
        } else {
            to.put(to.position(), from, from.position(), length);
            to.position(to.position() + length);
            from.position(from.position() + length);
        }
        return length;
    }

    public static void append(ByteBuffer to, byte[] b, int off, int len)
            throws BufferOverflowException, ReadOnlyBufferException {
        int position = flipToFill(to);
        try {
            to.put(b, off, len);
        } finally {
            flipToFlush(to, position);
        }
    }

    public static void append(ByteBuffer to, byte[] b) throws BufferOverflowException, ReadOnlyBufferException {
        append(to, b, 0, b.length);
    }

    /** Appends a text in UTF-8. */
    public static void append(ByteBuffer to, String s) throws BufferOverflowException, ReadOnlyBufferException {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        append(to, b, 0, b.length);
    }

    public static void append(ByteBuffer to, byte b) throws BufferOverflowException, ReadOnlyBufferException {
        int limit = to.limit();
        if (limit == to.capacity()) {
            throw new BufferOverflowException();
        }
        to.limit(limit + 1);
        to.put(limit, b);
    }

    /** Appends as much as fits; returns how much. */
    public static int append(ByteBuffer to, ByteBuffer b) throws ReadOnlyBufferException {
        int position = flipToFill(to);
        try {
            return put(b, to);
        } finally {
            flipToFlush(to, position);
        }
    }

    /** Appends as much as fits; returns how much. */
    public static int fill(ByteBuffer to, byte[] b, int off, int len) throws ReadOnlyBufferException {
        int position = flipToFill(to);
        try {
            int length = Math.min(len, to.remaining());
            to.put(b, off, length);
            return length;
        } finally {
            flipToFlush(to, position);
        }
    }

    /** Fills a buffer in fill mode from the file. */
    public static void readFrom(File file, ByteBuffer buffer) throws IOException {
        readFrom(file.toPath(), buffer);
    }

    public static void readFrom(Path path, ByteBuffer buffer) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long needed = channel.size();
            while (needed > 0 && buffer.hasRemaining()) {
                int read = channel.read(buffer);
                if (read < 0) {
                    break;
                }
                needed -= read;
            }
        }
    }

    /** Appends what one read gives; returns what the read returned. */
    public static int readFrom(ReadableByteChannel channel, ByteBuffer buffer) throws IOException {
        int position = flipToFill(buffer);
        try {
            return channel.read(buffer);
        } finally {
            flipToFlush(buffer, position);
        }
    }

    /** Fills a buffer in fill mode with so many bytes. */
    public static void readFrom(InputStream in, int needed, ByteBuffer buffer) throws IOException {
        byte[] chunk = new byte[Math.min(needed, IO.DEFAULT_BUFFER_SIZE)];
        int left = needed;
        while (left > 0 && buffer.hasRemaining()) {
            int read = in.read(chunk, 0, Math.min(Math.min(left, chunk.length), buffer.remaining()));
            if (read < 0) {
                break;
            }
            buffer.put(chunk, 0, read);
            left -= read;
        }
    }

    /** Puts what one read gives into a buffer in fill mode; returns what the read returned. */
    public static int readFrom(InputStream in, ByteBuffer buffer) throws IOException {
        if (buffer.hasArray()) {
            int read = in.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            if (read > 0) {
                buffer.position(buffer.position() + read);
            }
            return read;
        }
        byte[] chunk = new byte[Math.min(IO.DEFAULT_BUFFER_SIZE, buffer.remaining())];
        int read = in.read(chunk);
        if (read > 0) {
            buffer.put(chunk, 0, read);
        }
        return read;
    }

    /** Writes all content, and consumes it. */
    public static void writeTo(ByteBuffer buffer, OutputStream out) throws IOException {
        if (buffer.hasArray()) {
            out.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            buffer.position(buffer.limit());
        } else {
            byte[] bytes = new byte[Math.min(buffer.remaining(), IO.DEFAULT_BUFFER_SIZE)];
            while (buffer.hasRemaining()) {
                int length = Math.min(buffer.remaining(), bytes.length);
                buffer.get(bytes, 0, length);
                out.write(bytes, 0, length);
            }
        }
    }

    /** The content as ISO-8859-1. */
    @NullContract("!null -> !null")
    public static @Nullable String toString(@Nullable ByteBuffer buffer) {
        return toString(buffer, StandardCharsets.ISO_8859_1);
    }

    @NullContract("!null, _ -> !null")
    public static @Nullable String toString(@Nullable ByteBuffer buffer, Charset charset) {
        return buffer == null ? null : toString(buffer, buffer.position(), buffer.remaining(), charset);
    }

    @NullContract("!null, _, _, _ -> !null")
    public static @Nullable String toString(@Nullable ByteBuffer buffer, int position, int length, Charset charset) {
        if (buffer == null) {
            return null;
        }
        if (buffer.hasArray()) {
            return new String(buffer.array(), buffer.arrayOffset() + position, length, charset);
        }
        byte[] bytes = new byte[length];
        buffer.get(position, bytes);
        return new String(bytes, charset);
    }

    @NullContract("!null -> !null")
    public static @Nullable String toUTF8String(@Nullable ByteBuffer buffer) {
        return toString(buffer, StandardCharsets.UTF_8);
    }

    /** The decimal integer at the start of the content, which is not consumed. */
    public static int toInt(ByteBuffer buffer) {
        return toInt(buffer, buffer.position(), buffer.remaining());
    }

    public static int toInt(ByteBuffer buffer, int position, int length) {
        return (int) parse(buffer, position, length, Integer.MAX_VALUE)[0];
    }

    /** The decimal integer at the start of the content, which is consumed. */
    public static int takeInt(ByteBuffer buffer) {
        long[] result = parse(buffer, buffer.position(), buffer.remaining(), Integer.MAX_VALUE);
        buffer.position((int) result[1]);
        return (int) result[0];
    }

    public static long toLong(ByteBuffer buffer) {
        return parse(buffer, buffer.position(), buffer.remaining(), Long.MAX_VALUE)[0];
    }

    /** Parses [white space][-]digits, and returns the value and the position after it. */
    private static long[] parse(ByteBuffer buffer, int position, int length, long max) {
        long value = 0;
        boolean digits = false;
        boolean minus = false;
        int i = position;
        for (int end = position + length; i < end; i++) {
            byte b = buffer.get(i);
            if (b >= '0' && b <= '9') {
                int digit = b - '0';
                if (value > (max - digit) / 10) {
                    throw new NumberFormatException("overflow: " + toString(buffer));
                }
                value = value * 10 + digit;
                digits = true;
            } else if (digits) {
                break;
            } else if (b == '-' && !minus) {
                minus = true;
            } else if (b > ' ' || minus) {
                break;
            }
        }
        if (!digits) {
            throw new NumberFormatException(toString(buffer));
        }
        return new long[] {minus ? -value : value, i};
    }

    /** Puts a hexadecimal number into a buffer in fill mode. */
    public static void putHexInt(ByteBuffer buffer, int n) {
        if (n == Integer.MIN_VALUE) {
            buffer.put("-80000000".getBytes(StandardCharsets.US_ASCII));
            return;
        }
        if (n < 0) {
            buffer.put((byte) '-');
            n = -n;
        }
        int shift = 28;
        while (shift > 0 && n >>> shift == 0) {
            shift -= 4;
        }
        for (; shift >= 0; shift -= 4) {
            buffer.put(HEX[n >>> shift & 0xf]);
        }
    }

    /** Puts a decimal number into a buffer in fill mode. */
    public static void putDecInt(ByteBuffer buffer, int n) {
        putDecLong(buffer, n);
    }

    /** Puts a decimal number into a buffer in fill mode. */
    public static void putDecLong(ByteBuffer buffer, long n) {
        if (n == Long.MIN_VALUE) {
            buffer.put("-9223372036854775808".getBytes(StandardCharsets.US_ASCII));
            return;
        }
        if (n < 0) {
            buffer.put((byte) '-');
            n = -n;
        }
        int length = 1;
        for (long rest = n / 10; rest > 0; rest /= 10) {
            length++;
        }
        int end = buffer.position() + length;
        buffer.position(end);
        do {
            buffer.put(--end, (byte) ('0' + n % 10));
            n /= 10;
        } while (n > 0);
    }

    /** A new buffer with the decimal number. */
    public static ByteBuffer toBuffer(int value) {
        return toBuffer((long) value);
    }

    public static ByteBuffer toBuffer(long value) {
        return toBuffer(Long.toString(value), StandardCharsets.US_ASCII);
    }

    /** A buffer with the text in ISO-8859-1. */
    public static ByteBuffer toBuffer(String s) {
        return toBuffer(s, StandardCharsets.ISO_8859_1);
    }

    public static ByteBuffer toBuffer(@Nullable String s, Charset charset) {
        return s == null ? EMPTY_BUFFER : toBuffer(s.getBytes(charset));
    }

    /** A buffer over the array. */
    public static ByteBuffer toBuffer(byte @Nullable [] array) {
        return array == null ? EMPTY_BUFFER : ByteBuffer.wrap(array);
    }

    public static ByteBuffer toBuffer(byte @Nullable [] array, int offset, int length) {
        return array == null ? EMPTY_BUFFER : ByteBuffer.wrap(array, offset, length);
    }

    /** A buffer with the content of the resource. */
    public static ByteBuffer toBuffer(Resource resource, boolean direct) throws IOException {
        long length = resource.length();
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("length " + length + " of " + resource + " does not fit into a buffer");
        }
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect((int) length) : ByteBuffer.allocate((int) length);
        try (InputStream in = resource.newInputStream()) {
            readFrom(in, (int) length, buffer);
        }
        return buffer.flip();
    }

    public static ByteBuffer toDirectBuffer(String s) {
        return toDirectBuffer(s, StandardCharsets.ISO_8859_1);
    }

    public static ByteBuffer toDirectBuffer(@Nullable String s, Charset charset) {
        if (s == null) {
            return EMPTY_BUFFER;
        }
        byte[] bytes = s.getBytes(charset);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    public static @Nullable ByteBuffer toMappedBuffer(@Nullable Path path) throws IOException {
        return toMappedBuffer(path, 0, -1);
    }

    /** The file, or a part of it, mapped; null when it is not of the default file system. A negative length means all. */
    public static @Nullable ByteBuffer toMappedBuffer(@Nullable Path path, long pos, long len) throws IOException {
        if (path == null || path.getFileSystem() != FileSystems.getDefault()) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, pos, len < 0 ? channel.size() - pos : len);
        }
    }

    public static @Nullable ByteBuffer toMappedBuffer(@Nullable Resource resource) throws IOException {
        return toMappedBuffer(resource, 0, -1);
    }

    public static @Nullable ByteBuffer toMappedBuffer(@Nullable Resource resource, long pos, long len)
            throws IOException {
        return resource == null ? null : toMappedBuffer(resource.getPath(), pos, len);
    }

    public static String toSummaryString(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return "null";
        }
        return "[p=" + buffer.position() + ",l=" + buffer.limit() + ",c=" + buffer.capacity() + ",r="
                + buffer.remaining() + "]";
    }

    public static String toDetailString(ByteBuffer[] buffers) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < buffers.length; i++) {
            if (i > 0) {
                text.append(',');
            }
            text.append(toDetailString(buffers[i]));
        }
        return text.append(']').toString();
    }

    /** The pointers and the content around them, for debugging. */
    public static String toDetailString(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder(toIDString(buffer))
                .append(toSummaryString(buffer))
                .append("={");
        ByteBuffer all = buffer.duplicate();
        all.clear();
        appendContent(text, all, 0, buffer.position());
        text.append("<<<");
        appendContent(text, all, buffer.position(), buffer.limit());
        text.append(">>>");
        appendContent(text, all, buffer.limit(), buffer.capacity());
        return text.append('}').toString();
    }

    private static void appendContent(StringBuilder text, ByteBuffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            if (i == from + 16 && to > i + 16) {
                text.append("...");
                i = to - 16;
            }
            appendDebugByte(text, buffer.get(i));
        }
    }

    public static String toIDString(ByteBuffer buffer) {
        return buffer.getClass().getSimpleName() + "@" + Integer.toHexString(System.identityHashCode(buffer));
    }

    public static void appendDebugString(StringBuilder text, ByteBuffer buffer) {
        appendContent(text, buffer, buffer.position(), buffer.limit());
    }

    public static void appendDebugByte(StringBuilder text, byte b) {
        if (b == '\\') {
            text.append("\\\\");
        } else if (b >= ' ' && b < 0x7f) {
            text.append((char) b);
        } else if (b == '\r') {
            text.append("\\r");
        } else if (b == '\n') {
            text.append("\\n");
        } else if (b == '\t') {
            text.append("\\t");
        } else {
            text.append("\\x").append(StringUtil.toHexString(b));
        }
    }

    public static String toHexSummary(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder("b[").append(buffer.remaining()).append("]=");
        for (int i = buffer.position(); i < buffer.limit(); i++) {
            if (i == buffer.position() + 24 && buffer.limit() > i + 8) {
                text.append("...");
                i = buffer.limit() - 8;
            }
            text.append(StringUtil.toHexString(buffer.get(i)));
        }
        return text.toString();
    }

    public static String toHexString(@Nullable ByteBuffer buffer) {
        return buffer == null ? "null" : StringUtil.toHexString(toArray(buffer));
    }

    /** Puts CR LF into a buffer in fill mode. */
    public static void putCRLF(ByteBuffer buffer) {
        buffer.put((byte) '\r');
        buffer.put((byte) '\n');
    }

    /** Whether the content of the second one begins with that of the first one. */
    public static boolean isPrefix(ByteBuffer prefix, ByteBuffer buffer) {
        if (prefix.remaining() > buffer.remaining()) {
            return false;
        }
        for (int i = 0; i < prefix.remaining(); i++) {
            if (prefix.get(prefix.position() + i) != buffer.get(buffer.position() + i)) {
                return false;
            }
        }
        return true;
    }

    /** The buffer itself if its capacity suffices, else a new one with the same content. */
    public static ByteBuffer ensureCapacity(@Nullable ByteBuffer buffer, int capacity) {
        if (buffer == null) {
            return allocate(capacity);
        }
        if (buffer.capacity() >= capacity) {
            return buffer;
        }
        ByteBuffer larger = allocate(capacity, buffer.isDirect());
        append(larger, buffer.duplicate());
        return larger;
    }
}
