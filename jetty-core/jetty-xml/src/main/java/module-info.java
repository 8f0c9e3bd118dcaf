/** Builds and configures objects from XML, and checks XML without building anything. */
module org.eclipse.jetty.xml {
    requires transitive java.xml;
    requires transitive org.eclipse.jetty.util;
    requires static org.jspecify;

    exports org.eclipse.jetty.xml;

    uses org.eclipse.jetty.xml.ConfigurationCheck;

    provides org.eclipse.jetty.xml.ConfigurationCheck with
            org.eclipse.jetty.xml.internal.ListenersCheck,
            org.eclipse.jetty.xml.internal.ConnectorProtocolsCheck,
            org.eclipse.jetty.xml.internal.KeyStoresCheck,
            org.eclipse.jetty.xml.internal.AcmeCheck,
            org.eclipse.jetty.xml.internal.LogDirectoriesCheck,
            org.eclipse.jetty.xml.internal.ThreadBudgetCheck,
            org.eclipse.jetty.xml.internal.RedirectPortCheck,
            org.eclipse.jetty.xml.internal.TrustedProxiesCheck,
            org.eclipse.jetty.xml.internal.SessionDataSourceCheck,
            org.eclipse.jetty.xml.internal.LoginDatabasesCheck;
}
