package org.eclipse.jetty.xml.internal;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/**
 * Looks whether clients that are redirected to the secure port would find it: a port for TLS that was changed, while the port of redirections
 * was not.
 *
 * <p>An operator who sets the port of redirections may have a proxy there.
 */
public final class RedirectPortCheck implements ConfigurationCheck {
    private static final String REDIRECT = "org.eclipse.jetty.server.handler.SecuredRedirectHandler";
    private static final String CONFIGURATION = "org.eclipse.jetty.server.HttpConfiguration";
    private static final String CONNECTOR = "org.eclipse.jetty.server.ServerConnector";
    private static final String SSL = "org.eclipse.jetty.server.SslConnectionFactory";

    @Override
    public void check(CheckedConfiguration configuration) {
        if (configuration.objects(REDIRECT).isEmpty()) {
            return;
        }
        List<String> ports = securePorts(configuration);
        for (CheckedObject object : configuration.objects(CONFIGURATION)) {
            CheckedObject.Setting port = object.setting("securePort");
            String text = port == null ? null : port.text();
            if (port == null || text == null || configuration.isSet(port.property())) {
                continue;
            }
            if (!ports.isEmpty() && !ports.contains(text.trim())) {
                configuration.warning(
                        port.place(),
                        "clients are redirected to the port " + text + ", but TLS is at " + String.join(", ", ports),
                        "set the property " + port.property() + " to the port that clients use");
            }
        }
    }

    /** The ports for TLS; none when one of them is not known yet. */
    private static List<String> securePorts(CheckedConfiguration configuration) {
        List<String> ports = new ArrayList<>();
        for (CheckedObject connector : configuration.objects(CONNECTOR)) {
            boolean secure = connector.arguments().stream()
                    .flatMap(argument -> argument.objects().stream())
                    .anyMatch(object -> object.isA(SSL));
            if (!secure) {
                continue;
            }
            CheckedObject.Setting port = connector.setting("port");
            if (port == null || port.text() == null || port.text().trim().equals("0")) {
                return List.of();
            }
            ports.add(port.text().trim());
        }
        return ports;
    }
}
