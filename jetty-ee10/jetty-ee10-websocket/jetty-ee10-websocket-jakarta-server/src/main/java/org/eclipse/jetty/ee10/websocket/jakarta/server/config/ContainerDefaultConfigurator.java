package org.eclipse.jetty.ee10.websocket.jakarta.server.config;

import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * What happens at handshakes unless an endpoint says otherwise (WebSocket section 3.2): the first subprotocol and the
 * extensions of the client that the server knows, any origin, and a new instance for each session. Thread-safe.
 */
public final class ContainerDefaultConfigurator extends ServerEndpointConfig.Configurator {
    public ContainerDefaultConfigurator() {}

    @Override
    public boolean checkOrigin(String originHeaderValue) {
        return true;
    }

    /** Makes an instance, with what the context injects if it is one that does. */
    @Override
    public <T> T getEndpointInstance(Class<T> endpointClass) throws InstantiationException {
        try {
            ServletContextHandler context = ServletContextHandler.getCurrentServletContextHandler();
            return context == null
                    ? endpointClass.getConstructor().newInstance()
                    : context.getObjectFactory().createInstance(endpointClass);
        } catch (InvocationTargetException x) {
            throw failed(endpointClass, x.getCause());
        } catch (ReflectiveOperationException x) {
            throw failed(endpointClass, x);
        }
    }

    private static InstantiationException failed(Class<?> type, @Nullable Throwable cause) {
        InstantiationException failure = new InstantiationException("Cannot make endpoint " + type.getName());
        failure.initCause(cause);
        return failure;
    }

    @Override
    public List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
        List<Extension> negotiated = new ArrayList<>();
        for (Extension each : requested) {
            boolean known = installed.stream().anyMatch(one -> one.getName().equals(each.getName()));
            // one of a name: what follows with the same name is what the client takes instead
            boolean first = negotiated.stream().noneMatch(one -> one.getName().equals(each.getName()));
            if (known && first) {
                negotiated.add(each);
            }
        }
        return negotiated;
    }

    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        for (String each : requested) {
            if (supported.contains(each)) {
                return each;
            }
        }
        return "";
    }

    @Override
    public void modifyHandshake(ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {}
}
