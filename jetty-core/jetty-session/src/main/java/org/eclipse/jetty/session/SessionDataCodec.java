package org.eclipse.jetty.session;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as the bytes that stores keep: of a format with a version, of limited size, and encrypted where there are keys.
 *
 * <p>The first four bytes are the version of the format: {@value SessionData#FORMAT} for a session in plain, as
 * {@link SessionData#write} writes it, and {@value #ENCRYPTED} for one that {@link SessionKeys} encrypted. One of
 * {@link SessionFormat#JSON} begins with a brace. Immutable, thread-safe.
 */
public final class SessionDataCodec {
    /** The version of the format of encrypted sessions. */
    static final int ENCRYPTED = 3;

    private static final int NAMED_ATTRIBUTES = 3;

    private final @Nullable ObjectInputFilter filter;
    private final long maxSize;
    private final @Nullable SessionKeys keys;
    private final SessionFormat format;

    /** Creates a codec that writes {@link SessionFormat#JAVA}. */
    public SessionDataCodec(@Nullable ObjectInputFilter filter, long maxSize, @Nullable SessionKeys keys) {
        this(filter, maxSize, keys, SessionFormat.JAVA);
    }

    /**
     * Creates a codec.
     *
     * @param filter what attributes may consist of; null for anything that the filter of the JVM allows
     * @param maxSize the most bytes of a session, before it is encrypted; 0 for any number
     * @param keys what sessions are encrypted with; null for sessions in plain
     * @param format what is written
     */
    public SessionDataCodec(
            @Nullable ObjectInputFilter filter, long maxSize, @Nullable SessionKeys keys, SessionFormat format) {
        this.filter = filter;
        this.maxSize = maxSize;
        this.keys = keys;
        this.format = format;
    }

    /**
     * Returns a session as bytes.
     *
     * @param id the id that it is stored by; encrypted bytes can be read by no other
     * @throws IOException if an attribute cannot be serialised or the session is too large; the message says which attributes
     */
    public byte[] encode(SessionContext context, String id, SessionData data) throws IOException {
        byte[] plain = format.encode(data);
        if (maxSize > 0 && plain.length > maxSize) {
            throw new IOException(
                    "session " + id + " of " + plain.length + " bytes is too large to be saved (expected: "
                            + maxSize + " bytes at most, jetty.session.maxSize); its largest attributes: "
                            + largestAttributes(data));
        }
        if (keys == null) {
            return plain;
        }
        byte[] encrypted = keys.encrypt(plain, identity(context, id));
        return ByteBuffer.allocate(Integer.BYTES + encrypted.length)
                .putInt(ENCRYPTED)
                .put(encrypted)
                .array();
    }

    private String largestAttributes(SessionData data) throws IOException {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (Map.Entry<String, Object> attribute : data.getAllAttributes().entrySet()) {
            sizes.put(attribute.getKey(), format.size(attribute.getKey(), attribute.getValue()));
        }
        return sizes.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(NAMED_ATTRIBUTES)
                .map(size -> size.getKey() + " (" + size.getValue() + " bytes)")
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the session that bytes hold; classes of attributes come from the thread's context class loader. An attribute
     * that cannot be read, or that the filter refuses, is logged and left out.
     *
     * @throws UnreadableSessionDataException if the bytes are not the session with the id, or no key decrypts them
     */
    public SessionData decode(SessionContext context, String id, byte[] bytes) throws UnreadableSessionDataException {
        try {
            byte[] plain = plain(context, id, bytes);
            SessionData data = plain.length > 0 && plain[0] == JsonSessions.BEGIN
                    ? JsonSessions.decode(plain, filter)
                    : SessionData.read(new ByteArrayInputStream(plain), filter);
            if (!data.getId().equals(id)) {
                throw new IOException("session " + data.getId() + " in place of session " + id);
            }
            return data;
        } catch (IOException | RuntimeException x) {
            throw new UnreadableSessionDataException(id, context, x);
        }
    }

    private byte[] plain(SessionContext context, String id, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        boolean encrypted = bytes.length >= Integer.BYTES && buffer.getInt() == ENCRYPTED;
        if (!encrypted) {
            if (keys != null && !keys.isPlainAccepted()) {
                throw new IOException("the session is not encrypted (expected: a key of " + keys
                        + "; its line \"plain\" has sessions in plain read)");
            }
            return bytes;
        }
        if (keys == null) {
            throw new IOException("the session is encrypted, and there is no key (jetty.session.keyFile)");
        }
        byte[] rest = new byte[buffer.remaining()];
        buffer.get(rest);
        return keys.decrypt(rest, identity(context, id));
    }

    /** What a session is bound to when it is encrypted, so that it cannot be put in place of another one. */
    private static byte[] identity(SessionContext context, String id) {
        return (context.getCanonicalContextPath() + "\n" + context.getVhost() + "\n" + id)
                .getBytes(StandardCharsets.UTF_8);
    }
}
