package org.eclipse.jetty.tests.agent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the changed classes call. Thread-safe. */
public final class Points {
    private static final List<Visitor> VISITORS = new CopyOnWriteArrayList<>();

    private Points() {}

    /** Called by each thread at each point that some visitor asked for, in that thread. */
    interface Visitor {
        /**
         * @param type the binary name of the class that has the method
         * @param object what the method was called on; null for a static method
         */
        void visit(String type, String method, boolean exit, Object object);
    }

    static void add(Visitor visitor) {
        VISITORS.add(visitor);
    }

    static void remove(Visitor visitor) {
        VISITORS.remove(visitor);
    }

    /** Called by changed methods. */
    public static void reached(String type, String method, boolean exit, Object object) {
        for (Visitor visitor : VISITORS) {
            visitor.visit(type, method, exit, object);
        }
    }
}
