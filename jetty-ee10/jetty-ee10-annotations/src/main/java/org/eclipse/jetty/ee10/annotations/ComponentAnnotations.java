package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import org.eclipse.jetty.annotations.AnnotationParser;
import org.eclipse.jetty.annotations.AnnotationParser.ClassInfo;
import org.eclipse.jetty.ee10.webapp.DiscoveredAnnotation;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebDescriptor;
import org.eclipse.jetty.util.resource.Resource;

/** Notes servlets, filters and listeners that are annotated as such. Confined to one scan. */
final class ComponentAnnotations extends AnnotationParser.AbstractHandler {
    private static final String SERVLET = WebServlet.class.getName();
    private static final String FILTER = WebFilter.class.getName();
    private static final String LISTENER = WebListener.class.getName();

    private final WebAppContext context;

    ComponentAnnotations(WebAppContext context) {
        this.context = context;
    }

    @Override
    public boolean isForMembers() {
        return false;
    }

    @Override
    public void handle(ClassInfo info, String annotationName) {
        DiscoveredAnnotation annotation = null;
        if (SERVLET.equals(annotationName)) {
            annotation = new WebServletAnnotation(context, info.getClassName(), info.getContainingResource());
        } else if (FILTER.equals(annotationName)) {
            annotation = new WebFilterAnnotation(context, info.getClassName(), info.getContainingResource());
        } else if (LISTENER.equals(annotationName)) {
            annotation = new WebListenerAnnotation(context, info.getClassName(), info.getContainingResource());
        }
        if (annotation != null && !isComplete(info.getContainingResource())) {
            context.getMetaData().addDiscoveredAnnotation(annotation);
        }
    }

    /** Whether a library has a descriptor that says all of it (metadata-complete in the schema of fragments). */
    private boolean isComplete(Resource library) {
        return WebDescriptor.isMetaDataComplete(context.getMetaData().getFragmentDescriptorForJar(library));
    }
}
