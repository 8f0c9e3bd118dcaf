package org.eclipse.jetty.xml.internal;

import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/** Looks whether an entry binds the data source that sessions are stored by: without it no application starts. */
public final class SessionDataSourceCheck implements ConfigurationCheck {
    private static final String ADAPTOR = "org.eclipse.jetty.session.DatabaseAdaptor";
    private static final String ENTRIES = "org.eclipse.jetty.plus.jndi.";

    @Override
    public boolean isOfApplications() {
        return true;
    }

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject adaptor : configuration.objects(ADAPTOR)) {
            CheckedObject.Setting name = adaptor.setting("datasourceName");
            if (name == null || name.text() == null || adaptor.setting("datasource") != null) {
                continue;
            }
            boolean bound = configuration.objects(Object.class.getName()).stream()
                    .filter(object -> object.type().getName().startsWith(ENTRIES))
                    .flatMap(object -> object.arguments().stream())
                    .anyMatch(argument ->
                            argument.text() != null && plain(argument.text()).equals(plain(name.text())));
            if (!bound) {
                configuration.warning(
                        name.place(),
                        "no XML file binds the data source " + name.text()
                                + " in which sessions are stored: applications would" + " answer 503",
                        "bind it by an org.eclipse.jetty.plus.jndi.Resource of the server, or set db-connection-type=driver");
            }
        }
    }

    private static String plain(String name) {
        return name.startsWith("/") ? name.substring(1) : name;
    }
}
