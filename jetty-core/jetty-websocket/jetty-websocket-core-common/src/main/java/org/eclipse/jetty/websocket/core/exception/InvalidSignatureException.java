package org.eclipse.jetty.websocket.core.exception;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A method of an endpoint has parameters or a result that its annotation does not allow. */
public class InvalidSignatureException extends InvalidWebSocketException {
    public InvalidSignatureException(@Nullable String message) {
        super(message);
    }

    public InvalidSignatureException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Names the endpoint, the annotation and the method. */
    public static InvalidSignatureException build(
            Class<?> endpointClass, Class<? extends Annotation> annotation, Method method) {
        return new InvalidSignatureException(endpointClass.getName() + ": @" + annotation.getSimpleName()
                + " does not allow the signature of " + method.toGenericString());
    }

    /** Names what was expected and what was found. */
    public static InvalidSignatureException build(MethodType expectedType, MethodType actualType) {
        return new InvalidSignatureException("method of type " + actualType + " (expected: " + expectedType + ")");
    }
}
