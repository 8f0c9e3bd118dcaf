package org.eclipse.jetty.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What sessions are in a store. Sessions of each format are read, whichever is written. */
public enum SessionFormat {
    /** A binary format, with attributes as streams of Java serialisation: the fastest. */
    JAVA {
        @Override
        byte[] encode(SessionData data) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            data.write(out);
            return out.toByteArray();
        }

        @Override
        int size(String name, Object value) throws IOException {
            return AttributeStreams.size(name, value);
        }
    },

    /** JSON (RFC 8259), which programs in other languages read and write: see {@code docs/sessions.md}. */
    JSON {
        @Override
        byte[] encode(SessionData data) throws IOException {
            return JsonSessions.encode(data);
        }

        @Override
        int size(String name, Object value) throws IOException {
            return JsonSessions.size(name, value);
        }
    };

    /** Returns a session as bytes. */
    abstract byte[] encode(SessionData data) throws IOException;

    /** Returns how many bytes an attribute takes by itself. */
    abstract int size(String name, Object value) throws IOException;

    /**
     * Returns the format of a name, in lower case as in properties.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SessionFormat of(String name) {
        for (SessionFormat format : values()) {
            if (format.toString().equals(name.trim())) {
                return format;
            }
        }
        throw new IllegalArgumentException("format: " + name + " (expected: "
                + Arrays.stream(values()).map(SessionFormat::toString).collect(Collectors.joining(" or ")) + ")");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ENGLISH);
    }
}
