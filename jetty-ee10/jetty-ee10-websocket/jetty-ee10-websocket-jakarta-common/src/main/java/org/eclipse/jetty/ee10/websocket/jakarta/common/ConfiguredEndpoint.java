package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import java.util.Set;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Encoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint.AnnotatedEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint.LocalEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint.ProgrammaticEndpoint;
import org.jspecify.annotations.Nullable;

/** The class of an endpoint with all that is read from it and its configuration once, when it is deployed. Immutable. */
public final class ConfiguredEndpoint {
    private final Class<?> type;
    private final Decoders decoders;
    private final Encoders encoders;
    private final @Nullable AnnotatedEndpoint annotated;

    /**
     * Reads a class.
     *
     * @param type extends {@link Endpoint}, or has annotated methods
     * @param pathVariables the names of the variables in the path of a server endpoint; null for a client endpoint
     * @throws DeploymentException where the class, its encoders or decoders are not as the specification asks
     */
    public ConfiguredEndpoint(Class<?> type, EndpointConfig config, @Nullable Set<String> pathVariables)
            throws DeploymentException {
        this.type = type;
        decoders = new Decoders(config.getDecoders());
        encoders = new Encoders(config.getEncoders());
        annotated = Endpoint.class.isAssignableFrom(type)
                ? null
                : AnnotatedEndpoint.of(type, decoders, encoders, pathVariables);
    }

    /** Returns what a session calls for an instance of the class. */
    public LocalEndpoint of(Object instance) {
        return annotated == null ? new ProgrammaticEndpoint((Endpoint) instance) : annotated.of(instance);
    }

    public Decoders getDecoders() {
        return decoders;
    }

    public Encoders getEncoders() {
        return encoders;
    }

    @Override
    public String toString() {
        return type.getName();
    }
}
