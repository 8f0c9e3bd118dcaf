package org.eclipse.jetty.ee10.cdi;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Greets, by what is injected into it. */
@WebServlet("/greet")
public class Greeter extends HttpServlet {
    @Inject
    private Greeting greeting;

    @Inject
    private Visitor visitor;

    @Inject
    private BeanManager manager;

    @Inject
    private Held held;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(greeting.greet(visitor.getName()) + " " + (manager != null) + " " + (held != null));
    }
}
