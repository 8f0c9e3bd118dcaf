package org.eclipse.jetty.ee10.annotations;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.annotations.AnnotationParser;
import org.eclipse.jetty.annotations.ClassIndexes;
import org.eclipse.jetty.ee.webapp.SharedIndexes;
import org.eclipse.jetty.ee10.plus.webapp.PlusConfiguration;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletContainerInitializerStarter;
import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee10.webapp.JettyWebXmlConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaData;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.eclipse.jetty.util.resource.Resource;

/**
 * Finds annotated servlets, filters and listeners, container initializers and the classes that they handle, and looks after
 * the annotations of what is made (Servlet sections 8.1, 8.2.4 and 15.5).
 *
 * <pre>
 * metadata-complete   no annotations; container initializers and what they handle all the same
 * absolute-ordering   libraries that it leaves out are not scanned, and their initializers not called
 * </pre>
 *
 * Class files are read only when someone wants to know: once each, without loading classes, and those of libraries once for
 * all applications (see {@link org.eclipse.jetty.util.archive}). Thread-safe.
 */
public class AnnotationConfiguration extends AbstractConfiguration {
    /** The attribute with a regular expression of class names of container initializers that are not called. */
    public static final String SERVLET_CONTAINER_INITIALIZER_EXCLUSION_PATTERN =
            "org.eclipse.jetty.containerInitializerExclusionPattern";

    /** The attribute with class names of container initializers in order; "*" stands for all others. */
    public static final String SERVLET_CONTAINER_INITIALIZER_ORDER = "org.eclipse.jetty.containerInitializerOrder";

    private static final List<Class<?>> MADE_FOR_ONE_START =
            List.of(ServletContainerInitializerStarter.class, ServletAnnotations.class, ManagedClasses.class);

    public AnnotationConfiguration() {
        super(new Builder()
                .addDependencies(
                        WebXmlConfiguration.class,
                        MetaInfConfiguration.class,
                        FragmentConfiguration.class,
                        PlusConfiguration.class)
                .addDependents(JettyWebXmlConfiguration.class)
                .hide("org.objectweb.asm."));
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        MetaData metaData = context.getMetaData();
        ScannedClasses scanned = ScannedClasses.of(context);
        boolean annotations = scanned != null && scanned.isKnown()
                ? scanned.isAnnotated()
                : !metaData.isMetaDataComplete() && isDiscovered(context);

        if (annotations) {
            // decorators are called from the last one to the first: what is read here is injected by PlusDecorator
            ResourceAnnotations resources = new ResourceAnnotations(context);
            context.getObjectFactory().addDecorator(new AnnotationDecorator(resources));
            context.addBean(new ManagedClasses(context, resources), true);
            context.addBean(new ServletAnnotations(context), false);
        }

        List<Initializer> initializers = new Initializers(context).find();
        if (scanned == null || !scanned.isKnown()) {
            scanned = scan(context, initializers, annotations, scanned == null ? new ScannedClasses() : scanned);
        }
        for (Initializer initializer : initializers) {
            context.addServletContainerInitializer(
                    initializer.holder(context, scanned.handledBy(initializer.toString())));
        }
    }

    /** Looks for annotated classes, and for those that initializers handle, which are noted. */
    private static ScannedClasses scan(
            WebAppContext context, List<Initializer> initializers, boolean annotations, ScannedClasses scanned)
            throws Exception {
        HandledTypes handled = HandledTypes.of(initializers);
        Set<AnnotationParser.Handler> handlers = new LinkedHashSet<>();
        if (annotations) {
            handlers.add(new ComponentAnnotations(context));
        }
        if (handled != null) {
            handlers.addAll(handled.handlers());
        }
        scan(context, handlers);
        scanned.note(annotations);
        for (Initializer initializer : initializers) {
            scanned.note(initializer.toString(), handled == null ? Set.of() : handled.classesFor(initializer.types()));
        }
        return scanned;
    }

    /** A descriptor of 2.5 may have annotations beside it only when that is asked for. */
    private static boolean isDiscovered(WebAppContext context) {
        var web = context.getMetaData().getWebDescriptor();
        return web == null || web.getMajorVersion() >= 3 || context.isConfigurationDiscovered();
    }

    private static void scan(WebAppContext context, Set<AnnotationParser.Handler> handlers) throws Exception {
        if (handlers.isEmpty()) {
            return;
        }
        MetaData metaData = context.getMetaData();
        AnnotationParser parser = new AnnotationParser();
        for (Resource classes : metaData.getWebInfClassesResources()) {
            parser.parse(handlers, classes);
        }
        List<Resource> libraries = new ArrayList<>(metaData.getWebInfResources(true));
        libraries.addAll(metaData.getContainerResources());
        List<Resource> archives = new ArrayList<>();
        for (Resource library : libraries) {
            if (library.isDirectory()) {
                parser.parse(handlers, library);
            } else {
                archives.add(library);
            }
        }
        new ClassIndexes(SharedIndexes.of(context.getServer())).tell(handlers, archives);
    }

    @Override
    public void deconfigure(WebAppContext context) throws Exception {
        for (Class<?> type : MADE_FOR_ONE_START) {
            for (Object bean : context.getBeans(type)) {
                context.removeBean(bean);
            }
        }
    }
}
