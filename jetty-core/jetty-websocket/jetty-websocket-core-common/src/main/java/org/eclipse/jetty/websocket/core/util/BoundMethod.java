package org.eclipse.jetty.websocket.core.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** A method handle and the arguments bound so far, each at its place; the others are {@link #UNBOUND}. Immutable. */
final class BoundMethod implements MethodHolder {
    private static final Object UNBOUND = new Object();

    private final MethodType type;
    /** Of type (Object[])Object. */
    private final MethodHandle spreader;

    private final @Nullable Object[] bound;

    private BoundMethod(MethodType type, MethodHandle spreader, @Nullable Object[] bound) {
        this.type = type;
        this.spreader = spreader;
        this.bound = bound;
    }

    static BoundMethod of(MethodHandle handle) {
        MethodHandle fixed = handle.asFixedArity();
        MethodType type = fixed.type();
        MethodHandle spreader = fixed.asType(type.generic()).asSpreader(Object[].class, type.parameterCount());
        Object[] bound = new Object[type.parameterCount()];
        java.util.Arrays.fill(bound, UNBOUND);
        return new BoundMethod(type, spreader, bound);
    }

    @Override
    public @Nullable Object invoke(@Nullable Object... args) throws Throwable {
        @Nullable Object[] all = bound.clone();
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == UNBOUND) {
                if (next == args.length) {
                    throw new IllegalArgumentException(args.length + " arguments (expected: more) for " + type);
                }
                all[i] = args[next++];
            }
        }
        if (next != args.length) {
            throw new IllegalArgumentException(args.length + " arguments (expected: " + next + ") for " + type);
        }
        return (Object) spreader.invokeExact(all);
    }

    @Override
    public MethodHolder bindTo(@Nullable Object arg) {
        return bindTo(arg, 0);
    }

    @Override
    public MethodHolder bindTo(@Nullable Object arg, int idx) {
        @Nullable Object[] more = bound.clone();
        more[index(idx)] = arg;
        return new BoundMethod(type, spreader, more);
    }

    /** The place of a parameter that is counted among those not bound. */
    private int index(int unbound) {
        int left = unbound;
        for (int i = 0; i < bound.length; i++) {
            if (bound[i] == UNBOUND && left-- == 0) {
                return i;
            }
        }
        throw new IndexOutOfBoundsException("parameter " + unbound + " of " + type);
    }

    @Override
    public Class<?> parameterType(int idx) {
        return type.parameterType(index(idx));
    }

    @Override
    public Class<?> returnType() {
        return type.returnType();
    }

    @Override
    public MethodType methodType() {
        MethodType left = MethodType.methodType(type.returnType());
        for (int i = 0; i < bound.length; i++) {
            if (bound[i] == UNBOUND) {
                left = left.appendParameterTypes(type.parameterType(i));
            }
        }
        return left;
    }

    @Override
    public String toString() {
        return "BoundMethod" + type;
    }
}
