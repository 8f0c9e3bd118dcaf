package org.eclipse.jetty.session;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.ajax.JSON;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as JSON (RFC 8259): an object with the fields of the session, the attributes whose values are portable, and streams of Java
 * serialisation for the others.
 *
 * <p>Attributes that share objects are in one stream, as in {@link AttributeStreams}, so that they share them again after they were read.
 */
final class JsonSessions {
    /** The first byte of a session: that of an object. */
    static final byte BEGIN = '{';

    /** The version of the format. */
    private static final int FORMAT = 1;

    private static final JSON TEXT = new JSON() {
        @Override
        protected Map<String, Object> newMap() {
            return new LinkedHashMap<>();
        }

        @Override
        protected Object convert(Map<String, Object> map) {
            return map;
        }
    };

    static {
        TEXT.setArrayConverter(elements -> elements);
    }

    private JsonSessions() {}

    // ---- writing

    static byte[] encode(SessionData data) throws IOException {
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("format", FORMAT);
        session.put("id", data.getId());
        session.put("context", data.getContextPath());
        session.put("vhost", data.getVhost());
        session.put("lastNode", data.getLastNode());
        session.put("created", data.getCreated());
        session.put("accessed", data.getAccessed());
        session.put("lastAccessed", data.getLastAccessed());
        session.put("cookieSet", data.getCookieSet());
        session.put("expiry", data.getExpiry());
        session.put("maxInactive", data.getMaxInactiveMs());
        session.put("version", data.getVersion());
        addAttributes(data.getAllAttributes(), session);
        return utf8(TEXT.toJSON(session));
    }

    private static void addAttributes(Map<String, Object> attributes, Map<String, Object> session) throws IOException {
        Map<String, Object> portable = new LinkedHashMap<>();
        // what is no value of its own, or may be shared with one that is not
        Map<String, Object> objects = new LinkedHashMap<>();
        boolean streamed = false;
        PortableValues values = new PortableValues();
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            PortableValues.Tree tree = values.write(attribute.getValue());
            if (tree != null) {
                portable.put(attribute.getKey(), tree.json());
            }
            if (tree == null || tree.hasContainers()) {
                objects.put(attribute.getKey(), attribute.getValue());
            }
            streamed |= tree == null;
        }
        List<Object> streams = new ArrayList<>();
        if (streamed) {
            for (AttributeStreams.Group group : AttributeStreams.groups(objects)) {
                if (group.names().size() > 1
                        || !portable.containsKey(group.names().get(0))) {
                    portable.keySet().removeAll(group.names());
                    streams.add(stream(group));
                }
            }
        }
        session.put("attributes", portable);
        if (!streams.isEmpty()) {
            session.put("java", streams);
        }
    }

    private static Map<String, Object> stream(AttributeStreams.Group group) {
        Map<String, Object> stream = new LinkedHashMap<>();
        stream.put("names", group.names());
        stream.put("stream", Base64.getEncoder().encodeToString(group.bytes()));
        return stream;
    }

    static int size(String name, Object value) throws IOException {
        Map<String, Object> attribute = new LinkedHashMap<>();
        addAttributes(Map.of(name, value), attribute);
        return utf8(TEXT.toJSON(attribute)).length;
    }

    /** Encodes JSON; half of a surrogate pair, which UTF-8 has no bytes for, is escaped. */
    private static byte[] utf8(String json) {
        if (StandardCharsets.UTF_8.newEncoder().canEncode(json)) {
            return json.getBytes(StandardCharsets.UTF_8);
        }
        StringBuilder escaped = new StringBuilder(json.length() + 16);
        json.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.SURROGATE) {
                escaped.append(String.format("\\u%04x", c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString().getBytes(StandardCharsets.UTF_8);
    }

    // ---- reading

    /**
     * Reads a session; classes of streams come from the thread's context class loader. An attribute that cannot be read is logged and left
     * out.
     *
     * @param filter what attributes may consist of; null for anything that the filter of the JVM allows
     * @throws IOException if it is not a session
     */
    static SessionData decode(byte[] bytes, @Nullable ObjectInputFilter filter) throws IOException {
        Map<?, ?> session = object(parse(bytes), "the session");
        long format = number(session, "format");
        if (format != FORMAT) {
            throw new IOException("a JSON session of format " + format + " (expected: " + FORMAT + ")");
        }
        SessionData data = new SessionData(
                text(session, "id"),
                text(session, "context"),
                text(session, "vhost"),
                number(session, "created"),
                number(session, "accessed"),
                number(session, "lastAccessed"),
                number(session, "maxInactive"));
        if (session.get("lastNode") != null) {
            data.setLastNode(text(session, "lastNode"));
        }
        data.setCookieSet(number(session, "cookieSet"));
        data.setExpiry(number(session, "expiry"));
        data.setVersion(number(session, "version"));
        readAttributes(object(session.get("attributes"), "attributes"), data, filter);
        if (session.get("java") != null) {
            readStreams(session.get("java"), data, filter);
        }
        return data;
    }

    private static @Nullable Object parse(byte[] bytes) throws IOException {
        try {
            return TEXT.fromJSON(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)));
        } catch (CharacterCodingException x) {
            throw new IOException("the session is not UTF-8", x);
        } catch (IllegalStateException x) {
            throw new IOException("the session is not JSON: " + x.getMessage(), x);
        }
    }

    private static void readAttributes(Map<?, ?> attributes, SessionData data, @Nullable ObjectInputFilter filter) {
        for (Map.Entry<?, ?> attribute : attributes.entrySet()) {
            String name = (String) attribute.getKey();
            try {
                data.putAttribute(name, new PortableValues.Reader(filter).read(attribute.getValue()));
            } catch (IOException | RuntimeException x) {
                AttributeStreams.lose(List.of(name), data, x);
            }
        }
    }

    private static void readStreams(Object streams, SessionData data, @Nullable ObjectInputFilter filter)
            throws IOException {
        for (Object each : list(streams, "java")) {
            Map<?, ?> stream = object(each, "java");
            List<String> names = new ArrayList<>();
            for (Object name : list(stream.get("names"), "names")) {
                names.add(String.valueOf(name));
            }
            byte[] bytes;
            try {
                bytes = Base64.getDecoder().decode(text(stream, "stream"));
            } catch (IllegalArgumentException x) {
                AttributeStreams.lose(names, data, x);
                continue;
            }
            AttributeStreams.read(names, bytes, data, filter);
        }
    }

    private static Map<?, ?> object(@Nullable Object value, String what) throws IOException {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw unexpected(what, value, "an object");
    }

    private static List<?> list(@Nullable Object value, String what) throws IOException {
        if (value instanceof List<?> list) {
            return list;
        }
        throw unexpected(what, value, "an array");
    }

    private static String text(Map<?, ?> session, String field) throws IOException {
        if (session.get(field) instanceof String text) {
            return text;
        }
        throw unexpected(field, session.get(field), "a string");
    }

    private static long number(Map<?, ?> session, String field) throws IOException {
        if (session.get(field) instanceof Long number) {
            return number;
        }
        throw unexpected(field, session.get(field), "a whole number");
    }

    private static IOException unexpected(String field, @Nullable Object value, String expected) {
        return new IOException(field + " of a JSON session: "
                + (value == null ? "null" : value.getClass().getSimpleName()) + " (expected: " + expected + ")");
    }
}
