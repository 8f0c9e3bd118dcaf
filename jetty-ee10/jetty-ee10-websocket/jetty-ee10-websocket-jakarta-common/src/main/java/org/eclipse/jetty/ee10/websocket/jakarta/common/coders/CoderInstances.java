package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Encoder;
import jakarta.websocket.EndpointConfig;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The encoders and decoders of one session: made and initialised when they are first needed, destroyed with the session.
 * Guarded by lock.
 */
public final class CoderInstances {
    private static final Logger LOG = LoggerFactory.getLogger(CoderInstances.class);

    private final Map<Class<?>, Object> instances = new HashMap<>();
    private final EndpointConfig config;
    private boolean destroyed;

    /** Makes it without any instance; {@code config} is what they are initialised with. */
    public CoderInstances(EndpointConfig config) {
        this.config = config;
    }

    /** Refuses a class that cannot be made: abstract, inner, or without a public constructor that takes nothing. */
    static void requireConstructor(Class<?> type) throws DeploymentException {
        try {
            type.getConstructor();
        } catch (NoSuchMethodException x) {
            throw new DeploymentException(type.getName() + " has no public constructor without parameters", x);
        }
    }

    /**
     * Returns the instance of a class.
     *
     * @throws IllegalStateException where it cannot be made, or the session has ended
     */
    public synchronized <T> T get(Class<T> type) {
        Object instance = instances.get(type);
        if (instance == null) {
            if (destroyed) {
                throw new IllegalStateException("The session has ended, and with it " + type.getName());
            }
            instance = make(type);
            if (instance instanceof Decoder decoder) {
                decoder.init(config);
            } else if (instance instanceof Encoder encoder) {
                encoder.init(config);
            }
            instances.put(type, instance);
        }
        return type.cast(instance);
    }

    private static Object make(Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (InvocationTargetException x) {
            throw new IllegalStateException("Cannot make " + type.getName(), x.getCause());
        } catch (ReflectiveOperationException x) {
            throw new IllegalStateException("Cannot make " + type.getName(), x);
        }
    }

    /** Destroys all, once. */
    public void destroy() {
        Map<Class<?>, Object> ended;
        synchronized (this) {
            if (destroyed) {
                return;
            }
            destroyed = true;
            ended = new HashMap<>(instances);
            instances.clear();
        }
        for (Object instance : ended.values()) {
            try {
                if (instance instanceof Decoder decoder) {
                    decoder.destroy();
                } else if (instance instanceof Encoder encoder) {
                    encoder.destroy();
                }
            } catch (RuntimeException x) {
                LOG.warn("{} cannot be destroyed", instance.getClass().getName(), x);
            }
        }
    }
}
