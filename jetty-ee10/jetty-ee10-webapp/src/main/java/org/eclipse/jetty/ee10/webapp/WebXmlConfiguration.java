package org.eclipse.jetty.ee10.webapp;

import java.net.URL;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** Reads the default descriptor, web.xml and overrides, and has them applied. Thread-safe. */
public class WebXmlConfiguration extends AbstractConfiguration {
    /**
     * The context attribute with the {@link Resource} of a descriptor that stands for all of the application, defaults and overrides among
     * them; those are not read when it is set.
     */
    public static final String COMPLETE_DESCRIPTOR = "org.eclipse.jetty.webapp.completeDescriptor";

    public WebXmlConfiguration() {
        super(new Builder().addDependencies(WebInfConfiguration.class));
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        MetaData metaData = context.getMetaData();
        if (context.getContext().getAttribute(COMPLETE_DESCRIPTOR) instanceof Resource complete) {
            metaData.setWebDescriptor(new WebDescriptor(complete));
            return;
        }
        String defaults = context.getDefaultsDescriptor();
        if (!StringUtil.isBlank(defaults)) {
            metaData.setDefaultsDescriptor(new DefaultsDescriptor(find(context, defaults)));
        }
        Resource webXml = findWebXml(context);
        if (webXml != null) {
            WebDescriptor descriptor = new WebDescriptor(webXml);
            metaData.setWebDescriptor(descriptor);
        }
        for (String override : context.getOverrideDescriptors()) {
            if (!StringUtil.isBlank(override)) {
                metaData.addOverrideDescriptor(new OverrideDescriptor(find(context, override)));
            }
        }
    }

    private static @Nullable Resource findWebXml(WebAppContext context) throws Exception {
        if (!StringUtil.isBlank(context.getDescriptor())) {
            return find(context, context.getDescriptor());
        }
        Resource webInf = context.getWebInf();
        Resource webXml = webInf == null ? null : webInf.resolve("web.xml");
        return Resources.isReadableFile(webXml) ? webXml : null;
    }

    /** Finds by path or URL, in the application, then on the class path. */
    private static Resource find(WebAppContext context, String name) throws Exception {
        URL url = name.startsWith("/")
                ? null
                : WebXmlConfiguration.class.getClassLoader().getResource(name);
        if (url == null && !name.startsWith("/") && context.getClassLoader() != null) {
            url = context.getClassLoader().getResource(name);
        }
        if (url != null) {
            return context.getResourceFactory().newMemoryResource(url);
        }
        Resource resource = context.newResource(name);
        if (!Resources.exists(resource) && name.startsWith("/WEB-INF/")) {
            resource = context.getResource(name);
        }
        if (Resources.exists(resource)) {
            return resource;
        }
        throw new DescriptorException(
                "descriptor: " + name + " (expected: an existing file, URL or class path resource)");
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        context.getMetaData().addDescriptorProcessor(new StandardDescriptorProcessor());
    }
}
