package org.eclipse.jetty.websocket.core.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * A method of an endpoint, with some of its arguments bound. Immutable.
 *
 * <p>Binding keeps the arguments in an array instead of making another {@link MethodHandle}, of which each session would hold
 * several.
 */
public interface MethodHolder {
    /** A holder of the method. */
    @NullContract("!null -> !null")
    static @Nullable MethodHolder from(@Nullable MethodHandle methodHandle) {
        return methodHandle == null ? null : BoundMethod.of(methodHandle);
    }

    /** Calls the method with the arguments that are not bound. */
    @Nullable
    Object invoke(@Nullable Object... args) throws Throwable;

    /** Binds the first argument that is not bound. */
    default MethodHolder bindTo(@Nullable Object arg) {
        throw new UnsupportedOperationException();
    }

    /** Binds an argument, counted among those that are not bound. */
    default MethodHolder bindTo(@Nullable Object arg, int idx) {
        throw new UnsupportedOperationException();
    }

    /** The type of a parameter, counted among those that are not bound. */
    default Class<?> parameterType(int idx) {
        throw new UnsupportedOperationException();
    }

    default Class<?> returnType() {
        throw new UnsupportedOperationException();
    }

    /** Calls a handle. */
    static @Nullable Object doInvoke(MethodHandle methodHandle, @Nullable Object... args) throws Throwable {
        return methodHandle.invokeWithArguments(args);
    }

    /** The type of the parameters that are not bound, and of the result. */
    default MethodType methodType() {
        throw new UnsupportedOperationException();
    }

    /** Hands every call to another one. */
    abstract class Wrapper implements MethodHolder {
        private final MethodHolder methodHolder;

        public Wrapper(MethodHolder methodHolder) {
            this.methodHolder = methodHolder;
        }

        public MethodHolder getWrapped() {
            return methodHolder;
        }

        @Override
        public @Nullable Object invoke(@Nullable Object... args) throws Throwable {
            return methodHolder.invoke(args);
        }

        @Override
        public Class<?> parameterType(int idx) {
            return methodHolder.parameterType(idx);
        }

        @Override
        public Class<?> returnType() {
            return methodHolder.returnType();
        }

        @Override
        public MethodType methodType() {
            return methodHolder.methodType();
        }
    }
}
