package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import java.util.ArrayList;
import java.util.List;

/**
 * The decoder classes of an endpoint, in their order, with the types of objects that they make (WebSocket section 4.1).
 * Immutable.
 */
public final class Decoders {
    private final List<Entry> entries = new ArrayList<>();

    /** The ways to decode. */
    public enum Form {
        TEXT(Decoder.Text.class, true),
        TEXT_STREAM(Decoder.TextStream.class, true),
        BINARY(Decoder.Binary.class, false),
        BINARY_STREAM(Decoder.BinaryStream.class, false);

        private final Class<? extends Decoder> type;
        private final boolean text;

        Form(Class<? extends Decoder> type, boolean text) {
            this.type = type;
            this.text = text;
        }

        public boolean isText() {
            return text;
        }

        public boolean isStream() {
            return this == TEXT_STREAM || this == BINARY_STREAM;
        }
    }

    /** One interface that a decoder class implements, and the type of its objects. */
    public record Entry(Class<? extends Decoder> decoder, Form form, Class<?> object) {}

    /**
     * Reads the types of decoder classes.
     *
     * @throws DeploymentException where a class implements none of the interfaces of decoders, or its type of objects is open
     */
    public Decoders(List<Class<? extends Decoder>> classes) throws DeploymentException {
        for (Class<? extends Decoder> decoder : classes) {
            int before = entries.size();
            for (Form form : Form.values()) {
                if (!form.type.isAssignableFrom(decoder)) {
                    continue;
                }
                Class<?> object = TypeArguments.of(decoder, form.type);
                if (object == null) {
                    throw new DeploymentException("Decoder " + decoder.getName() + " does not say what "
                            + form.type.getSimpleName() + " decodes");
                }
                entries.add(new Entry(decoder, form, object));
            }
            if (entries.size() == before) {
                throw new DeploymentException("Decoder " + decoder.getName()
                        + " implements none of Decoder.Text, TextStream, Binary and BinaryStream");
            }
            CoderInstances.requireConstructor(decoder);
        }
    }

    /** Returns the decoders of text, or else of binary messages, whose objects can be passed as this type, in order. */
    public List<Entry> find(Class<?> type, boolean text) {
        Class<?> boxed = Primitives.boxed(type);
        return entries.stream()
                .filter(entry -> entry.form.isText() == text && boxed.isAssignableFrom(entry.object))
                .toList();
    }
}
