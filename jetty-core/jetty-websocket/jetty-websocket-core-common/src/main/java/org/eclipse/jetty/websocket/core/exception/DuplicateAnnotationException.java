package org.eclipse.jetty.websocket.core.exception;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Two methods of an endpoint have an annotation that one of them may have. */
public class DuplicateAnnotationException extends InvalidWebSocketException {
    public DuplicateAnnotationException(@Nullable String message) {
        super(message);
    }

    public DuplicateAnnotationException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Names the endpoint, the annotation and the methods. */
    public static DuplicateAnnotationException build(
            Class<?> endpointClass, Class<? extends Annotation> annotation, Method... methods) {
        String names = Arrays.stream(methods).map(Method::toGenericString).collect(Collectors.joining(", "));
        return new DuplicateAnnotationException(
                endpointClass.getName() + ": more than one @" + annotation.getSimpleName() + " (" + names + ")");
    }
}
