package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoJspServletTest {
    private final List<Object> called = new ArrayList<>();

    /** Answers methods by their names, and notes the first argument of others. */
    private <T> T object(Class<T> type, Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (answers.containsKey(method.getName())) {
                        return answers.get(method.getName());
                    }
                    called.add(arguments[0]);
                    return null;
                }));
    }

    @Test
    void firstRequestIsLoggedWithTheModuleToAdd() throws Exception {
        ServletContext context = object(ServletContext.class, Map.of());
        NoJspServlet servlet = new NoJspServlet();
        servlet.init(object(ServletConfig.class, Map.of("getServletContext", context)));
        // HttpServlet asks for a parameter of its own
        called.clear();
        ServletRequest request =
                object(HttpServletRequest.class, Map.of("getServletPath", "/index.jsp", "getMethod", "GET"));
        ServletResponse response = object(HttpServletResponse.class, Map.of());
        servlet.service(request, response);
        servlet.service(request, response);
        assertThat(called).hasSize(3).endsWith(500, 500);
        assertThat(called.get(0)).asString().startsWith("No JSP support: /index.jsp (remedy: --add-modules=ee10-jsp");
    }
}
