package org.eclipse.jetty.ee10.plus.webapp;

import java.util.List;
import java.util.Objects;
import javax.naming.NamingException;
import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee10.webapp.JettyWebXmlConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebInfXml;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.eclipse.jetty.plus.jndi.EnvEntry;
import org.eclipse.jetty.plus.jndi.NamingEntry;
import org.eclipse.jetty.plus.jndi.NamingEntryUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Gives a web application its java:comp, applies WEB-INF/jetty-ee10-env.xml, or else WEB-INF/jetty-env.xml, and binds the
 * settings of all scopes, the widest first. What those files made, in whatever scope, goes with the application. Thread-safe.
 */
public class EnvConfiguration extends AbstractConfiguration {
    /** The context attribute with the file, as a resource or its name, that counts in place of those in WEB-INF. */
    public static final String JETTY_ENV_XML = "org.eclipse.jetty.jndi.JettyEnvXml";

    /** The name of the file for this environment. */
    public static final String JETTY_EE_ENV_XML_NAME = "jetty-ee10-env.xml";

    /** The name of the file for any environment. */
    public static final String JETTY_ENV_XML_NAME = "jetty-env.xml";

    public EnvConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, MetaInfConfiguration.class, FragmentConfiguration.class)
                .addDependents(PlusConfiguration.class, JettyWebXmlConfiguration.class)
                .protectAndExpose("org.eclipse.jetty.jndi.", "org.eclipse.jetty.ee10.jndi.factories."));
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        // an application that failed to start may have left its own
        for (ComponentNaming naming : context.getBeans(ComponentNaming.class)) {
            forget(context, naming);
        }
        context.addBean(
                ComponentNaming.register(Objects.requireNonNull(context.getClassLoader()), moduleName(context)), false);
    }

    /** The name of a module is its context path without the slash (Jakarta EE platform section 8.1.2), unless it has none. */
    private static String moduleName(WebAppContext context) {
        String path = context.getContextPath();
        return path == null || path.length() < 2 ? "ROOT" : path.substring(1);
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        WebInfXml.apply(context, envXml(context));
        bindEnvEntries(context);
    }

    private static @Nullable Resource envXml(WebAppContext context) throws Exception {
        Object given = context.getAttribute(JETTY_ENV_XML);
        if (given == null) {
            return WebInfXml.find(context, JETTY_EE_ENV_XML_NAME, JETTY_ENV_XML_NAME);
        }
        return given instanceof Resource resource ? resource : context.newResource(given.toString());
    }

    /** Binds the settings of all scopes of an application, so that those of narrower scopes count. */
    public void bindEnvEntries(WebAppContext context) throws NamingException {
        List<Object> scopes = ResourceReferences.scopes(context);
        for (int i = scopes.size(); i-- > 0; ) {
            for (EnvEntry entry : NamingEntryUtil.lookupNamingEntries(scopes.get(i), EnvEntry.class)) {
                entry.bindToENC(entry.getJndiName());
            }
        }
    }

    @Override
    public void deconfigure(WebAppContext context) throws Exception {
        for (ComponentNaming naming : context.getBeans(ComponentNaming.class)) {
            forget(context, naming);
        }
    }

    private static void forget(WebAppContext context, ComponentNaming naming) throws NamingException {
        context.removeBean(naming);
        NamingEntryUtil.releaseMadeBy(naming, context.getClassLoader(), ResourceReferences.scopes(context));
        naming.close();
    }

    @Override
    public void destroy(WebAppContext context) throws Exception {
        for (NamingEntry entry : NamingEntryUtil.lookupNamingEntries(context, NamingEntry.class)) {
            entry.release();
        }
    }
}
