package org.eclipse.jetty.xml.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/**
 * Looks for connectors that would accept connections, but speak no protocol: TLS, ALPN and the PROXY protocol only lead to one.
 *
 * <p>A connector is judged if the files make all of its connection factories.
 */
public final class ConnectorProtocolsCheck implements ConfigurationCheck {
    private static final String CONNECTOR = "org.eclipse.jetty.server.ServerConnector";
    private static final String FACTORY = "org.eclipse.jetty.server.AbstractConnectionFactory";
    private static final Set<String> LEADING = Set.of(
            "org.eclipse.jetty.server.SslConnectionFactory",
            "org.eclipse.jetty.server.NegotiatingServerConnectionFactory",
            "org.eclipse.jetty.server.DetectorConnectionFactory",
            "org.eclipse.jetty.server.ProxyConnectionFactory");

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject connector : configuration.objects(CONNECTOR)) {
            List<CheckedObject> factories = factories(connector);
            if (!factories.isEmpty() && factories.stream().allMatch(ConnectorProtocolsCheck::isLeading)) {
                boolean secure = factories.stream()
                        .anyMatch(factory -> factory.isA("org.eclipse.jetty.server.SslConnectionFactory"));
                configuration.error(
                        connector.place(),
                        "the connector " + (connector.id() == null ? connector : connector.id())
                                + " speaks no protocol: every connection to it would fail",
                        secure
                                ? "enable a protocol with --add-modules=https or http2, or remove what opens the port"
                                : "add a connection factory for HTTP");
            }
        }
    }

    /** Those that the files make; empty when there may be others. */
    private static List<CheckedObject> factories(CheckedObject connector) {
        List<CheckedObject> factories = new ArrayList<>();
        for (CheckedObject.Setting argument : connector.arguments()) {
            argument.objects().stream().filter(object -> object.isA(FACTORY)).forEach(factories::add);
        }
        for (CheckedObject.Call call : connector.calls()) {
            boolean adds = call.name().startsWith("add") && call.name().endsWith("ConnectionFactory");
            if (!adds && !call.name().equals("setConnectionFactories")) {
                continue;
            }
            if (call.arguments().isEmpty() || call.arguments().get(0).objects().isEmpty()) {
                return List.of();
            }
            factories.addAll(call.arguments().get(0).objects());
        }
        return connector.setting("connectionFactories") == null ? factories : List.of();
    }

    private static boolean isLeading(CheckedObject factory) {
        return LEADING.stream().anyMatch(factory::isA);
    }
}
