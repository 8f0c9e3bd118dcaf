package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.Encoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encoder classes of an endpoint, in their order, with the types of objects that they take (WebSocket section 4.1).
 * Immutable.
 */
public final class Encoders {
    private static final List<Class<? extends Encoder>> FORMS =
            List.of(Encoder.Text.class, Encoder.TextStream.class, Encoder.Binary.class, Encoder.BinaryStream.class);

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(Class<? extends Encoder> encoder, Class<?> object) {}

    /**
     * Reads the types of encoder classes.
     *
     * @throws DeploymentException where a class implements none of the interfaces of encoders, or its type of objects is open
     */
    public Encoders(List<Class<? extends Encoder>> classes) throws DeploymentException {
        for (Class<? extends Encoder> encoder : classes) {
            int before = entries.size();
            for (Class<? extends Encoder> form : FORMS) {
                if (!form.isAssignableFrom(encoder)) {
                    continue;
                }
                Class<?> object = TypeArguments.of(encoder, form);
                if (object == null) {
                    throw new DeploymentException(
                            "Encoder " + encoder.getName() + " does not say what " + form.getSimpleName() + " encodes");
                }
                entries.add(new Entry(encoder, object));
            }
            if (entries.size() == before) {
                throw new DeploymentException("Encoder " + encoder.getName()
                        + " implements none of Encoder.Text, TextStream, Binary and BinaryStream");
            }
            CoderInstances.requireConstructor(encoder);
        }
    }

    /** Whether an encoder takes this type, or one that extends it, as values of that type may. */
    public boolean canEncodeSome(Class<?> type) {
        return find(type) != null || entries.stream().anyMatch(entry -> type.isAssignableFrom(entry.object));
    }

    /** Returns the first encoder of exactly this type, else the first that takes it, else null. */
    public @Nullable Class<? extends Encoder> find(Class<?> type) {
        Class<? extends Encoder> wider = null;
        for (Entry entry : entries) {
            if (Primitives.boxed(entry.object) == type) {
                return entry.encoder;
            }
            if (wider == null && entry.object.isAssignableFrom(type)) {
                wider = entry.encoder;
            }
        }
        return wider;
    }
}
