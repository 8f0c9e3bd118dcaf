package org.eclipse.jetty.ee10.webapp;

import java.util.Map;
import org.eclipse.jetty.util.resource.Resource;

/** Reads and orders the fragments of libraries, unless the application is metadata-complete (Servlet section 8.2). */
public class FragmentConfiguration extends AbstractConfiguration {
    /** The context attribute with the fragments by library. */
    public static final String FRAGMENT_RESOURCES = MetaInfConfiguration.METAINF_FRAGMENTS;

    public FragmentConfiguration() {
        super(new Builder().addDependencies(MetaInfConfiguration.class, WebXmlConfiguration.class));
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        MetaData metaData = context.getMetaData();
        if (metaData.isMetaDataComplete()) {
            return;
        }
        if (context.getContext().getAttribute(FRAGMENT_RESOURCES) instanceof Map<?, ?> fragments) {
            for (Map.Entry<?, ?> entry : fragments.entrySet()) {
                metaData.addFragmentDescriptor(
                        (Resource) entry.getKey(), new FragmentDescriptor((Resource) entry.getValue()));
            }
        }
        metaData.orderFragments();
    }
}
