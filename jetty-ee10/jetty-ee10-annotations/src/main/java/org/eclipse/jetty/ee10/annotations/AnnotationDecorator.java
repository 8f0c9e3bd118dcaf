package org.eclipse.jetty.ee10.annotations;

import org.eclipse.jetty.util.Decorator;

/** Reads the annotations of what the application's container makes, before anything is injected there. Thread-safe. */
public class AnnotationDecorator implements Decorator {
    private final ResourceAnnotations annotations;

    AnnotationDecorator(ResourceAnnotations annotations) {
        this.annotations = annotations;
    }

    ResourceAnnotations annotations() {
        return annotations;
    }

    @Override
    public <T> T decorate(T o) {
        annotations.read(o.getClass());
        return o;
    }

    @Override
    public void destroy(Object o) {}
}
