package org.eclipse.jetty.tests.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/** Changes classes so that they call {@link Points} where a visitor wants to be called. Thread-safe. */
public final class Agent {
    private static final Transformer TRANSFORMER = new Transformer();
    private static Instrumentation instrumentation;

    private Agent() {}

    /**
     * Called by the JVM before the main class.
     *
     * @param arguments null or empty; or {@code delay}, as {@link Delays} has it
     */
    public static void premain(String arguments, Instrumentation given) throws IOException {
        instrumentation = given;
        given.addTransformer(TRANSFORMER, true);
        if (arguments != null && !arguments.isEmpty()) {
            Delays.parse(arguments).start();
        }
    }

    /** Has a visitor called at points. */
    static synchronized void visit(Points.Visitor visitor, List<Point> points) {
        if (instrumentation == null) {
            throw new IllegalStateException("this JVM has no agent (expected: -javaagent:jetty-test-agent.jar)");
        }
        Points.add(visitor);
        TRANSFORMER.add(points);
        retransform(points);
    }

    /** Ends it. */
    static synchronized void leave(Points.Visitor visitor, List<Point> points) {
        Points.remove(visitor);
        TRANSFORMER.remove(points);
        retransform(points);
    }

    private static void retransform(List<Point> points) {
        List<Class<?>> changed = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (isCandidate(type)
                    && points.stream().anyMatch(point -> point.isIn(type.getName(), name -> extend(type, name)))) {
                changed.add(type);
            }
        }
        if (!changed.isEmpty()) {
            try {
                instrumentation.retransformClasses(changed.toArray(new Class<?>[0]));
            } catch (UnmodifiableClassException x) {
                throw new IllegalStateException(x);
            }
        }
    }

    private static boolean isCandidate(Class<?> type) {
        return Transformer.isCandidate(type.getName()) && !type.isHidden() && instrumentation.isModifiableClass(type);
    }

    private static boolean extend(Class<?> type, String name) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals(name) || extend(type.getSuperclass(), name)) {
            return true;
        }
        for (Class<?> implemented : type.getInterfaces()) {
            if (extend(implemented, name)) {
                return true;
            }
        }
        return false;
    }
}
