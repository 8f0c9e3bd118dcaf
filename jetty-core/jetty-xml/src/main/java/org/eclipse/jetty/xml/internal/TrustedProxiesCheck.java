package org.eclipse.jetty.xml.internal;

import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/** Looks whether headers that say who a client is are believed of proxies alone: as it is in Jetty, anyone is by default. */
public final class TrustedProxiesCheck implements ConfigurationCheck {
    private static final String CUSTOMIZER = "org.eclipse.jetty.server.ForwardedRequestCustomizer";
    private static final String PROPERTY = "jetty.httpConfig.forwardedTrusted";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject customizer : configuration.objects(CUSTOMIZER)) {
            CheckedObject.Setting trusted = customizer.setting("forwardedTrusted");
            boolean empty = trusted == null
                    || trusted.isKnown()
                            && (trusted.text() == null || trusted.text().isBlank());
            if (empty) {
                configuration.warning(
                        trusted == null ? customizer.place() : trusted.place(),
                        "any client can say by X-Forwarded-For or Forwarded that it is another one",
                        "set the property " + PROPERTY + " to the addresses of the proxies, as in 10.0.0.0/8");
            }
        }
    }
}
