package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.http.HttpServlet;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.jspecify.annotations.Nullable;

/** The methods that a servlet has, for the Allow field of a 405 (RFC 9110, section 15.5.6). */
final class AllowedMethods {
    private static final String[] ALL = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"};

    private AllowedMethods() {}

    /**
     * The value of Allow: the methods that the class of the servlet, or one between it and HttpServlet, brings.
     *
     * @param servlet null for one whose class could not be loaded
     * @param refused the method that was refused, which is left out
     */
    static String of(@Nullable Class<?> servlet, String refused) {
        Set<String> methods = new LinkedHashSet<>();
        methods.add("OPTIONS");
        Class<?> type = servlet;
        for (; type != null && type != HttpServlet.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                add(methods, method.getName());
            }
        }
        // neither is told by its methods: a servlet that is no HttpServlet, and one that looks at the method itself
        if (type == null || methods.contains("*")) {
            methods = new LinkedHashSet<>(Set.of(ALL));
        }
        methods.remove(refused);
        return String.join(", ", methods);
    }

    private static void add(Set<String> methods, String name) {
        switch (name) {
            case "doGet" -> {
                methods.add("GET");
                methods.add("HEAD");
            }
            case "doHead" -> methods.add("HEAD");
            case "doPost" -> methods.add("POST");
            case "doPut" -> methods.add("PUT");
            case "doDelete" -> methods.add("DELETE");
            case "doPatch" -> {
                if (ServletVersion.HAS_PATCH) {
                    methods.add("PATCH");
                }
            }
            case "service" -> methods.add("*");
            default -> {
                // no method of HTTP
            }
        }
    }
}
