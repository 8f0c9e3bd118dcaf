package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The endpoints among the classes that were found in an application: all that are annotated, or if there is a
 * {@link ServerApplicationConfig}, those that it chooses (WebSocket section 6.2). Confined to one start.
 */
public final class ScannedEndpoints {
    private final Set<Class<?>> annotated = new LinkedHashSet<>();
    private final Set<Class<? extends Endpoint>> programmatic = new LinkedHashSet<>();
    private final Set<Class<? extends ServerApplicationConfig>> configs = new LinkedHashSet<>();

    private ScannedEndpoints(Set<Class<?>> classes) {
        for (Class<?> type : classes) {
            // classes of the API itself are found, too
            if (type.isInterface()
                    || Modifier.isAbstract(type.getModifiers())
                    || type.getPackage() == Endpoint.class.getPackage()) {
                continue;
            }
            if (type.isAnnotationPresent(ServerEndpoint.class)) {
                annotated.add(type);
            }
            if (Endpoint.class.isAssignableFrom(type)) {
                programmatic.add(type.asSubclass(Endpoint.class));
            }
            if (ServerApplicationConfig.class.isAssignableFrom(type)) {
                configs.add(type.asSubclass(ServerApplicationConfig.class));
            }
        }
    }

    /** Deploys what is to be deployed of these classes. */
    public static void deploy(Set<Class<?>> classes, ServerContainer container) throws DeploymentException {
        new ScannedEndpoints(classes).deploy(container);
    }

    private void deploy(ServerContainer container) throws DeploymentException {
        if (configs.isEmpty()) {
            for (Class<?> type : annotated) {
                container.addEndpoint(type);
            }
            return;
        }
        Set<Class<?>> chosen = new LinkedHashSet<>();
        Set<ServerEndpointConfig> configured = new LinkedHashSet<>();
        for (Class<? extends ServerApplicationConfig> type : configs) {
            ServerApplicationConfig config = make(type);
            Set<ServerEndpointConfig> endpoints = config.getEndpointConfigs(new LinkedHashSet<>(programmatic));
            if (endpoints != null) {
                configured.addAll(endpoints);
            }
            Set<Class<?>> classes = config.getAnnotatedEndpointClasses(new LinkedHashSet<>(annotated));
            if (classes != null) {
                chosen.addAll(classes);
            }
        }
        for (ServerEndpointConfig config : configured) {
            container.addEndpoint(config);
        }
        for (Class<?> type : chosen) {
            container.addEndpoint(type);
        }
    }

    private static ServerApplicationConfig make(Class<? extends ServerApplicationConfig> type)
            throws DeploymentException {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException x) {
            throw new DeploymentException("Cannot make " + type.getName(), x.getCause() == null ? x : x.getCause());
        }
    }
}
