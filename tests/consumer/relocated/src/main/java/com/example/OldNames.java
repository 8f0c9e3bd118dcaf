package com.example;

import java.util.List;

/** Uses the packages of the artifacts that its project names. */
public final class OldNames {
    private OldNames() {}

    static List<Class<?>> types() {
        return List.of(
                org.eclipse.jetty.ee9.nested.Request.class,
                org.eclipse.jetty.ee9.security.SecurityHandler.class,
                org.eclipse.jetty.ee8.nested.Request.class,
                org.eclipse.jetty.ee8.security.SecurityHandler.class);
    }
}
