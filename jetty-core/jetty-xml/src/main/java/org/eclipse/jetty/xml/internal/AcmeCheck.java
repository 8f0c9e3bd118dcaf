package org.eclipse.jetty.xml.internal;

import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/** Looks whether certificates by ACME have their host names, and the consent to the terms of service. */
public final class AcmeCheck implements ConfigurationCheck {
    private static final String SETTINGS = "org.eclipse.jetty.acme.AcmeSettings";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject settings : configuration.objects(SETTINGS)) {
            CheckedObject.Setting agreed = settings.setting("termsOfServiceAgreed");
            if (agreed != null && "false".equals(agreed.text())) {
                configuration.wrong(
                        agreed.place(),
                        agreed.property(),
                        "no consent to the terms of service of the authority",
                        "true, once you have read them");
            }
            for (CheckedObject.Call call : settings.calls()) {
                if (call.name().equals("setNames")
                        && StringUtil.isBlank(configuration.properties().get("jetty.acme.names"))) {
                    configuration.wrong(
                            call.place(), "jetty.acme.names", "no names for the certificate", "full host names");
                }
            }
        }
    }
}
