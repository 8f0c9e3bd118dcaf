package org.eclipse.jetty.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attributes of a session as bytes, each in an object stream of its own, so that one that cannot be read takes no other with it.
 *
 * <p>Attributes that share objects are in one stream, so that they share them again after they were read.
 */
final class AttributeStreams {
    private static final Logger LOG = LoggerFactory.getLogger(AttributeStreams.class);

    private AttributeStreams() {}

    /**
     * Attributes that share objects.
     *
     * @param names theirs, in the order of the stream
     * @param bytes their stream
     */
    record Group(List<String> names, byte[] bytes) {}

    /**
     * Writes attributes.
     *
     * @throws IOException if an attribute is not serialisable, which the message names
     */
    static void write(Map<String, Object> attributes, DataOutputStream out) throws IOException {
        List<Group> groups = groups(attributes);
        out.writeInt(groups.size());
        for (Group group : groups) {
            out.writeInt(group.names.size());
            for (String name : group.names) {
                out.writeUTF(name);
            }
            out.writeInt(group.bytes.length);
            out.write(group.bytes);
        }
    }

    /**
     * Returns attributes as streams, those together that share objects.
     *
     * @throws IOException if an attribute is not serialisable, which the message names
     */
    static List<Group> groups(Map<String, Object> attributes) throws IOException {
        Groups groups = new Groups();
        Map<String, byte[]> single = new LinkedHashMap<>();
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            groups.add(attribute.getKey());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream objects = groups.newStream(bytes, attribute.getKey())) {
                write(attribute.getKey(), attribute.getValue(), objects);
            }
            single.put(attribute.getKey(), bytes.toByteArray());
        }
        List<Group> all = new ArrayList<>();
        for (List<String> names : groups.all()) {
            byte[] alone = names.size() == 1 ? single.get(names.get(0)) : null;
            all.add(new Group(names, alone == null ? together(names, attributes) : alone));
        }
        return all;
    }

    private static void write(String name, @Nullable Object value, ObjectOutputStream objects) throws IOException {
        try {
            objects.writeObject(value);
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError x) {
            throw new IOException("session attribute " + name + " cannot be saved: " + x, x);
        }
    }

    /** Returns how many bytes an attribute takes by itself. */
    static int size(String name, Object value) throws IOException {
        return together(List.of(name), Map.of(name, value)).length;
    }

    private static byte[] together(List<String> names, Map<String, Object> attributes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            for (String name : names) {
                write(name, attributes.get(name), objects);
            }
        }
        return bytes.toByteArray();
    }

    /**
     * Reads attributes into a session; classes come from the thread's context class loader. What cannot be read is logged and
     * left out, and the session is dirty then.
     *
     * @param filter what may be read; null for anything that the filter of the JVM allows
     * @throws IOException if the bytes end too early
     */
    static void read(DataInputStream in, SessionData data, @Nullable ObjectInputFilter filter) throws IOException {
        int groups = in.readInt();
        for (int i = 0; i < groups; i++) {
            List<String> names = new ArrayList<>();
            for (int n = in.readInt(); n > 0; n--) {
                names.add(in.readUTF());
            }
            int length = in.readInt();
            byte[] bytes = in.readNBytes(Math.max(0, length));
            if (bytes.length != length) {
                throw new EOFException(
                        "session attributes " + names + " of " + length + " bytes end after " + bytes.length);
            }
            read(names, bytes, data, filter);
        }
    }

    /** Reads a stream into a session; what cannot be read is logged and left out. */
    static void read(List<String> names, byte[] bytes, SessionData data, @Nullable ObjectInputFilter filter) {
        int read = 0;
        try (ObjectInputStream objects = new ContextObjectInputStream(new ByteArrayInputStream(bytes))) {
            if (filter != null) {
                objects.setObjectInputFilter(filter);
            }
            for (String name : names) {
                data.putAttribute(name, objects.readObject());
                read++;
            }
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError x) {
            lose(names.subList(read, names.size()), data, x);
        }
    }

    /** Logs attributes that cannot be read; the next save leaves them out. */
    static void lose(List<String> lost, SessionData data, Throwable cause) {
        LOG.warn("Session {}: attributes {} cannot be read and are lost: {}", data.getId(), lost, cause.toString());
        LOG.debug("unreadable attributes", cause);
        data.setDirty(true);
    }

    /** Which attributes share objects. */
    private static final class Groups {
        private final Map<Object, String> owners = new IdentityHashMap<>();
        private final Map<String, List<String>> groups = new LinkedHashMap<>();

        void add(String name) {
            groups.put(name, new ArrayList<>(List.of(name)));
        }

        Collection<List<String>> all() {
            Map<List<String>, List<String>> different = new IdentityHashMap<>();
            List<List<String>> all = new ArrayList<>();
            for (List<String> group : groups.values()) {
                if (different.put(group, group) == null) {
                    all.add(group);
                }
            }
            return all;
        }

        private void meet(Object value, String name) {
            String owner = owners.putIfAbsent(value, name);
            if (owner == null) {
                return;
            }
            List<String> one = groups.get(owner);
            List<String> other = groups.get(name);
            assert one != null && other != null : "added before their streams are written";
            if (one != other) {
                one.addAll(other);
                other.forEach(member -> groups.put(member, one));
            }
        }

        ObjectOutputStream newStream(OutputStream bytes, String name) throws IOException {
            return new ObjectOutputStream(bytes) {
                {
                    enableReplaceObject(true);
                }

                @Override
                protected Object replaceObject(Object value) {
                    if (!isPlain(value)) {
                        meet(value, name);
                    }
                    return value;
                }
            };
        }

        /** Whether an object is a value, of which nobody minds a copy. */
        private static boolean isPlain(Object value) {
            if (value instanceof Enum || value instanceof Class) {
                return true;
            }
            String type = value.getClass().getName();
            return type.startsWith("java.lang.") || type.startsWith("java.time.") || type.startsWith("java.math.");
        }
    }

    /** Finds classes as the application does. */
    private static final class ContextObjectInputStream extends ObjectInputStream {
        private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

        private ContextObjectInputStream(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException x) {
                return super.resolveClass(description);
            }
        }

        @Override
        @SuppressWarnings("deprecation")
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            Class<?>[] classes = new Class<?>[interfaces.length];
            for (int i = 0; i < classes.length; i++) {
                classes[i] = Class.forName(interfaces[i], false, loader);
            }
            return Proxy.getProxyClass(loader, classes);
        }
    }
}
